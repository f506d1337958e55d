import type { Field } from './account-type.js';

type Limits = Omit<Field, 'name' | 'required' | 'caseless' | 'example' | 'description'> & {
  readonly caseless?: boolean;
};

/** A required text field. The API reference shows its description. */
export const field = (name: string, example: string, description: string, limits: Limits = {}): Field => ({
  name,
  required: true,
  caseless: false,
  example,
  description,
  ...limits,
});

export const optional = (of: Field): Field => ({ ...of, required: false });

/** What the API does with the marks between the groups of a number. */
const UNGROUPED = 'Blanks and hyphens between groups are removed.';

/** The blanks of Unicode, which `\s` names in JavaScript only. U+2028 is in a range, because JavaScript would escape it. */
const BLANKS = '\\x00-\\x20\\x7f-\\xa0\u1680\u2000-\u200a\u2027-\u202f\u205f\u3000\ufeff';

/** A name and a domain. Clients in other languages compile the pattern of a field. */
export const EMAIL_LIKE = `^[^${BLANKS}@]+@[^${BLANKS}@]+$`;

/** A field of `min` to `max` digits. */
export const digits = (name: string, example: string, meaning: string, min: number, max: number = min): Field =>
  field(name, example, `${meaning}: ${min === max ? min : `${min} to ${max}`} digits. ${UNGROUPED}`, {
    pattern: min === max ? `^[0-9]{${min}}$` : `^[0-9]{${min},${max}}$`,
    minLength: min,
    maxLength: max,
    notation: 'GROUPED',
  });

/** A field with a fixed set of values. */
export const choice = (
  name: string,
  values: readonly [string, ...string[]],
  description: string,
  example: string = values[0],
): Field => field(name, example, description, { enum: values });

const NAME = { minLength: 1, maxLength: 255, caseless: true, notation: 'NAME' } as const;

export const BANK_NAME = field(
  'bankName',
  'First Example Bank',
  'The bank that keeps the account, as the account holder knows it. Case does not matter.',
  NAME,
);
export const PROVIDER = field(
  'provider',
  'Example Mobile Money',
  'The mobile-money operator that keeps the wallet. Case does not matter.',
  NAME,
);
export const ACCOUNT_NUMBER = field(
  'accountNumber',
  '1234567890',
  `The number in the form that the bank uses in its own country. ${UNGROUPED} Leading zeros are kept.`,
  { minLength: 1, maxLength: 34, notation: 'GROUPED' },
);
/** Leading zeros are kept, because banks distinguish accounts by them. */
export const US_ACCOUNT_NUMBER: Field = field(
  'accountNumber',
  '1234567890',
  '4 to 17 digits. Blanks and hyphens between them are removed; leading zeros are kept.',
  { pattern: '^[0-9](?:[ -]?[0-9]){3,16}$', minLength: 4, maxLength: 33, notation: 'GROUPED' },
);
export const BRANCH_CODE = digits('branchCode', '00123', 'Identifies the branch within the bank', 5);
export const ROUTING_NUMBER: Field = {
  ...digits('routingNumber', '021000021', 'ABA number of the US bank, with a check digit', 9),
  content: 'ABA_ROUTING_NUMBER',
};
export const BANK_ACCOUNT_TYPE = choice(
  'bankAccountType',
  ['CHECKING', 'SAVINGS'],
  'Whether the bank keeps it as a checking (current) or as a savings account.',
);

export const SWIFT_CODE = field(
  'swiftCode',
  'DEUTDEFF',
  'BIC (ISO 9362) of the bank, 8 or 11 characters. The branch `XXX` is removed, because it is the head office.',
  {
    pattern: '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$',
    minLength: 8,
    maxLength: 11,
    notation: 'BIC',
  },
);

/** An IBAN of any country. */
export const IBAN = field(
  'iban',
  'DE89370400440532013000',
  `International bank account number (ISO 13616): country code, two check digits, then 11 to 30 letters and digits. ${UNGROUPED}`,
  {
    pattern: '^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$',
    minLength: 15,
    maxLength: 34,
    caseless: true,
    notation: 'IBAN',
    content: 'IBAN',
  },
);

/** An IBAN of one country, with its exact length. */
export const ibanOf = (example: string, pattern: string): Field => ({
  ...IBAN,
  example,
  description: `International bank account number (ISO 13616): ${example.length} characters, starting with \`${example.slice(0, 2)}\`. ${UNGROUPED}`,
  pattern,
  minLength: example.length,
  maxLength: example.length,
});

export const PHONE_NUMBER = field(
  'phoneNumber',
  '+15555550123',
  'In E.164 form: `+`, the calling code of the country and the number. Blanks and punctuation are removed.',
  { pattern: '^\\+[0-9]{6,14}$', minLength: 7, maxLength: 15, format: 'e.164', notation: 'PHONE' },
);

/** The phone number of a mobile wallet, with a given calling code and number of digits. */
export const phoneOf = (example: string, callingCode = '', count = '6,14'): Field => ({
  ...PHONE_NUMBER,
  example,
  description: `The number under which the mobile wallet is registered, in E.164 form${callingCode && ` with the calling code +${callingCode}`}.`,
  pattern: `^\\+${callingCode}[0-9]{${count}}$`,
});

export const COUNTRY_CODE = { pattern: '^[A-Z]{2}$', minLength: 2, maxLength: 2, format: 'iso3166-1-alpha-2' } as const;

/** The code that the payer writes into the memo of a payment. */
export const REFERENCE = field(
  'reference',
  '7HQ4GKX93MTA',
  'The text that the payer writes into the memo of the payment, so that the money is matched to its recipient.',
  { minLength: 1, maxLength: 140 },
);
