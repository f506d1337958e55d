export type Json = Record<string, unknown>;

/** A part of the document, and its name among the components if it is one of them. */
export interface Part {
  readonly name: string;
  readonly value: Json;
}

/** The parts of one kind that are components, and what the document has in place of each part. */
export interface Placed {
  readonly components: Readonly<Record<string, Json>>;
  readonly place: (part: Part) => Json;
}

/** How the document holds its parts of one kind, given all of them in its order. */
export type Sharing = (kind: 'responses' | 'parameters', parts: readonly Part[]) => Placed;

/** A part that occurs more than once is a component, by the name of its first occurrence. */
export const shareRepeated: Sharing = (kind, parts) => {
  const first = new Map<string, string>();
  const repeated = new Map<string, Part>();
  for (const part of parts) {
    const text = JSON.stringify(part.value);
    const name = first.get(text);
    if (name === undefined) first.set(text, part.name);
    else repeated.set(text, { name, value: part.value });
  }
  const named = new Map<string, Json>();
  for (const { name, value } of repeated.values()) {
    // A number would change names when an unrelated operation is added, so that the declarations must differ.
    if (named.has(name)) throw new Error(`two ${kind} of the OpenAPI document would have the name ${name}: name one`);
    named.set(name, value);
  }
  return {
    components: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
    place: ({ value }) => {
      const shared = repeated.get(JSON.stringify(value));
      return shared === undefined ? value : { $ref: `#/components/${kind}/${shared.name}` };
    },
  };
};

/** Every part is where it occurs, as often as it occurs. */
export const shareNothing: Sharing = () => ({ components: {}, place: ({ value }) => value });

/** `Too Many Requests`, `QUOTE_NOT_FOUND` and `createQuote` in the form of `CreateQuote`. */
export const pascalCase = (text: string): string =>
  (/[a-z]/.test(text) ? text : text.toLowerCase()).replaceAll(
    /(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g,
    (_, letter: string) => letter.toUpperCase(),
  );
