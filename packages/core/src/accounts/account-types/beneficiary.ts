import type { BeneficiaryRule, Field, PartyShape, Presence } from './account-type.js';
import { COUNTRY_CODE, field, optional, PHONE_NUMBER } from './fields.js';

export const BENEFICIARY_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

const TEXT = { minLength: 1, maxLength: 255 } as const;

export const ADDRESS_FIELDS: readonly Field[] = [
  field('line1', '1 Example Street', TEXT),
  optional(field('line2', 'Floor 2', TEXT)),
  optional(field('city', 'Springfield', TEXT)),
  optional(field('state', 'CA', TEXT)),
  field('postalCode', '94105', { minLength: 1, maxLength: 32 }),
  field('country', 'US', COUNTRY_CODE),
];

const FULL_NAME = field('fullName', 'Ada Example', TEXT);
const COUNTRY_OF_RESIDENCE = field('countryOfResidence', 'US', COUNTRY_CODE);
const REGISTRATION_NUMBER = field('registrationNumber', 'RN-48213', TEXT);
const CONTACT: readonly Field[] = [
  field('email', 'ada@example.com', { pattern: '^[^\\s@]+@[^\\s@]+$', minLength: 3, maxLength: 320, format: 'email' }),
  PHONE_NUMBER,
];

const PERSON: readonly Field[] = [
  FULL_NAME,
  field('birthDate', '1990-04-17', { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date' }),
  field('nationality', 'US', COUNTRY_CODE),
  ...CONTACT,
  COUNTRY_OF_RESIDENCE,
];

type PersonField = 'countryOfResidence' | 'phoneNumber';

/** A required beneficiary. Its name is always required, other fields depend on the country. */
export function beneficiary(
  asks: {
    readonly required?: readonly PersonField[];
    readonly address?: Presence;
    readonly more?: readonly Field[];
  } = {},
): BeneficiaryRule {
  const required: readonly string[] = ['fullName', ...(asks.required ?? [])];
  const fields = PERSON.map((of) => (required.includes(of.name) ? of : optional(of)));
  return {
    presence: 'required',
    individual: { fields: [...fields, ...(asks.more ?? [])], address: asks.address ?? 'optional' },
  };
}

export const REGISTRATION_NUMBER_OF_PERSON = optional(REGISTRATION_NUMBER);

/** The person or business that controls a wallet, for the travel rule. */
export const WALLET_BENEFICIARY: BeneficiaryRule = {
  presence: 'optional',
  individual: { fields: [FULL_NAME, COUNTRY_OF_RESIDENCE], address: 'none' },
};

export const NO_BENEFICIARY: BeneficiaryRule = { presence: 'none', individual: { fields: [], address: 'none' } };

export const BUSINESS_BENEFICIARY: PartyShape = {
  fields: [
    field('legalName', 'Example Trading Ltd', TEXT),
    ...[
      REGISTRATION_NUMBER,
      field('taxId', '12-3456789', { ...TEXT, content: 'TAX_NUMBER' }),
      ...CONTACT,
      COUNTRY_OF_RESIDENCE,
    ].map(optional),
  ],
  address: 'optional',
};
