import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLaterCounter } from './credential.js';

const counters = fc.nat({ max: 2 ** 32 - 1 });

test('a signature counter must increase', () => {
  expect(isLaterCounter(6, 5)).toBe(true);
  expect(isLaterCounter(5, 5)).toBe(false);
  expect(isLaterCounter(4, 5)).toBe(false);
  expect(isLaterCounter(1, 0)).toBe(true);
  expect(isLaterCounter(1, 1)).toBe(false);
});

test('an authenticator that does not count sends 0 each time, but never after it has counted', () => {
  expect(isLaterCounter(0, 0)).toBe(true);
  expect(isLaterCounter(0, 1)).toBe(false);
});

test('of two assertions with counters, at most one may follow the other', () => {
  fc.assert(
    fc.property(counters, counters, (one, other) => {
      fc.pre(one > 0 || other > 0);
      expect(isLaterCounter(one, other) && isLaterCounter(other, one)).toBe(false);
      expect(isLaterCounter(one, other) || isLaterCounter(other, one)).toBe(one !== other);
    }),
  );
});
