import { randomInt } from 'node:crypto';
import type { CardBrand } from '@corridor/core/records';

/** The printed details of a card. They never leave the issuer. */
export interface CardSecrets {
  readonly number: string;
  readonly code: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** Number ranges that the networks reserve for tests. */
const PREFIXES: Readonly<Record<CardBrand, string>> = { VISA: '400000', MASTERCARD: '555555' };
const NUMBER_LENGTH = 16;
const VALID_YEARS = 4;

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** The digit that makes a number valid (Luhn, ISO/IEC 7812-1). */
export function checkDigit(withoutIt: string): string {
  const sum = [...withoutIt].reverse().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** A test number of that brand, valid for four years from `now` (epoch milliseconds). */
export function newCard(brand: CardBrand, now: number): CardSecrets {
  const body = PREFIXES[brand] + digits(NUMBER_LENGTH - PREFIXES[brand].length - 1);
  const today = new Date(now);
  return {
    number: body + checkDigit(body),
    code: digits(3),
    expMonth: today.getUTCMonth() + 1,
    expYear: today.getUTCFullYear() + VALID_YEARS,
  };
}
