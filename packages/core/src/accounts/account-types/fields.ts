import type { Field } from './account-type.js';

type Limits = Omit<Field, 'name' | 'required' | 'caseless' | 'example'> & { readonly caseless?: boolean };

/** A required text field. */
export const field = (name: string, example: string, limits: Limits = {}): Field => ({
  name,
  required: true,
  caseless: false,
  example,
  ...limits,
});

export const optional = (of: Field): Field => ({ ...of, required: false });

/** A field of `min` to `max` digits. */
export const digits = (name: string, example: string, min: number, max: number = min): Field =>
  field(name, example, {
    pattern: min === max ? `^[0-9]{${min}}$` : `^[0-9]{${min},${max}}$`,
    minLength: min,
    maxLength: max,
    grouped: true,
  });

/** A field with a fixed set of values. */
export const choice = (name: string, values: readonly [string, ...string[]], example: string = values[0]): Field =>
  field(name, example, { enum: values });

export const BANK_NAME = field('bankName', 'First Example Bank', { minLength: 1, maxLength: 255, caseless: true });
export const PROVIDER = field('provider', 'Example Mobile Money', { minLength: 1, maxLength: 255, caseless: true });
export const ACCOUNT_NUMBER = field('accountNumber', '1234567890', { minLength: 1, maxLength: 34 });
/** Leading zeros are kept, because banks distinguish accounts by them. */
export const US_ACCOUNT_NUMBER: Field = {
  ...field('accountNumber', '1234567890', { pattern: '^[0-9](?:[ -]?[0-9]){3,16}$', minLength: 4, maxLength: 33 }),
  description: '4 to 17 digits; blanks and hyphens between them are removed',
  grouped: true,
};
export const BRANCH_CODE = digits('branchCode', '00123', 5);
export const ROUTING_NUMBER: Field = {
  ...digits('routingNumber', '021000021', 9),
  content: 'ABA_ROUTING_NUMBER',
};
export const BANK_ACCOUNT_TYPE = choice('bankAccountType', ['CHECKING', 'SAVINGS']);

export const SWIFT_CODE = field('swiftCode', 'DEUTDEFF', {
  pattern: '^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
  minLength: 8,
  maxLength: 11,
  description: 'BIC (ISO 9362) of the bank',
  content: 'BIC',
});

/** An IBAN of any country. */
export const IBAN = field('iban', 'DE89370400440532013000', {
  pattern: '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$',
  minLength: 15,
  maxLength: 34,
  caseless: true,
  grouped: true,
  content: 'IBAN',
});

/** An IBAN of one country, with its exact length. */
export const ibanOf = (example: string, pattern: string): Field => ({
  ...IBAN,
  example,
  pattern,
  minLength: example.length,
  maxLength: example.length,
});

export const PHONE_NUMBER = field('phoneNumber', '+15555550123', {
  pattern: '^\\+[0-9]{6,14}$',
  minLength: 7,
  maxLength: 15,
  format: 'e.164',
  grouped: true,
});

/** A phone number with a given calling code and number of digits. */
export const phoneOf = (example: string, callingCode = '', count = '6,14'): Field => ({
  ...PHONE_NUMBER,
  example,
  pattern: `^\\+${callingCode}[0-9]{${count}}$`,
});

export const COUNTRY_CODE = { pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2, format: 'iso3166-1-alpha-2' } as const;

/** The code that the payer writes into the memo of a payment. */
export const REFERENCE = field('reference', '7HQ4GKX93MTA', { minLength: 1, maxLength: 140 });
