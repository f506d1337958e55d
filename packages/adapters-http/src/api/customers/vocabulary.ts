import { BENEFICIAL_OWNER_ROLES, CONTACT_EMAIL, type ContactStatus, CUSTOMER_TYPES, KYC } from '@corridor/core/records';
import {
  ACCEPTANCE_METHODS,
  ANNUAL_INCOMES,
  BUSINESS_TYPES,
  ENTITY_TYPES,
  EXPECTED_TRANSACTION_COUNTS,
  EXPECTED_TRANSACTION_VOLUMES,
  IDENTIFICATION_TYPES,
  KYB,
  NET_WORTHS,
  PEP_STATUSES,
  PURPOSES_OF_ACCOUNT,
  SOURCES_OF_FUNDS_OF_BUSINESSES,
  SOURCES_OF_FUNDS_OF_INDIVIDUALS,
  SOURCES_OF_WEALTH,
  statesOf,
} from '@corridor/core/internal';
import * as z from 'zod';
import { meanings, statuses } from '../../kit/schemas.js';

/** The enumerations of customers; each is a component of the document. */
const named = <const V extends readonly [string, ...string[]]>(id: string, values: V, description: string) =>
  z.enum(values).meta({ id, description });

const given = <const V extends readonly [string, ...string[]]>(id: string, values: V, of: Record<V[number], string>) =>
  named(id, values, meanings<V[number]>(of));

export const customerType = given('CustomerType', CUSTOMER_TYPES, {
  INDIVIDUAL: 'a person, who is verified by KYC',
  BUSINESS: 'a company or other organization, which is verified by KYB with its beneficial owners',
});
export const identificationType = given('IdentificationType', IDENTIFICATION_TYPES, {
  SSN: 'United States social security number: nine digits, as in `123-45-6789`',
  ITIN: 'United States taxpayer identification number of a person: nine digits that begin with 9, as in `912-34-5678`',
  EIN: 'United States employer identification number: nine digits, as in `12-3456789`',
  NON_US_TAX_ID: 'tax number of another country, which `countryOfIssuance` names',
});
export const acceptanceMethod = given('EndUserTermsAcceptanceMethod', ACCEPTANCE_METHODS, {
  CHECKBOX: 'the customer ticked a box beside the terms',
  CLICK_TO_ACCEPT: 'the customer clicked a button that accepts the terms',
});

const KYC_STATUSES = ['UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD'] as const;
const KYC_MEANINGS = meanings<(typeof KYC_STATUSES)[number]>({
  UNVERIFIED: 'reserved; records of this service are `PENDING` from their creation',
  PENDING: 'not decided: not submitted yet, or under review; `APPROVED`, `REJECTED` or `HOLD` follows',
  APPROVED: 'verified, so the customer can move money; final, and kept while a change of the identity is reviewed',
  REJECTED: 'refused by the verification; final, so a further attempt needs a new record',
  HOLD: 'the reviewer asks for more data: correct it and submit the customer again, which leads back to `PENDING`',
});
export const kycStatus = statuses(KYC, KYC_STATUSES).meta({ id: 'KycStatus', description: KYC_MEANINGS });
export const kybStatus = statuses(KYB, KYC_STATUSES).meta({ id: 'KybStatus', description: KYC_MEANINGS });
export const contactVerificationStatus = named(
  'ContactVerificationStatus',
  statesOf(CONTACT_EMAIL),
  meanings<ContactStatus>({
    PENDING: 'not confirmed yet: send a code and confirm it',
    VERIFIED: 'confirmed with a code; another address or number leads back to `PENDING`',
  }),
);

export const purposeOfAccount = named(
  'PurposeOfAccount',
  PURPOSES_OF_ACCOUNT,
  'What the customer mainly uses its accounts for. Explain `OTHER` in `purposeOfAccountOtherDescription`.',
);
export const expectedTransactionCount = named(
  'ExpectedMonthlyTransactionCount',
  EXPECTED_TRANSACTION_COUNTS,
  'A range of payments in one month.',
);
export const expectedTransactionVolume = named(
  'ExpectedMonthlyTransactionVolume',
  EXPECTED_TRANSACTION_VOLUMES,
  'A range of the money moved in one month; `K` means thousands and `M` millions.',
);

export const sourceOfFundsOfIndividual = named(
  'IndividualSourceOfFundsCategory',
  SOURCES_OF_FUNDS_OF_INDIVIDUALS,
  'Where the money that a person moves comes from. Explain `OTHER` in `sourceOfFundsOtherDescription`.',
);
export const sourceOfWealth = named(
  'SourceOfWealthCategory',
  SOURCES_OF_WEALTH,
  "Where a person's total assets come from. Explain `OTHER` in `sourceOfWealthOtherDescription`.",
);
export const annualIncome = named(
  'AnnualIncomeRange',
  ANNUAL_INCOMES,
  'A range of the income in one year; `K` means thousands and `M` millions.',
);
export const netWorth = named(
  'NetWorthRange',
  NET_WORTHS,
  'A range of assets minus debts; `K` means thousands and `M` millions.',
);
export const pepStatus = given('PepStatus', PEP_STATUSES, {
  NONE: 'not a politically exposed person',
  DOMESTIC: "holds a prominent public function in the customer's own country",
  FOREIGN: 'holds a prominent public function in another country',
  HIO: 'is a leader of an international organization',
  FAMILY_OR_ASSOCIATE: 'is a relative or close associate of a politically exposed person',
});

export const entityType = named('EntityType', ENTITY_TYPES, 'The legal form of a business.');
export const businessType = named(
  'BusinessType',
  BUSINESS_TYPES,
  'The industry of a business, by the sectors of the North American Industry Classification System (NAICS).',
);
export const sourceOfFundsOfBusiness = named(
  'SourceOfFundsCategory',
  SOURCES_OF_FUNDS_OF_BUSINESSES,
  'Where the money that a business moves comes from. Explain `OTHER` in `sourceOfFundsOtherDescription`.',
);
export const beneficialOwnerRole = given('BeneficialOwnerRole', BENEFICIAL_OWNER_ROLES, {
  UBO: 'ultimate beneficial owner: owns the business directly or through others',
  DIRECTOR: 'member of the board',
  COMPANY_OFFICER: 'officer, such as a chief executive or treasurer',
  CONTROL_PERSON: 'directs the business; a verification requires at least one',
  TRUSTEE: 'manages the assets of a trust',
  GENERAL_PARTNER: 'manages a partnership and is liable for it',
});
