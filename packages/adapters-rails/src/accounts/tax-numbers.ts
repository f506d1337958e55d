import type { TaxNumber } from '@corridor/core/ports';
import * as abn from 'stdnum/lib/cjs/au/abn.js';
import * as tfn from 'stdnum/lib/cjs/au/tfn.js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import * as rut from 'stdnum/lib/cjs/cl/rut.js';
import * as nit from 'stdnum/lib/cjs/co/nit.js';
import * as nip from 'stdnum/lib/cjs/pl/nip.js';
import * as ssn from 'stdnum/lib/cjs/us/ssn.js';
import { bare, digitsOf, weightedSum } from './digits.js';

type Rule = (value: string) => boolean;
const by =
  (validator: { validate(value: string): { readonly isValid: boolean } }): Rule =>
  (value) =>
    validator.validate(value).isValid;
const either =
  (...rules: readonly Rule[]): Rule =>
  (value) =>
    rules.some((rule) => rule(value));

/** Numbers of one repeated digit have correct control digits but are never issued. */
const isRepeated = (value: string): boolean => /^(\d)\1+$/.test(value.replace(/\D/g, ''));

export const isCpf: Rule = (value) => by(cpf)(value) && !isRepeated(value);

const CNPJ_WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9] as const;

/**
 * Twelve digits or capital letters and two control digits. Letters are issued since July 2026; they count as their ASCII
 * code less that of `0`.
 */
export const isCnpj: Rule = (value) => {
  const number = bare(value).toUpperCase();
  if (!/^[A-Z0-9]{12}\d{2}$/.test(number) || /^(.)\1+$/.test(number)) return false;
  const values = [...number].map((character) => character.charCodeAt(0) - '0'.charCodeAt(0));
  const control = (before: readonly number[]): number => {
    const rest = weightedSum(before.toReversed(), CNPJ_WEIGHTS) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  return control(values.slice(0, 12)) === values[12] && control(values.slice(0, 13)) === values[13];
};
export const isBrazilianTaxNumber: Rule = either(isCpf, isCnpj);

/** Rules of forms: which prefixes, groups, states or kinds of holders are issued is a list that grows. */
const form =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(bare(value).toUpperCase());

const isEin = form(/^\d{9}$/);
const isItin = form(/^9\d{8}$/);
const isPan = form(/^[A-Z]{5}(?!0000)\d{4}[A-Z]$/);

const CONTROLLED_BY_11 = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2] as const;

/**
 * Eleven digits, of which the last is 11 less the remainder of the weighted sum by 11. Countries differ in the digits that
 * stand for 10 and 11.
 */
const by11 =
  (ten: number, eleven: number): Rule =>
  (value) => {
    const number = bare(value);
    if (!/^\d{11}$/.test(number)) return false;
    const control = 11 - (weightedSum(digitsOf(number.slice(0, 10)), CONTROLLED_BY_11) % 11);
    return (control === 10 ? ten : control === 11 ? eleven : control) === Number(number.at(-1));
  };
const isCuit = by11(9, 0);
const isRuc = by11(0, 1);

const BASE_36 = 36;

/**
 * The number of a state, the PAN or TAN of the holder, the number of the registration, a letter, and a control character
 * in base 36.
 */
const isGstin: Rule = (value) => {
  const number = bare(value).toUpperCase();
  if (!/^\d{2}[A-Z]{4}[A-Z0-9]\d{4}[A-Z][A-Z1-9][A-Z][A-Z0-9]$/.test(number)) return false;
  const values = [...number].map((character) => parseInt(character, BASE_36));
  const sum = values.slice(0, -1).reduce((total, each, place) => {
    const product = each * (place % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / BASE_36) + (product % BASE_36);
  }, 0);
  return (BASE_36 - (sum % BASE_36)) % BASE_36 === values.at(-1);
};

/**
 * Letters of the name, a date as YYMMDD, and three characters for those with the same letters and date. The last is a
 * control digit by the published rule, but 1.5 % of the issued numbers do not follow the rule.
 */
const isRfc: Rule = (value) => {
  const [, year, month, day] =
    /^[A-Z&\u00d1]{3,4}(\d{2})(\d{2})(\d{2})[A-Z0-9]{3}$/.exec(bare(value).toUpperCase()) ?? [];
  return year !== undefined && ['19', '20'].some((century) => isDay(`${century}${year}-${month}-${day}`));
};

function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/**
 * The tax numbers of persons and of businesses. The table has only countries with one number for each, or with two that
 * can be told apart.
 */
const RULES: Readonly<Record<string, Readonly<Record<TaxNumber['holder'], Rule>>>> = {
  AR: { INDIVIDUAL: isCuit, BUSINESS: isCuit },
  AU: { INDIVIDUAL: by(tfn), BUSINESS: either(by(abn), by(tfn)) },
  BR: { INDIVIDUAL: isCpf, BUSINESS: isCnpj },
  CL: { INDIVIDUAL: by(rut), BUSINESS: by(rut) },
  CO: { INDIVIDUAL: () => true, BUSINESS: isNit },
  IN: { INDIVIDUAL: isPan, BUSINESS: either(isPan, isGstin) },
  MX: { INDIVIDUAL: isRfc, BUSINESS: isRfc },
  PE: { INDIVIDUAL: () => true, BUSINESS: isRuc },
  PL: { INDIVIDUAL: () => true, BUSINESS: by(nip) },
  US: { INDIVIDUAL: either(by(ssn), isItin, isEin), BUSINESS: isEin },
};

const OF_TYPE: Readonly<Record<Exclude<TaxNumber['type'], null>, Rule>> = {
  EIN: isEin,
  ITIN: isItin,
  SSN: by(ssn),
};

export function isTaxNumber({ country, holder, type, value }: TaxNumber): boolean {
  if (type !== null) return OF_TYPE[type](value);
  return Object.hasOwn(RULES, country) ? RULES[country]![holder](value) : true;
}

/** A NIT without its control digit has nine digits, and nothing to check. */
function isNit(value: string): boolean {
  return /^\d{9}$/.test(value.replace(/\D/g, '')) || by(nit)(value);
}

export const isColombianDocument = (value: string, type: unknown): boolean => type !== 'NIT' || isNit(value);
