import { currency } from '@corridor/core';

/**
 * The decimals that ISO 4217 gives a currency; null for an unknown code. Crypto currencies are not currencies of a bank
 * message.
 */
export function fiatDecimals(code: string): number | null {
  const found = currency(code);
  return found?.kind === 'fiat' ? found.decimals : null;
}

/** xs:decimal without a minus. The schemas allow 18 digits. */
const DECIMAL = /^\+?(?=[\d.]*\d)(\d*)(?:\.(\d*))?$/;
const MAX_DIGITS = 18;

export type AmountProblem = 'not a plain decimal number' | 'has more decimals than its currency' | 'is too large';

/**
 * Reads a decimal number as smallest units. Zeros behind the decimals of the currency are allowed, because the schemas
 * allow five decimals for every currency and some banks write them.
 */
export function parseAmount(text: string, decimals: number): bigint | AmountProblem {
  const match = text.length > 64 ? null : DECIMAL.exec(text);
  if (match === null) return 'not a plain decimal number';
  const [, whole = '', fraction = ''] = match;
  if (/[^0]/.test(fraction.slice(decimals))) return 'has more decimals than its currency';
  const units = (whole + fraction.slice(0, decimals).padEnd(decimals, '0')).replace(/^0+(?=\d)/, '');
  return units.length > MAX_DIGITS ? 'is too large' : BigInt(units === '' ? '0' : units);
}

/** An amount as ISO 20022 writes it: `1234.50`. */
export function formatAmount(units: bigint, decimals: number): string {
  if (units < 0n) throw new RangeError('an amount of a message is never negative');
  const digits = units.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
