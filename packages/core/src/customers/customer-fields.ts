import { type FieldError, type Instant, rules } from '../kernel/index.js';
import { isCurrency } from '../money/index.js';
import { COUNTRIES } from './countries.js';
import type { Address, CustomerType } from './customer.js';
import { isUmaAddress } from './uma-address.js';

/** What a caller may say of a customer, in creation and in changes; absent and null are the same. */
export interface CustomerFields {
  readonly currencies?: readonly string[] | null | undefined;
  readonly email?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly umaAddress?: string | null | undefined;
  readonly endUserTermsConsent?: EndUserTermsConsentInput | null | undefined;
  readonly address?: Sent<Address> | null | undefined;
  readonly fullName?: string | null | undefined;
  readonly birthDate?: string | null | undefined;
  readonly nationality?: string | null | undefined;
  readonly idType?: string | null | undefined;
  readonly identifier?: string | null | undefined;
  readonly countryOfIssuance?: string | null | undefined;
  /** Individuals: the fields of the contract's CustomerEdd. */
  readonly dueDiligence?: Readonly<Record<string, unknown>> | null | undefined;
  /** Businesses: the fields of the contract's BusinessInfo. */
  readonly businessInfo?: Readonly<Record<string, unknown>> | null | undefined;
}

export interface EndUserTermsConsentInput {
  readonly acceptedAt: Instant;
  readonly ipAddress: string;
  readonly termsVersion: string;
  readonly acceptanceMethod: string;
}

export type Sent<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** The fields that passed, without those that the customer's type does not have. */
export interface CheckedFields {
  readonly platformCustomerId?: string;
  readonly region?: string;
  readonly currencies?: readonly string[];
  readonly email?: string;
  readonly phoneNumber?: string;
  readonly umaAddress?: string;
  readonly endUserTermsConsent?: EndUserTermsConsentInput;
  readonly address?: Omit<Address, 'line2' | 'city' | 'state'> & Partial<Pick<Address, 'line2' | 'city' | 'state'>>;
  readonly fullName?: string;
  readonly birthDate?: string;
  readonly nationality?: string;
  readonly idType?: string;
  readonly identifier?: string;
  readonly countryOfIssuance?: string;
  readonly dueDiligence?: Readonly<Record<string, unknown>>;
  readonly businessInfo?: Readonly<Record<string, unknown>>;
}

export const IDENTIFICATION_TYPES = ['SSN', 'ITIN', 'EIN', 'NON_US_TAX_ID'] as const;
export const ACCEPTANCE_METHODS = ['CHECKBOX', 'CLICK_TO_ACCEPT'] as const;

const { text, oneOf, listOf, object, pastDate, email } = rules;

export const country = text({
  format: 'iso3166-1-alpha-2',
  check: (code) => (COUNTRIES.has(code) ? null : 'is not a country code'),
});
const countries = listOf(country, { max: 250 });

const NAME = text({ minLength: 1, maxLength: 250 });
const LINE = text({ minLength: 1, maxLength: 255 });
const DESCRIPTION = text({ minLength: 1, maxLength: 500 });
const PHONE = text({ format: 'e.164', pattern: '^\\+[1-9]\\d{1,14}$' });
const EIN = '^(\\d{2}-\\d{7}|\\d{9})$';
const CURRENCIES = listOf(text({ check: (code) => (isCurrency(code) ? null : 'is not a currency') }), { max: 200 });
const UMA = text({ check: (value) => (isUmaAddress(value) ? null : 'is not a UMA address') });
const IP_ADDRESS = text({ pattern: '^(\\d{1,3}(\\.\\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$', maxLength: 45 });

export const addressRule = object(
  { line1: LINE, line2: LINE, city: LINE, state: LINE, postalCode: text({ minLength: 1, maxLength: 20 }), country },
  ['line1', 'postalCode', 'country'],
);

const instantRule =
  (now: Instant): rules.Rule =>
  (value, path, gather) => {
    if (!Number.isSafeInteger(value)) gather({ field: path, message: 'is not a timestamp' });
    else if ((value as number) > now + CLOCK_SKEW_MS) gather({ field: path, message: 'is in the future' });
    return value;
  };
/** Clocks of browsers in which terms are accepted run ahead. */
const CLOCK_SKEW_MS = 5 * 60 * 1000;

const TRANSACTION_COUNTS = ['UNDER_10', '10_TO_100', '100_TO_500', '500_TO_1000', 'OVER_1000'].map((n) => `COUNT_${n}`);
const TRANSACTION_VOLUMES = ['UNDER_10K', '10K_TO_100K', '100K_TO_1M', '1M_TO_10M', 'OVER_10M'].map(
  (n) => `VOLUME_${n}`,
);
const PURPOSES = `CONTRACTOR_PAYOUTS CREATOR_PAYOUTS EMPLOYEE_PAYOUTS MARKETPLACE_SELLER_PAYOUTS SUPPLIER_PAYMENTS
  CROSS_BORDER_B2B AR_AUTOMATION AP_AUTOMATION EMBEDDED_PAYMENTS PLATFORM_FEE_COLLECTION P2P_TRANSFERS
  CHARITABLE_DONATIONS OTHER`.split(/\s+/);
const words = (list: string): readonly string[] => list.split(/\s+/);

const EXPECTED_ACTIVITY = {
  purposeOfAccount: oneOf(PURPOSES),
  purposeOfAccountOtherDescription: DESCRIPTION,
  expectedMonthlyTransactionCount: oneOf(TRANSACTION_COUNTS),
  expectedMonthlyTransactionVolume: oneOf(TRANSACTION_VOLUMES),
  sourceOfFundsOtherDescription: DESCRIPTION,
} as const;

export const dueDiligenceRule = object({
  ...EXPECTED_ACTIVITY,
  sourceOfFundsCategories: listOf(
    oneOf(
      words(`SALARY SELF_EMPLOYMENT_INCOME INVESTMENT_INCOME PENSION RENTAL_INCOME GIFT INHERITANCE LOAN SAVINGS
        SALE_OF_ASSETS OTHER`),
    ),
    { max: 11 },
  ),
  sourceOfWealthCategories: listOf(
    oneOf(words('SALARY BUSINESS_INCOME INVESTMENTS INHERITANCE PROPERTY_SALE GIFT RETIREMENT SAVINGS OTHER')),
    { max: 9 },
  ),
  sourceOfWealthOtherDescription: DESCRIPTION,
  annualIncomeRange: oneOf(words('UNDER_50K RANGE_50K_100K RANGE_100K_250K RANGE_250K_1M OVER_1M')),
  netWorthRange: oneOf(words('UNDER_100K RANGE_100K_500K RANGE_500K_1M RANGE_1M_5M RANGE_5M_25M OVER_25M')),
  pepStatus: oneOf(words('NONE DOMESTIC FOREIGN HIO FAMILY_OR_ASSOCIATE')),
});

const businessInfoRule = (today: string, required: readonly string[]): rules.Rule =>
  object(
    {
      ...EXPECTED_ACTIVITY,
      legalName: NAME,
      doingBusinessAs: NAME,
      country,
      registrationNumber: text({ minLength: 1, maxLength: 100 }),
      incorporatedOn: pastDate(today),
      entityType: oneOf(
        words(`SOLE_PROPRIETORSHIP PARTNERSHIP LLC CORPORATION S_CORPORATION NON_PROFIT PUBLICLY_LISTED_COMPANY TRUST
          PRIVATE_FOUNDATION CHARITY OTHER`),
      ),
      taxId: text({ minLength: 1, maxLength: 100 }),
      countriesOfOperation: countries,
      businessType: oneOf(
        words(`AGRICULTURE_FORESTRY_FISHING_AND_HUNTING MINING_QUARRYING_AND_OIL_AND_GAS_EXTRACTION UTILITIES CONSTRUCTION
          MANUFACTURING WHOLESALE_TRADE RETAIL_TRADE TRANSPORTATION_AND_WAREHOUSING INFORMATION FINANCE_AND_INSURANCE
          REAL_ESTATE_AND_RENTAL_AND_LEASING PROFESSIONAL_SCIENTIFIC_AND_TECHNICAL_SERVICES
          MANAGEMENT_OF_COMPANIES_AND_ENTERPRISES ADMINISTRATIVE_AND_SUPPORT_AND_WASTE_MANAGEMENT_AND_REMEDIATION_SERVICES
          EDUCATIONAL_SERVICES HEALTH_CARE_AND_SOCIAL_ASSISTANCE ARTS_ENTERTAINMENT_AND_RECREATION
          ACCOMMODATION_AND_FOOD_SERVICES OTHER_SERVICES PUBLIC_ADMINISTRATION`),
      ),
      sourceOfFunds: DESCRIPTION,
      expectedRecipientJurisdictions: countries,
      naicsCode: text({ pattern: '^\\d{2,6}$' }),
      sourceOfFundsCategories: listOf(
        oneOf(words('OPERATING_REVENUE INVESTMENT_INCOME LOANS VENTURE_CAPITAL PERSONAL_SAVINGS DONATIONS OTHER')),
        { max: 7 },
      ),
      expectedCounterpartyCountries: countries,
      primaryContactFirstName: NAME,
      primaryContactLastName: NAME,
    },
    required,
  );

const COMMON = {
  platformCustomerId: text({ minLength: 1, maxLength: 255 }),
  region: country,
  currencies: CURRENCIES,
  email: email(),
  phoneNumber: PHONE,
  umaAddress: UMA,
  address: addressRule,
} as const;

const individual = (today: string): rules.Shape => ({
  fullName: NAME,
  birthDate: pastDate(today),
  nationality: country,
  idType: oneOf(IDENTIFICATION_TYPES),
  identifier: text({ minLength: 1, maxLength: 100 }),
  countryOfIssuance: country,
  dueDiligence: dueDiligenceRule,
});

const consent = (now: Instant): rules.Rule =>
  object(
    {
      acceptedAt: instantRule(now),
      ipAddress: IP_ADDRESS,
      termsVersion: text({ minLength: 1, maxLength: 100 }),
      acceptanceMethod: oneOf(ACCEPTANCE_METHODS),
    },
    ['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'],
  );

/** Checks the fields that a customer of this type has and gathers what is wrong with them; drops all others. */
export function checkFields(
  input: object,
  type: CustomerType,
  now: Instant,
  creating: boolean,
  gather: rules.Gather,
): CheckedFields {
  const today = new Date(now).toISOString().slice(0, 10);
  const own: rules.Shape =
    type === 'INDIVIDUAL'
      ? individual(today)
      : { businessInfo: businessInfoRule(today, creating ? ['legalName'] : []) };
  const required = type === 'BUSINESS' && creating ? ['businessInfo'] : [];
  return object({ ...COMMON, endUserTermsConsent: consent(now), ...own }, required)(input, '', gather) as CheckedFields;
}

const TAX_ID_PATTERNS: ReadonlyMap<string, string> = new Map([
  ['SSN', '^(\\d{3}-\\d{2}-\\d{4}|\\d{9})$'],
  ['ITIN', '^(9\\d{2}-\\d{2}-\\d{4}|9\\d{8})$'],
  ['EIN', EIN],
]);

/** Tax numbers where a rule is known, looked at together with the fields that say which rule applies. */
export function invalidTaxIds(customer: {
  readonly idType: string | null;
  readonly identifier: string | null;
  readonly businessInfo: Readonly<Record<string, unknown>> | null;
}): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { idType, identifier, businessInfo } = customer;
  const check = (field: string, value: unknown, pattern: string | undefined): void => {
    if (typeof value !== 'string' || pattern === undefined || new RegExp(pattern).test(value)) return;
    errors.push({ field, constraint: { pattern }, message: 'does not have the expected form' });
  };
  check('identifier', identifier, TAX_ID_PATTERNS.get(idType ?? ''));
  check('businessInfo.taxId', businessInfo?.['taxId'], businessInfo?.['country'] === 'US' ? EIN : undefined);
  return errors;
}
