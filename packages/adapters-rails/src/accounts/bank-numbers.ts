import { createRequire } from 'node:module';
import { isValidBIC, isValidIBAN } from 'ibantools';
import * as cbu from 'stdnum/lib/cjs/ar/cbu.js';
import type * as Clabe from 'stdnum/lib/cjs/mx/clabe.js';
import { isCnpj, isCpf } from './tax-numbers.js';

const require = createRequire(import.meta.url);

/** Loaded on first use: the module builds a table of all Mexican towns, which takes a twentieth of the start. */
const clabe = () => require('stdnum/lib/cjs/mx/clabe.js') as typeof Clabe;

export const isIban = (value: string): boolean => isValidIBAN(value.toUpperCase());
export const isBic = (value: string): boolean => isValidBIC(value);
export const isClabe = (value: string): boolean => clabe().validate(value).isValid;
export const isCbu = (value: string): boolean => cbu.validate(value).isValid;

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
