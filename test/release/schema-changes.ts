import { isDeepStrictEqual } from 'node:util';
import { type BreakingChange, breaking } from './breaking-change.js';

export type Json = Readonly<Record<string, unknown>>;
/** A request must keep accepting former contents; an answer must keep its former contents. */
export type Direction = 'request' | 'response';

/** The place of a schema: an operation or component, and a path in it. */
interface Place {
  readonly subject: string;
  readonly path: string;
}

type Schemas = Readonly<Record<string, Json>>;
type Changes = readonly BreakingChange[];

/** Keywords that do not affect validity. */
const NOTES = ['description', 'title', 'examples', 'example', 'deprecated', 'discriminator', '$ref'];
/** Keywords with rules of their own. */
const RULED = [
  ...['type', 'enum', 'const', 'properties', 'required', 'items', 'additionalProperties', 'anyOf', 'oneOf'],
  ...['format', 'pattern', 'default'],
];
const PARTS = [
  ['items', '[]'],
  ['additionalProperties', '*'],
] as const;
const AT_LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const AT_MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/** Compares schemas of two documents. Changes in a component are reported under its name, once for each direction. */
export function createSchemaComparison(before: Schemas, after: Schemas) {
  const known = new Map<string, Changes>();

  return schemaChanges;

  function schemaChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
    const [from, to] = [componentOf(former), componentOf(present)];
    if (from === null || to === null) {
      return contentChanges(resolve(former, before), resolve(present, after), direction, place);
    }
    const key = `${direction} ${from} ${to}`;
    const earlier = known.get(key);
    if (earlier !== undefined) return earlier;
    // A recursive schema is not compared again within itself.
    known.set(key, []);
    const [one, other] = [resolve(former, before), resolve(present, after)];
    const changes = contentChanges(one, other, direction, { subject: from, path: '' });
    known.set(key, changes);
    return changes;
  }

  function contentChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
    const types = typeChanges(typesOf(former, before), typesOf(present, after), direction, place);
    if (types.length > 0) return types;
    if (variantsOf(former) !== null || variantsOf(present) !== null) {
      return variantChanges(former, present, direction, place);
    }
    return [
      ...valueChanges(former, present, direction, place),
      ...limitChanges(former, present, direction, place),
      ...propertyChanges(former, present, direction, place),
      ...partChanges(former, present, direction, place),
      ...otherChanges(former, present, place),
    ];
  }

  /** For each variant of the former schema, the changes to the present variant that is most compatible with it. */
  function variantChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
    const variants = variantsOf(present) ?? [present];
    const tag = (former['discriminator'] as { readonly propertyName: string } | undefined)?.propertyName;
    return (variantsOf(former) ?? [former]).flatMap((variant) => {
      const own = tag === undefined ? null : tagsOf(variant, tag, before);
      const alike = variants.filter(
        (other) => own === null || tagsOf(other, tag!, after).some((value) => own.includes(value)),
      );
      const [best] = alike
        .map((other) => schemaChanges(variant, other, direction, place))
        .sort((a, b) => a.length - b.length);
      return best ?? [breakingAt(place, `the variant ${own?.join(', ') ?? JSON.stringify(variant)} is removed`)];
    });
  }

  function propertyChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
    const [had, has] = [propertiesOf(former), propertiesOf(present)];
    const [needed, needs] = [requiredOf(former), requiredOf(present)];
    const demands =
      direction === 'request'
        ? needs.filter((name) => !needed.includes(name)).map((name) => breakingAt(at(place, name), 'is now required'))
        : needed
            .filter((name) => name in has && !needs.includes(name))
            .map((name) => breakingAt(at(place, name), 'may now be absent'));
    const kept = Object.entries(had).flatMap(([name, schema]) => {
      const now = has[name];
      if (now === undefined) return [breakingAt(at(place, name), 'is removed')];
      return schemaChanges(schema, now, direction, at(place, name));
    });
    return [...demands, ...kept];
  }

  /** The parts of lists and of maps. */
  function partChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
    const isSaid = (keyword: string) => keyword in former || keyword in present;
    return PARTS.filter(([keyword]) => isSaid(keyword)).flatMap(([keyword, name]) => {
      const [had, has] = [openSchema(former[keyword]), openSchema(present[keyword])];
      if (had === null) return [];
      if (has !== null) return schemaChanges(had, has, direction, at(place, name));
      return direction === 'request' ? [breakingAt(place, 'no longer accepts other fields')] : [];
    });
  }
}

const breakingAt = ({ subject, path }: Place, what: string): BreakingChange =>
  breaking(subject, path === '' ? what : `${path} ${what}`);

const at = ({ subject, path }: Place, name: string): Place => ({
  subject,
  path: path === '' ? name : `${path}.${name}`,
});

const COMPONENTS = '#/components/schemas/';

function componentOf(schema: Json): string | null {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? ref.slice(COMPONENTS.length) : null;
}

function resolve(schema: Json, schemas: Schemas): Json {
  const name = componentOf(schema);
  if (name === null) return schema;
  const found = schemas[name];
  if (found === undefined) throw new Error(`the document has no schema ${name}`);
  return resolve(found, schemas);
}

const variantsOf = (schema: Json): readonly Json[] | null =>
  (schema['anyOf'] ?? schema['oneOf'] ?? null) as readonly Json[] | null;

const propertiesOf = (schema: Json) => (schema['properties'] ?? {}) as Schemas;
const requiredOf = (schema: Json) => (schema['required'] ?? []) as readonly string[];

/** An optional schema: absent or true accepts anything; null if nothing is accepted. */
const openSchema = (schema: unknown): Json | null =>
  schema === undefined || schema === true ? {} : schema === false ? null : (schema as Json);

function valuesOf(schema: Json): readonly unknown[] | null {
  if ('const' in schema) return [schema['const']];
  return (schema['enum'] ?? null) as readonly unknown[] | null;
}

/** The values of the property that tells variants apart. */
function tagsOf(variant: Json, property: string, schemas: Schemas): readonly unknown[] {
  const tag = propertiesOf(resolve(variant, schemas))[property];
  return tag === undefined ? [] : (valuesOf(resolve(tag, schemas)) ?? []);
}

/** The types that a schema allows; null for any type. */
function typesOf(schema: Json, schemas: Schemas): readonly string[] | null {
  const variants = variantsOf(schema);
  if (variants !== null) {
    const all = variants.map((variant) => typesOf(resolve(variant, schemas), schemas));
    return all.some((types) => types === null) ? null : [...new Set(all.flatMap((types) => types!))];
  }
  const type = schema['type'] as string | readonly string[] | undefined;
  return type === undefined ? null : [type].flat();
}

function typeChanges(
  former: readonly string[] | null,
  present: readonly string[] | null,
  direction: Direction,
  place: Place,
): Changes {
  const [part, whole] = direction === 'request' ? [former, present] : [present, former];
  const within = (type: string) => whole!.includes(type) || (type === 'integer' && whole!.includes('number'));
  if (whole === null || (part !== null && part.every(within))) return [];
  const text = (types: readonly string[] | null) => types?.join(' or ') ?? 'anything';
  return [breakingAt(place, `was ${text(former)} and is ${text(present)}`)];
}

/** Values may be added. A removed value breaks clients that send it or wait for it. */
function valueChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
  const [had, has] = [valuesOf(former), valuesOf(present)];
  if (has === null) return [];
  if (had === null) return direction === 'request' ? [breakingAt(place, 'accepts certain values only')] : [];
  const lost = had.filter((value) => !has.includes(value));
  return lost.length === 0 ? [] : [breakingAt(place, `no longer has ${lost.map(String).join(', ')}`)];
}

function limitChanges(former: Json, present: Json, direction: Direction, place: Place): Changes {
  const differs = (keyword: string) => !isDeepStrictEqual(former[keyword], present[keyword]);
  const changed = (keyword: string) =>
    breakingAt(place, `had the ${keyword} ${String(former[keyword])} and has ${String(present[keyword])}`);
  if (direction === 'response') return 'format' in former && differs('format') ? [changed('format')] : [];
  const isTighter = (keyword: string, sign: 1 | -1) => {
    const [had, has] = [former[keyword] as number | undefined, present[keyword] as number | undefined];
    return has !== undefined && (had === undefined || (has - had) * sign > 0);
  };
  return [
    ...AT_LEAST.filter((keyword) => isTighter(keyword, 1)),
    ...AT_MOST.filter((keyword) => isTighter(keyword, -1)),
    ...['format', 'pattern'].filter((keyword) => keyword in present && differs(keyword)),
    ...['default'].filter((keyword) => keyword in former && differs(keyword)),
  ].map(changed);
}

/** Changes of keywords without a rule of their own. Each of them is reported. */
function otherChanges(former: Json, present: Json, place: Place): Changes {
  const ruled = [...NOTES, ...RULED, ...AT_LEAST, ...AT_MOST];
  return [...new Set([...Object.keys(former), ...Object.keys(present)])]
    .filter((keyword) => !ruled.includes(keyword) && !isDeepStrictEqual(former[keyword], present[keyword]))
    .map((keyword) => breakingAt(place, `has another ${keyword}`));
}
