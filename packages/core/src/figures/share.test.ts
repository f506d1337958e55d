import { expect, it } from 'vitest';
import { roundedShare } from './share.js';

it.each([
  [0, 7, 0],
  [7, 7, 10_000],
  [2, 3, 6_667],
  [1, 3, 3_333],
  [1, 20_000, 1],
  [9_996, 10_000, 9_996],
  [99_999, 100_000, 9_999],
  [1, 1_000_000, 1],
])('%i of %i is %i basis points', (part, whole, bps) => {
  expect(roundedShare(part, whole, 10_000)).toBe(bps);
});

it('a share in tenths of a percent is neither 0 nor whole unless it is', () => {
  expect([roundedShare(1, 5_000, 1_000), roundedShare(4_999, 5_000, 1_000), roundedShare(1, 2_000, 1_000)]).toEqual([
    1, 999, 1,
  ]);
});
