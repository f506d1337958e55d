import { Bug } from '@corridor/core/ports';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidateOf, UNKNOWN } from './dictionary.js';

test('every host derives the same number from a text, and other numbers if another text has it', () => {
  const text = 'Platform:1/SANDBOX';
  expect([0, 1, 2].map((attempt) => candidateOf(text, attempt))).toEqual([
    1_632_640_538,
    23_845_780,
    candidateOf(`${text}\n2`, 0),
  ]);
});

test('a number has 31 bits, so that the number of no text is none of them', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Surrogate}/u.test(text)),
      fc.nat(3),
      (text, attempt) => {
        const number = candidateOf(text, attempt);
        expect(Number.isInteger(number) && number >= 0 && number < 2 ** 31).toBe(true);
        expect(number).not.toBe(UNKNOWN);
      },
    ),
  );
  expect(UNKNOWN).toBe(-1);
});

test('a text with half of a surrogate pair is refused', () => {
  for (const half of ['\ud800', 'a\udc00b']) {
    expect(() => candidateOf(half, 0)).toThrow(
      new Bug('the dictionary cannot hold a text with half of a surrogate pair'),
    );
  }
  expect(candidateOf('😀', 0)).toBeGreaterThanOrEqual(0);
});
