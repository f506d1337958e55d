import { Bug } from '@corridor/core/ports';
import fc from 'fast-check';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { copyJson, decodeJson, encodeJson } from './json.js';

const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt(),
    fc.string({ unit: 'binary' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(fc.constantFrom('$bigint', '$', '$$', '__proto__', 'constructor', 'a'), fc.string()),
      tie('any'),
      { maxKeys: 4 },
    ),
  ),
})).any;

test('reads JSON as it was stored, with any keys and bigints of any size', () => {
  fc.assert(
    fc.property(value, (stored) => {
      expect(plain(decodeJson(encodeJson(stored)))).toStrictEqual(plain(stored));
    }),
    { numRuns: 1_000 },
  );
});

test('keeps an object that looks like a stored bigint', () => {
  for (const stored of [
    { $bigint: '12' },
    { $$bigint: '12' },
    { $bigint: 12n },
    ['$bigint'],
    { a: { $bigint: 'x' } },
  ]) {
    expect(decodeJson(encodeJson(stored))).toEqual(stored);
  }
});

test('treats __proto__ as a key, not as the prototype', () => {
  const decoded = decodeJson(encodeJson(JSON.parse('{"__proto__": {"polluted": 1}, "$a": 2}'))) as object;
  expect(Object.keys(decoded)).toEqual(['__proto__', '$a']);
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
});

test('refuses undefined, and omits fields that are undefined', () => {
  expect(() => encodeJson(undefined)).toThrow();
  expect(encodeJson({ a: undefined, b: 1n })).toBe(encodeJson({ b: 1n }));
});

test('stores dates and boxed values in the form that they have in JSON', () => {
  expect(encodeJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  expect(encodeJson([{ amount: new Number(5) }])).toBe('[{"amount":5}]');
});

test('stores an object of a class in the form that the class gives it, whatever its fields', () => {
  class Price {
    readonly amount = NaN;
    readonly of = {};
    toJSON() {
      return 'told';
    }
  }
  expect(encodeJson([new Price()])).toBe('["told"]');
});

test('omits a function, even one with fields', () => {
  expect(encodeJson([Object.assign(() => 1, { $a: 1 })])).toBe('[null]');
});

test('copies a value exactly as a round trip through the text would, and freezes it', () => {
  const odd = fc.constantFrom<unknown>(
    ...[-0, NaN, Infinity, 0.1, undefined, new Date(0), () => 1, Symbol('x')],
    { toJSON: () => 'told' },
    { toJSON: () => undefined },
    { toJSON: (key: string) => key },
  );
  const any = fc.oneof(value, fc.array(odd), fc.dictionary(fc.string(), fc.oneof(odd, fc.array(odd), value)));
  fc.assert(
    fc.property(any, (stored) => {
      const copy = copyJson(stored);
      expect(isDeepStrictEqual(copy, decodeJson(encodeJson(stored)))).toBe(true);
      expect(isFrozen(copy)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(Object.keys(copyJson(JSON.parse('{"__proto__": {"a": 1}, "$a": 2}')) as object)).toEqual(['__proto__', '$a']);
  expect(copyJson({ a: new Number(5) })).toEqual({ a: 5 });
  expect(copyJson([new Number(5)])).toEqual([5]);
  for (const nothing of [undefined, () => 1, Symbol('x'), { toJSON: () => undefined }]) {
    expect(() => copyJson(nothing)).toThrow(Bug);
  }
});

test('copies an object as its own JSON form, which can depend on its key and can be undefined', () => {
  const named = { toJSON: (key: string) => ({ key }) };
  const omitted = { toJSON: () => undefined };
  expect(copyJson({ a: named, $b: named, list: [0, named] })).toStrictEqual({
    a: { key: 'a' },
    $b: { key: '$$b' },
    list: [0, { key: '1' }],
  });
  expect(copyJson(named)).toStrictEqual({ key: '' });
  expect(isFrozen(copyJson([{ toJSON: () => ({ parts: [{}] }) }]))).toBe(true);
  expect(copyJson({ a: omitted, constructor: omitted, list: [omitted] })).toStrictEqual({ list: [null] });
  expect(Object.keys(copyJson(Object.fromEntries([['__proto__', omitted]])) as object)).toEqual([]);
});

const isFrozen = (part: unknown): boolean =>
  typeof part !== 'object' || part === null || (Object.isFrozen(part) && Object.values(part).every(isFrozen));

/** fast-check creates objects without a prototype, which are equal in all relevant ways; −0 is 0 in JSON. */
function plain(part: unknown): unknown {
  if (typeof part === 'number') return part + 0;
  if (typeof part !== 'object' || part === null) return part;
  if (Array.isArray(part)) return part.map(plain);
  return Object.entries(part).map(([key, inner]) => [key, plain(inner)]);
}
