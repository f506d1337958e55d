import type { CurrencyCode } from '../kernel/index.js';
import { decimalsOf, isLedgerCurrency } from '../money/index.js';

/** An amount in smallest units of its currency. */
export interface SoughtAmount {
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

const CODE = '[a-z]{3,10}';
/** Digits with points, commas, apostrophes and spaces between them. */
const NUMBER = "\\d(?:[\\d.,'’\\u00a0\\u202f ]*\\d)?";
const NUMBER_FIRST = new RegExp(`^(${NUMBER})\\s*(${CODE})$`, 'i');
const CODE_FIRST = new RegExp(`^(${CODE})\\s*(${NUMBER})$`, 'i');
const MAX_AMOUNT = 2n ** 63n - 1n;

/**
 * The amounts that a text with a currency can mean, such as `1,766.23 GBP` or `gbp 1.766,23`. Several if one separator is
 * followed by three digits and the currency has three decimals or more: `1,766 BTC` can be 1766 or 1.766. Empty for
 * another text.
 */
export function amountsIn(text: string): readonly SoughtAmount[] {
  const first = NUMBER_FIRST.exec(text.trim());
  const last = first === null ? CODE_FIRST.exec(text.trim()) : null;
  const [number, code] = first === null ? [last?.[2], last?.[1]] : [first[1], first[2]];
  const currency = code?.toUpperCase();
  return number === undefined || currency === undefined || !isLedgerCurrency(currency)
    ? []
    : amountsOf(number, currency);
}

const BARE = new RegExp(`^${NUMBER}$`);

/** The sign of a currency before or after a number: several currencies have the same one, so it chooses none. */
const SIGN = /^\p{Sc}\s*|\s*\p{Sc}$/u;

/**
 * The number of a text that can be an amount without a currency, such as `1,766.23` or `$1,766.23`; null for another text.
 * No amount begins with zeros as phone numbers do.
 */
export function bareNumberIn(text: string): string | null {
  const number = text.replace(SIGN, '');
  return BARE.test(number) && !/^0\d/.test(number) ? number : null;
}

/** The amounts that a number such as `1,766.23` can mean in a currency. */
export function amountsOf(number: string, currency: CurrencyCode): readonly SoughtAmount[] {
  const decimals = decimalsOf(currency);
  const found = readings(number).flatMap(({ whole, fraction }) => {
    // Zeros beyond the decimals of the currency change nothing.
    const digits = fraction.replace(/0+$/, '');
    if (digits.length > decimals) return [];
    const amount = BigInt(whole + digits.padEnd(decimals, '0'));
    return amount > MAX_AMOUNT ? [] : [amount];
  });
  return [...new Set(found)].map((amount) => ({ currency, amount }));
}

interface Reading {
  readonly whole: string;
  readonly fraction: string;
}

/** Groups of digits after the first one: of three, or of two before a last one of three, as in India. */
const isGrouped = (groups: readonly string[]): boolean =>
  groups.length === 0 ||
  (groups.at(-1)!.length === 3 && groups.slice(0, -1).every(({ length }) => length === 3 || length === 2));

/** The ways to read a number with separators. */
function readings(number: string): readonly Reading[] {
  const plain = number.replaceAll(/['’\u00a0\u202f ]/g, '');
  const points = plain.split('.').length - 1;
  const commas = plain.split(',').length - 1;
  if (points === 0 && commas === 0) return [{ whole: plain, fraction: '' }];
  if (points > 0 && commas > 0) {
    const decimal = plain.lastIndexOf('.') > plain.lastIndexOf(',') ? '.' : ',';
    const [grouped = '', fraction = '', ...more] = plain.split(decimal);
    const [head = '', ...groups] = grouped.split(decimal === '.' ? ',' : '.');
    return more.length === 0 && isGrouped(groups) ? [{ whole: head + groups.join(''), fraction }] : [];
  }
  const [head = '', ...groups] = plain.split(points > 0 ? '.' : ',');
  const asGroups = isGrouped(groups) ? [{ whole: head + groups.join(''), fraction: '' }] : [];
  const asFraction = groups.length === 1 ? [{ whole: head, fraction: groups[0]! }] : [];
  return [...asFraction, ...asGroups];
}
