import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Bug } from '../kernel/index.js';
import { cross, invert, mulDiv, parseDecimal, printRate, rateFromMajor, rateOf, type Rounding } from './rate.js';

const positive = fc.bigInt({ min: 1n, max: 10n ** 30n });
const rates = fc.tuple(positive, positive).map(([num, den]) => rateOf(num, den));

describe('mulDiv', () => {
  test.each<[bigint, bigint, bigint, Record<Rounding, bigint>]>([
    [7n, 1n, 2n, { floor: 3n, ceil: 4n, 'half-up': 4n }],
    [6n, 1n, 2n, { floor: 3n, ceil: 3n, 'half-up': 3n }],
    [10n, 1n, 3n, { floor: 3n, ceil: 4n, 'half-up': 3n }],
    [11n, 1n, 3n, { floor: 3n, ceil: 4n, 'half-up': 4n }],
    [5n, 1n, 2n, { floor: 2n, ceil: 3n, 'half-up': 3n }],
    [1n, 1n, 10n ** 30n, { floor: 0n, ceil: 1n, 'half-up': 0n }],
    [0n, 5n, 3n, { floor: 0n, ceil: 0n, 'half-up': 0n }],
    [10n ** 30n, 10n ** 30n, 10n ** 30n, { floor: 10n ** 30n, ceil: 10n ** 30n, 'half-up': 10n ** 30n }],
  ])('%s × %s / %s rounds as named', (a, num, den, expected) => {
    for (const rounding of ['floor', 'ceil', 'half-up'] as const) {
      expect(mulDiv(a, num, den, rounding)).toBe(expected[rounding]);
    }
  });

  test('stays within the bounds of each rounding', () => {
    fc.assert(
      fc.property(positive, positive, positive, (a, num, den) => {
        const [floor, ceil, half] = (['floor', 'ceil', 'half-up'] as const).map((r) => mulDiv(a, num, den, r) * den);
        const exact = a * num;
        expect(floor! <= exact && exact - floor! < den).toBe(true);
        expect(ceil! >= exact && ceil! - exact < den).toBe(true);
        expect(2n * (half! - exact) <= den && 2n * (exact - half!) < den).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('throws a bug for a negative amount or a denominator of zero', () => {
    expect(() => mulDiv(-1n, 1n, 2n, 'half-up')).toThrow(Bug);
    expect(() => mulDiv(1n, -1n, 2n, 'floor')).toThrow(Bug);
    expect(() => mulDiv(1n, 1n, 0n, 'ceil')).toThrow(Bug);
  });
});

describe('a rate', () => {
  test('is kept in lowest terms', () => {
    expect(rateOf(92n, 100n)).toEqual({ num: 23n, den: 25n });
  });

  test('throws a bug if it is not positive', () => {
    for (const [num, den] of [
      [0n, 1n],
      [1n, 0n],
      [-1n, 1n],
      [1n, -1n],
    ] as const) {
      expect(() => rateOf(num, den)).toThrow(Bug);
    }
  });

  test('converts from major to smallest units by the decimals of both currencies', () => {
    expect(rateFromMajor('0.92', 2, 2)).toEqual({ num: 23n, den: 25n });
    expect(rateFromMajor('149.5', 2, 0)).toEqual({ num: 299n, den: 200n });
    expect(rateFromMajor('149.5', 0, 2)).toEqual({ num: 14_950n, den: 1n });
    expect(rateFromMajor('60000', 8, 2)).toEqual({ num: 3n, den: 50n });
    expect(rateFromMajor({ num: 1n, den: 3n }, 2, 3)).toEqual({ num: 10n, den: 3n });
    expect(() => rateFromMajor('0,92', 2, 2)).toThrow('not a rate: 0,92');
  });

  test('is unchanged after a conversion of its units and back', () => {
    fc.assert(
      fc.property(rates, fc.nat(8), fc.nat(8), (major, from, to) => {
        expect(rateFromMajor(rateFromMajor(major, from, to), to, from)).toEqual(major);
      }),
    );
  });

  test('yields one when crossed with its inverse, and crosses exactly', () => {
    fc.assert(
      fc.property(rates, rates, (a, b) => {
        expect(cross(a, invert(a))).toEqual({ num: 1n, den: 1n });
        expect(cross(cross(a, b), invert(b))).toEqual(a);
      }),
    );
  });
});

describe('a decimal number from outside', () => {
  test.each([
    ['1.0825', 433n, 400n],
    ['1', 1n, 1n],
    ['007.50', 15n, 2n],
    ['9.2e-7', 23n, 25_000_000n],
    ['1.5E+3', 1_500n, 1n],
    ['2e3', 2_000n, 1n],
  ])('is read exactly: %s', (text, num, den) => {
    expect(parseDecimal(text)).toEqual({ num, den });
  });

  test.each([
    '',
    '0',
    '0.000',
    '-1',
    '+1',
    '.5',
    '1.',
    '1,5',
    '1 ',
    ' 1',
    'NaN',
    'Infinity',
    '0x10',
    '1e',
    '1e999',
    '１',
  ])('is refused: %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  test('is refused before it is computed if it is extremely long', () => {
    expect(parseDecimal('9'.repeat(1_000_000))).toBeNull();
    expect(parseDecimal('1e999999999')).toBeNull();
  });
});

describe('a printed rate', () => {
  test.each([
    [23n, 25n, 0.92],
    [1n, 1n, 1],
    [1n, 3n, 0.3333333333],
    [2n, 3n, 0.6666666667],
    [12_345_678_905n, 1n, 12_345_678_910],
    [99_999_999_995n, 10n, 10_000_000_000],
    [99_999_999_994n, 10n, 9_999_999_999],
    [1n, 10n ** 10n, 1e-10],
    [10n ** 22n, 1n, 1e22],
    [10n ** 10n - 1n, 10n ** 10n, 0.9999999999],
  ])('%s/%s prints as %s', (num, den, printed) => {
    expect(printRate({ num, den })).toBe(printed);
  });

  test('has at most 10 significant digits and lies within half a unit of the tenth', () => {
    fc.assert(
      fc.property(rates, (r) => {
        const text = String(printRate(r));
        const digits = text.replace(/e.*$/, '').replace('.', '').replace(/^0+/, '').replace(/0+$/, '');
        expect(digits.length).toBeLessThanOrEqual(10);
        const printed = parseDecimal(text)!;
        const error = printed.num * r.den - r.num * printed.den;
        // Relative to the exact rate, half a unit of the tenth digit is at most 5·10⁻¹⁰.
        expect((error < 0n ? -error : error) * 2n * 10n ** 9n <= r.num * printed.den).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});
