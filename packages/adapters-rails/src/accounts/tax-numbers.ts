import type { TaxNumber } from '@corridor/core/ports';
import * as cuit from 'stdnum/lib/cjs/ar/cuit.js';
import * as abn from 'stdnum/lib/cjs/au/abn.js';
import * as tfn from 'stdnum/lib/cjs/au/tfn.js';
import * as cnpj from 'stdnum/lib/cjs/br/cnpj.js';
import * as cpf from 'stdnum/lib/cjs/br/cpf.js';
import * as rut from 'stdnum/lib/cjs/cl/rut.js';
import * as nit from 'stdnum/lib/cjs/co/nit.js';
import * as gstin from 'stdnum/lib/cjs/in/gstin.js';
import * as pan from 'stdnum/lib/cjs/in/pan.js';
import * as rfc from 'stdnum/lib/cjs/mx/rfc.js';
import * as ruc from 'stdnum/lib/cjs/pe/ruc.js';
import * as nip from 'stdnum/lib/cjs/pl/nip.js';
import * as ein from 'stdnum/lib/cjs/us/ein.js';
import * as ssn from 'stdnum/lib/cjs/us/ssn.js';

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
export const isCnpj: Rule = (value) => by(cnpj)(value) && !isRepeated(value);
export const isBrazilianTaxNumber: Rule = either(isCpf, isCnpj);

/** The form of an ITIN: 9NN-GG-NNNN, where GG is one of the issued groups. An ITIN has no check digit. */
const isItin: Rule = (value) => /^9\d{2}-?(5\d|6[0-5]|7\d|8[0-8]|9[0-2]|9[4-9])-?\d{4}$/.test(value);

/**
 * The tax numbers of persons and of businesses. The table has only countries with one number for each, or with two that
 * can be told apart.
 */
const RULES: Readonly<Record<string, Readonly<Record<TaxNumber['holder'], Rule>>>> = {
  AR: { INDIVIDUAL: by(cuit), BUSINESS: by(cuit) },
  AU: { INDIVIDUAL: by(tfn), BUSINESS: either(by(abn), by(tfn)) },
  BR: { INDIVIDUAL: isCpf, BUSINESS: isCnpj },
  CL: { INDIVIDUAL: by(rut), BUSINESS: by(rut) },
  CO: { INDIVIDUAL: () => true, BUSINESS: isNit },
  IN: { INDIVIDUAL: by(pan), BUSINESS: either(by(pan), by(gstin)) },
  MX: { INDIVIDUAL: by(rfc), BUSINESS: by(rfc) },
  PE: { INDIVIDUAL: () => true, BUSINESS: by(ruc) },
  PL: { INDIVIDUAL: () => true, BUSINESS: by(nip) },
  US: { INDIVIDUAL: either(by(ssn), isItin, by(ein)), BUSINESS: by(ein) },
};

const OF_TYPE: Readonly<Record<Exclude<TaxNumber['type'], null>, Rule>> = {
  EIN: by(ein),
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
