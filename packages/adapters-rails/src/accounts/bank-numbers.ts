import { createRequire } from 'node:module';
import { countrySpecs, isValidIBAN } from 'ibantools';
import type * as Banks from 'stdnum/lib/cjs/mx/banks.js';
import { digitsOf, weightedSum } from './digits.js';
import { isCnpj, isCpf } from './tax-numbers.js';

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;

/**
 * The check digits of an IBAN, and the length and form that the registry of SWIFT has for its country. A country that the
 * registry of the library does not have may have joined it since: only the length that every IBAN has is checked then.
 */
export function isIban(value: string): boolean {
  const iban = value.toUpperCase();
  const isRegistered = countrySpecs[iban.slice(0, 2)]?.bban_regexp !== undefined;
  return isRegistered ? isValidIBAN(iban) : IBAN.test(iban) && hasIbanCheckDigits(iban);
}

/** ISO 7064, modulo 97-10: letters count from 10. The two digits are from 02 to 98. */
function hasIbanCheckDigits(iban: string): boolean {
  const digits = [...`${iban.slice(4)}${iban.slice(0, 2)}00`].map((character) => parseInt(character, 36)).join('');
  const rest = [...digits].reduce((value, digit) => (value * 10 + Number(digit)) % 97, 0);
  return 98 - rest === Number(iban.slice(2, 4));
}

const CLABE_WEIGHTS = [3, 7, 1] as const;

/** Eighteen digits, of which the last is the control digit. Banks and towns are not looked up: new ones are issued. */
export function isClabe(value: string): boolean {
  if (!/^\d{18}$/.test(value)) return false;
  const products = digitsOf(value.slice(0, 17)).map((digit, place) => (digit * CLABE_WEIGHTS[place % 3]!) % 10);
  return (10 - (weightedSum(products, [1]) % 10)) % 10 === Number(value.at(-1));
}

const require = createRequire(import.meta.url);

/**
 * The name of the bank of a CLABE; null if the table does not have its code. The table is loaded on first use, because it
 * has all Mexican towns too.
 */
export function bankOfClabe(clabe: string): string | null {
  const { banksMap } = require('stdnum/lib/cjs/mx/banks.js') as typeof Banks;
  return (banksMap as Readonly<Record<string, { readonly name: string }>>)[Number(clabe.slice(0, 3))]?.name ?? null;
}

const CBU_WEIGHTS = [3, 1, 7, 9] as const;

/** Two blocks of 8 and 14 digits, each with a control digit. */
export function isCbu(value: string): boolean {
  const isBlock = (block: string): boolean => {
    const [control, ...rest] = digitsOf(block).toReversed();
    return (10 - (weightedSum(rest, CBU_WEIGHTS) % 10)) % 10 === control;
  };
  return /^\d{22}$/.test(value) && isBlock(value.slice(0, 8)) && isBlock(value.slice(8));
}

const ABA_WEIGHTS = [3, 7, 1] as const;

/**
 * Whether the value is nine digits whose weighted sum is a multiple of ten. Nine zeros would satisfy the rule, but no
 * bank has that number.
 */
export function isAbaRoutingNumber(value: string): boolean {
  if (!/^\d{9}$/.test(value) || /^0+$/.test(value)) return false;
  return [...value].reduce((sum, digit, i) => sum + Number(digit) * ABA_WEIGHTS[i % 3]!, 0) % 10 === 0;
}

/**
 * The Luhn check. Every second digit from the right is doubled, and the digits of a doubled value are added one by one.
 */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const counted = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** Only UnionPay card numbers (62...) of persons in China have a check digit; other account numbers have none. */
export const isChineseAccount = (value: string): boolean => !/^62\d{14,17}$/.test(value) || isLuhn(value);

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const BRAZILIAN_PHONE = /^\+55\d{10,11}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const PIX_KEYS: Readonly<Record<string, (key: string) => boolean>> = {
  CPF: isCpf,
  CNPJ: isCnpj,
  EMAIL: (key) => EMAIL.test(key),
  PHONE: (key) => BRAZILIAN_PHONE.test(key),
  RANDOM: (key) => UUID.test(key),
};

/** A key of the PIX directory, which has five types of keys. */
export const isPixKey = (key: string, type: unknown): boolean =>
  typeof type === 'string' && Object.hasOwn(PIX_KEYS, type) && PIX_KEYS[type]!(key);
