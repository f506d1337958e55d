import type { BeneficiaryRule, Field, PartyShape, Presence } from './account-type.js';
import { COUNTRY_CODE, EMAIL_LIKE, field, optional, PHONE_NUMBER } from './fields.js';

export const BENEFICIARY_TYPES = ['INDIVIDUAL', 'BUSINESS'] as const;
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

const TEXT = { minLength: 1, maxLength: 255 } as const;
const COUNTRY_OF = (whose: string): string => `Country ${whose}, as two capital letters (ISO 3166-1).`;

export const ADDRESS_FIELDS: readonly Field[] = [
  field('line1', '1 Example Street', 'Street and house number.', TEXT),
  optional(field('line2', 'Floor 2', 'Floor, unit or building, if the address has one.', TEXT)),
  optional(field('city', 'Springfield', 'Town or municipality.', TEXT)),
  optional(field('state', 'CA', 'State, province or region, in the form that the country uses.', TEXT)),
  field(
    'postalCode',
    '94105',
    'ZIP code or its equivalent, in any form. It may be empty or absent in a country without postal codes.',
    {
      minLength: 1,
      maxLength: 32,
    },
  ),
  field('country', 'US', COUNTRY_OF('of the address'), COUNTRY_CODE),
];

const FULL_NAME = field(
  'fullName',
  'Ada Example',
  "The person's first and last name, as the institution that keeps the account has it.",
  TEXT,
);
const COUNTRY_OF_RESIDENCE = field(
  'countryOfResidence',
  'US',
  COUNTRY_OF('where the beneficiary lives or has its seat'),
  COUNTRY_CODE,
);
const REGISTRATION_NUMBER = field('registrationNumber', 'RN-48213', 'Entry in the register of its country.', TEXT);
const CONTACT: readonly Field[] = [
  field('email', 'ada@example.com', 'Contact address, for institutions that ask for one.', {
    pattern: EMAIL_LIKE,
    minLength: 3,
    maxLength: 320,
    format: 'email',
  }),
  PHONE_NUMBER,
];

const PERSON: readonly Field[] = [
  FULL_NAME,
  field('birthDate', '1990-04-17', 'As YYYY-MM-DD.', { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', format: 'date' }),
  field('nationality', 'US', COUNTRY_OF('of citizenship'), COUNTRY_CODE),
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
    field('legalName', 'Example Trading Ltd', 'The registered name of the business.', TEXT),
    ...[
      REGISTRATION_NUMBER,
      field(
        'taxId',
        '12-3456789',
        'Tax number of the business in its country of residence, such as the EIN in the US.',
        { ...TEXT, content: 'TAX_NUMBER' },
      ),
      ...CONTACT,
      COUNTRY_OF_RESIDENCE,
    ].map(optional),
  ],
  address: 'optional',
};
