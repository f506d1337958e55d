import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, joining } from './pieces.js';

/** As another thread gets it. */
function sent(value: unknown): unknown {
  const { pieces, rest } = divide(value);
  const { add, end } = joining();
  for (const piece of pieces) add(structuredClone(piece));
  return end(structuredClone(rest));
}

const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, one) => sum + countOf(one), 1)
    : 1;

describe('a value in pieces', () => {
  it('is the same when it is put together', () => {
    const nested = Array.from({ length: 3000 }, (_, index) => ({
      index: BigInt(index),
      parts: Array.from({ length: index % 7 === 0 ? 500 : 2 }, (_unused, part) => ({ part, text: null })),
    }));
    expect(sent({ a: nested, b: [[], nested.slice(0, 5)], c: 'text' })).toEqual({
      a: nested,
      b: [[], nested.slice(0, 5)],
      c: 'text',
    });
    expect(divide({ a: nested }).pieces.length).toBeGreaterThan(100);
  });

  it('is the same whatever it is', () => {
    const leaf = fc.oneof(fc.string(), fc.bigInt(), fc.constant(null), fc.boolean());
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        leaf,
        fc.array(tie('tree'), { maxLength: 6 }),
        fc.record({ a: tie('tree'), b: leaf }),
        fc.nat({ max: 3000 }).map((length) => Array.from({ length }, (_, index) => ({ index }))),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => void expect(sent(value)).toEqual(value)),
      { seed: 51, numRuns: 60 },
    );
  });

  it('is small enough in each piece, also where long lists are in long lists', () => {
    const value = Array.from({ length: 300 }, () =>
      Array.from({ length: 300 }, () => ({ a: ['x', 'y', 'z'], b: { c: null } })),
    );
    const { pieces, rest } = divide({ value });
    expect(countOf(rest)).toBeLessThan(2010);
    expect(Math.max(...pieces.map(countOf))).toBeLessThan(4100);
  });
});
