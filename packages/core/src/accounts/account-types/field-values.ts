import {
  addressNotation,
  bicNotation,
  codeNotation,
  emailNotation,
  type FieldConstraint,
  type FieldError,
  ibanNotation,
  lightningNotation,
  nameNotation,
  phoneNotation,
  textFault,
  ungrouped,
  uuidNotation,
} from '../../kernel/index.js';
import type { Field, FieldNotation } from './account-type.js';

/** Collects invalid fields. */
export type Report = (error: FieldError) => void;

/** An unchecked object of a request. Only own properties count as fields, so that inherited properties are ignored. */
export type Untrusted = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Untrusted =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The property, or undefined if it is absent, inherited or null. */
export const given = (of: Untrusted, name: string): unknown =>
  Object.hasOwn(of, name) ? (of[name] ?? undefined) : undefined;

const patterns = new Map<string, RegExp>();

function matches(pattern: string, value: string): boolean {
  let compiled = patterns.get(pattern);
  if (compiled === undefined) patterns.set(pattern, (compiled = new RegExp(pattern)));
  return compiled.test(value);
}

function isDate(value: string): boolean {
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const DIGITS = /^\^\[0-9\]\{(\d+)(?:,(\d+))?\}\$$/;

/** What a value of a field with a pattern must look like, in words: `must have 9 digits`. */
export function expectation({ pattern = '', format, content, notation, example }: Field): string {
  const [, least, most] = DIGITS.exec(pattern) ?? [];
  if (least !== undefined) return `must have ${most === undefined ? least : `${least} to ${most}`} digits`;
  if (format === 'date') return `must be a date as YYYY-MM-DD, such as ${example}`;
  if (format === 'email') return `must be an email address, such as ${example}`;
  if (format === 'e.164') return `must be a phone number with + and the country code, such as ${example}`;
  if (format === 'iso3166-1-alpha-2') return `must be the code of a country in two capital letters, such as ${example}`;
  if (content === 'IBAN') return `must be an IBAN, such as ${example}`;
  if (notation === 'BIC') return `must be a BIC of 8 or 11 capital letters and digits, such as ${example}`;
  return `must have the form of ${example}`;
}

/** The notations of the keys of the PIX directory, by `pixKeyType`. */
const PIX_KEYS: Readonly<Record<string, (key: string) => string>> = {
  CPF: codeNotation,
  CNPJ: codeNotation,
  EMAIL: emailNotation,
  PHONE: phoneNotation,
  RANDOM: uuidNotation,
};

const NOTATIONS: Readonly<Record<FieldNotation, (value: string, among: Untrusted) => string>> = {
  ADDRESS: addressNotation,
  BIC: bicNotation,
  CODE: codeNotation,
  GROUPED: ungrouped,
  IBAN: ibanNotation,
  LIGHTNING: lightningNotation,
  NAME: nameNotation,
  PHONE: phoneNotation,
  PIX_KEY: (key, among) => {
    const type = given(among, 'pixKeyType');
    return typeof type === 'string' && Object.hasOwn(PIX_KEYS, type) ? PIX_KEYS[type]!(key) : key;
  },
};

/** A value in the notation of its field. `among` has the other fields, on which the notation of a PIX key depends. */
export const inNotation = (of: Field, value: string, among: Untrusted): string =>
  of.notation === undefined ? value : NOTATIONS[of.notation](value, among);

/** The error message for a value; null if it is valid. */
function fault(of: Field, value: unknown): string | null {
  if (value === undefined) return of.required ? 'is required' : null;
  if (typeof value !== 'string') return 'must be a string';
  if (of.enum !== undefined) return of.enum.includes(value) ? null : 'is not one of the allowed values';
  if (of.minLength !== undefined && value.trim().length < Math.min(of.minLength, 1)) return 'must not be blank';
  if (of.minLength !== undefined && value.length < of.minLength) return `must have at least ${of.minLength} characters`;
  if (of.maxLength !== undefined && value.length > of.maxLength) return `must have at most ${of.maxLength} characters`;
  if (of.pattern !== undefined && !matches(of.pattern, value)) return expectation(of);
  if (of.format === 'date' && !isDate(value)) return 'is not a date';
  return textFault(value);
}

function constraintOf(of: Field): FieldConstraint | null {
  const constraint: FieldConstraint = {
    ...(of.format !== undefined && { format: of.format }),
    ...(of.pattern !== undefined && { pattern: of.pattern }),
    ...(of.enum !== undefined && { enum: of.enum }),
    ...(of.minLength !== undefined && { minLength: of.minLength }),
    ...(of.maxLength !== undefined && { maxLength: of.maxLength }),
  };
  return Object.keys(constraint).length === 0 ? null : constraint;
}

/** Reports a field as invalid with its complete constraint, so that a client can check the next value itself. */
export function reject(report: Report, path: string, of: Field, message: string): void {
  const constraint = constraintOf(of);
  report({ field: `${path}.${of.name}`, ...(constraint !== null && { constraint }), message });
}

/** Reads these fields of an object and reports invalid ones; other fields are dropped. */
export function readFields(
  from: Untrusted,
  fields: readonly Field[],
  path: string,
  report: Report,
): Record<string, string> {
  const read: Record<string, string> = {};
  for (const of of fields) {
    const sent = given(from, of.name);
    const value = typeof sent === 'string' ? inNotation(of, sent, from) : sent;
    const message = fault(of, value);
    if (message !== null) reject(report, path, of, message);
    else if (value !== undefined) read[of.name] = value as string;
  }
  return read;
}
