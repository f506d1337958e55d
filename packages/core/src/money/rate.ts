import { Bug } from '../kernel/index.js';

/**
 * An exact positive ratio, in lowest terms. As an exchange rate: smallest units of the receiving currency per one
 * smallest unit of the sending currency.
 */
export interface Rate {
  readonly num: bigint;
  readonly den: bigint;
}

export type Rounding = 'floor' | 'ceil' | 'half-up';

/** `a × num / den`, rounded: the only division of money. `a` and `num` must not be negative; `den` must be positive. */
export function mulDiv(a: bigint, num: bigint, den: bigint, rounding: Rounding): bigint {
  if (a < 0n || num < 0n || den <= 0n) throw new Bug(`mulDiv of ${a} × ${num} / ${den}`);
  const product = a * num;
  switch (rounding) {
    case 'floor':
      return product / den;
    case 'ceil':
      return (product + den - 1n) / den;
    case 'half-up':
      return (2n * product + den) / (2n * den);
  }
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/**
 * `num / den` in lowest terms; both must be positive.
 *
 * @example
 * ```ts
 * import { rateOf } from '@corridor/core';
 *
 * rateOf(46n, 50n); // { num: 23n, den: 25n }
 * ```
 */
export function rateOf(num: bigint, den: bigint): Rate {
  if (num <= 0n || den <= 0n) throw new Bug(`not a rate: ${num}/${den}`);
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
}

/** The rate of the opposite direction. */
export const invert = (r: Rate): Rate => rateOf(r.den, r.num);

/** The rate a → c from the rates a → b and b → c. */
export const cross = (first: Rate, second: Rate): Rate => rateOf(first.num * second.num, first.den * second.den);

const DECIMAL = /^(\d{1,60})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/;

/** Parses a positive decimal number from outside, such as `1.0825` or `9.2e-7`; null if the text is not one. */
export function parseDecimal(text: string): Rate | null {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = BigInt(whole + fraction);
  return digits === 0n ? null : shifted({ num: digits, den: 1n }, Number(exponent) - fraction.length);
}

/**
 * Converts a rate in major units (0.92 EUR for 1 USD) to smallest units.
 * A text that is not a positive decimal number is a bug: parse data from outside with `parseDecimal`.
 */
export function rateFromMajor(major: Rate | string, fromDecimals: number, toDecimals: number): Rate {
  const exact = typeof major === 'string' ? parseDecimal(major) : major;
  if (exact === null) throw new Bug(`not a rate: ${String(major)}`);
  return shifted(exact, toDecimals - fromDecimals);
}

const shifted = (r: Rate, power: number): Rate =>
  power >= 0 ? rateOf(r.num * 10n ** BigInt(power), r.den) : rateOf(r.num, r.den * 10n ** BigInt(-power));

const PRINTED_DIGITS = 10;

/**
 * The rate for the API, rounded half up to 10 significant digits. For display only: money is never computed from it.
 * A double holds 15 decimal digits, so the number prints with these 10 digits.
 *
 * @example
 * ```ts
 * import { printRate, rateOf } from '@corridor/core';
 *
 * printRate(rateOf(2n, 3n)); // 0.6666666667
 * ```
 */
export function printRate(r: Rate): number {
  // The digit counts of both parts give the power of ten to within one; the loop corrects it.
  let power = PRINTED_DIGITS - (r.num.toString().length - r.den.toString().length);
  for (;;) {
    const digits =
      power >= 0
        ? mulDiv(r.num, 10n ** BigInt(power), r.den, 'half-up')
        : mulDiv(r.num, 1n, r.den * 10n ** BigInt(-power), 'half-up');
    if (digits < 10n ** BigInt(PRINTED_DIGITS)) return Number(`${digits}e${-power}`);
    power -= 1;
  }
}
