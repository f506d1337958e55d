/** Values that no field, or hardly any, can take. */
const NUMBERS = [0, -1, 1.5, 1e21, 2 ** 53];
const TEXTS = ['', ' ', '100', 'x'.repeat(70_000), '\u0000', '\ud800', '‮Ada\u200b💸'];
const LISTS = [[], [1], [[]]];
const OBJECTS = [
  {},
  { length: 3 },
  JSON.parse('{"__proto__": {"admin": true}}'),
  { constructor: { prototype: 1 } },
  { toString: 1 },
];
export const BAD_VALUES: readonly unknown[] = [null, true, ...NUMBERS, ...TEXTS, ...LISTS, ...OBJECTS];

/** Where a number or text belongs, one value of each other type stands for all of that type. */
const BAD_FOR: Readonly<Record<string, readonly unknown[]>> = {
  number: [null, true, ...NUMBERS, '', '100', [], {}, { toString: 1 }],
  string: [null, true, 0, ...TEXTS, [], [[]], {}, { toString: 1 }],
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Every place in a body: itself, its fields, theirs. */
function* places(value: Json, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    yield at;
    yield* places(inner as Json, at);
  }
}

function changed(
  body: object,
  path: readonly (string | number)[],
  change: (holder: object, key: string) => void,
): object {
  const copy = structuredClone(body);
  let holder = copy as Record<string, object>;
  for (const key of path.slice(0, -1)) holder = holder[String(key)] as Record<string, object>;
  change(holder, String(path.at(-1)));
  return copy;
}

const valueAt = (body: object, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((holder, key) => (holder as Record<string, unknown>)[String(key)], body);

export interface Malformed {
  readonly body: object;
  /** Dot path of what was changed. */
  readonly field: string;
}

/** From so many fields on, each is tried with one of so many shares of the bad values. */
const FEW_FIELDS = 6;
const SHARES = 3;

/**
 * A good body with each of its fields left out, and with each of them as what it should not be: everything, or in a
 * body of many fields a share of everything, of which three neighbours have the whole.
 */
export function* malformations(body: object): Generator<Malformed> {
  const all = [...places(body as Json)];
  const shares = all.length < FEW_FIELDS ? 1 : SHARES;
  for (const [place, path] of all.entries()) {
    const field = path.join('.');
    yield { field, body: changed(body, path, (holder, key) => Reflect.deleteProperty(holder, key)) };
    const values = BAD_FOR[typeof valueAt(body, path)] ?? BAD_VALUES;
    for (const bad of values.filter((_, n) => n % shares === place % shares)) {
      yield { field, body: changed(body, path, (holder, key) => Reflect.set(holder, key, bad)) };
    }
  }
}
