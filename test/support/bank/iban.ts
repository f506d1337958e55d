import type { Chance } from '../chance.js';

/** The number of which ISO 7064 takes the remainder: the first four characters last, and letters as numbers. */
function remainder(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return Number(BigInt(digits) % 97n);
}

export const isIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text) && remainder(text) === 1;

/** A German IBAN with correct check digits, of a random bank code and account. */
export function germanIban(chance: Chance): string {
  const account = Array.from({ length: 18 }, () => String(chance.under(10))).join('');
  return `DE${String(98 - remainder(`DE00${account}`)).padStart(2, '0')}${account}`;
}
