/** Values that almost no field accepts. */
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

/** Bad values by the type of a good one: one value of each other type is enough. */
const BAD_FOR: Readonly<Record<string, readonly unknown[]>> = {
  number: [null, true, ...NUMBERS, '', '100', [], {}, { toString: 1 }],
  string: [null, true, 0, ...TEXTS, [], [[]], {}, { toString: 1 }],
};

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The path of each place in a body: the body itself and all nested fields. */
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

/** A body with each currency code in it replaced by this one, one at a time. */
export function* withCurrency(good: object, code: string): Generator<Malformed> {
  for (const path of places(good as Json)) {
    const isCurrencyCode = /currenc/i.test(path.join('.')) && /^[A-Z]{3,4}$/.test(String(valueAt(good, path)));
    if (!isCurrencyCode) continue;
    const body = changed(good, path, (holder, key) => void ((holder as Record<string, unknown>)[key] = code));
    yield { body, field: path.join('.') };
  }
}

export interface Malformed {
  readonly body: object;
  /** Dot path of the changed place. */
  readonly field: string;
}

/** In a body with more fields than this, each field gets only a share of the bad values. */
const FEW_FIELDS = 6;
const SHARES = 3;

/**
 * A good body with each of its fields left out, and with each replaced by bad values: by all of them, or in a body with
 * many fields by a share, so that three neighbouring fields together get all values.
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
