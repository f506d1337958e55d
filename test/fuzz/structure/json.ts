import fc from 'fast-check';
import { damagedText } from './bytes.js';

/** Values that readers often treat wrongly. */
export const ODD_VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1, 1.5, 60, 1e21, 1e300, 2 ** 53, 2 ** 53 - 1, 253_402_300_800],
  ...['', ' ', '0', '00', '-1', '-1250', '1e3', '1250.0', '٣', '9'.repeat(15), '9'.repeat(17), '9'.repeat(400)],
  ...['USD', 'usd', 'XTS', '2026-02-29', '2028-02-29', '0000-00-00', '+275760-09-13T00:00:00.000Z', 'NaN', '1e400'],
  ...['a\u0000b', 'a\nb', '\u2028', '\ud800', '😀', '\u202eAda\u200b', '__proto__', 'constructor', 'x'.repeat(255)],
  ...['x'.repeat(256), 'x'.repeat(501), '0x', `0x${'f'.repeat(64)}`, `0x1${'0'.repeat(64)}`],
  ...['delivered', 'pending', 'failed', 'returned', 'completed', 'payout', 'arrival'],
  ...[[], {}, [{}], [null], [[]], { state: 'pending' }, { toString: 'x' }, { length: 3 }, { then: 1 }],
];
const NAMES = ['__proto__', 'constructor', 'toString', 'then', 'length', 'extra', '', 'state', 'amount', 'reason'];

/** A member of an object that JSON.stringify would not write: `__proto__` as its own key. */
function withMember(of: object, name: string, value: unknown): object {
  const copy = { ...of };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

type Path = readonly string[];

const pathsIn = (value: unknown, at: Path = []): Path[] => [
  at,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => pathsIn(inner, [...at, name]))
    : []),
];

/** A copy in which the value at a path is replaced by what `change` returns; undefined removes it. */
function changedAt(value: unknown, [name, ...rest]: Path, change: (of: unknown) => unknown): unknown {
  if (name === undefined) return change(value);
  const inner = changedAt((value as Record<string, unknown>)[name], rest, change);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.flatMap((item, at) => (String(at) !== name ? [item] : inner === undefined ? [] : [inner]));
  }
  if (inner !== undefined) return withMember(value as object, name, inner);
  return Object.fromEntries(Object.entries(value as object).filter(([one]) => one !== name));
}

interface Change {
  readonly path: number;
  readonly kind: 'drop' | 'odd' | 'any' | 'add' | 'double' | 'reverse' | 'rename' | 'nest' | 'grow' | 'case';
  readonly value: number;
  readonly any: unknown;
}

function nested(value: unknown, depth: number): unknown {
  let whole = value;
  for (let level = 0; level < depth; level += 1) whole = level % 2 === 0 ? [whole] : { a: whole };
  return whole;
}

function changed(of: unknown, { kind, value, any }: Change): unknown {
  const odd = ODD_VALUES[value % ODD_VALUES.length];
  const name = NAMES[value % NAMES.length]!;
  const isObject = typeof of === 'object' && of !== null && !Array.isArray(of);
  switch (kind) {
    case 'drop':
      return undefined;
    case 'odd':
      return odd;
    case 'any':
      return any;
    case 'add':
      return isObject ? withMember(of, name, odd) : Array.isArray(of) ? [...(of as unknown[]), odd] : odd;
    case 'double':
      return Array.isArray(of) ? [...(of as unknown[]), ...(of as unknown[])] : [of, of];
    case 'reverse':
      return Array.isArray(of)
        ? (of as unknown[]).toReversed()
        : isObject
          ? Object.fromEntries(Object.entries(of).reverse())
          : of;
    case 'rename':
      return isObject
        ? Object.entries(of).reduce((copy, [key, inner], at) => withMember(copy, at === 0 ? name : key, inner), {})
        : odd;
    case 'nest':
      return nested(of, 1 + (value % 200));
    case 'grow':
      return typeof of === 'string'
        ? of.repeat(1 + (value % 40))
        : typeof of === 'number'
          ? of * 10 ** (value % 320)
          : Array.from({ length: value % 60 }, () => of);
    case 'case':
      return typeof of === 'string' ? (value % 2 === 0 ? of.toUpperCase() : `${of}\u0000`) : odd;
  }
}

const change: fc.Arbitrary<Change> = fc.record({
  path: fc.nat(1_000_000),
  kind: fc.constantFrom<Change['kind']>(
    ...(['drop', 'odd', 'odd', 'any', 'add', 'double', 'reverse', 'rename', 'nest', 'grow', 'case'] as const),
  ),
  value: fc.nat(1_000_000),
  any: fc.jsonValue(),
});

/** One of the values, whole or with members dropped, doubled, renamed, added, nested or replaced. */
export const changedValue = (...from: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.tuple(fc.constantFrom(...from), fc.array(change, { maxLength: 3 })).map(([value, changes]) =>
    changes.reduce((current, one) => {
      const paths = pathsIn(current);
      return changedAt(current, paths[one.path % paths.length]!, (of) => changed(of, one)) ?? null;
    }, value),
  );

/** JSON.stringify writes null for numbers that are too large; this document has them as another program writes them. */
const written = (value: unknown): string => {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'number' && !Number.isFinite(part) ? '<1e999>' : part,
  );
  return (text ?? 'null').replaceAll('"<1e999>"', '1e999');
};

/** Values of any form in the places of the document that the reader looks at. */
const filled = (document: unknown): fc.Arbitrary<string> =>
  fc.tuple(fc.jsonValue(), fc.nat(40)).map(([value, place]) => {
    let at = -1;
    return JSON.stringify(document, (_key, part: unknown) => ((at += 1) === place ? value : part)) ?? 'null';
  });

/** Documents with the structure of these values: whole, changed by members, changed as text, or of any other form. */
export const jsonLike = (...from: readonly unknown[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: changedValue(...from).map(written) },
    { weight: 3, arbitrary: damagedText(...from.map(written)) },
    { weight: 2, arbitrary: fc.constantFrom(...from).chain(filled) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
