import {
  type Context,
  type FieldError,
  type Instant,
  instant,
  OUTSIDE_SKEW_SECONDS,
  phoneNotation,
  plusSeconds,
  rules,
  sandboxSuffix,
  splitTenant,
  dayOf,
} from '../kernel/index.js';
import { isCurrency } from '../money/index.js';
import { COUNTRIES, WITHOUT_POSTAL_CODES } from './countries.js';
import { type Address, type BusinessInfo, CUSTOMER_TYPES, type CustomerType } from './customer.js';
import type { TaxNumber, TaxNumberChecks } from './ports.js';
import { isUmaAddress } from './uma-address.js';
import {
  ACCEPTANCE_METHODS,
  ANNUAL_INCOMES,
  BUSINESS_TYPES,
  ENTITY_TYPES,
  EXPECTED_TRANSACTION_COUNTS,
  EXPECTED_TRANSACTION_VOLUMES,
  IDENTIFICATION_TYPES,
  NET_WORTHS,
  PEP_STATUSES,
  PURPOSES_OF_ACCOUNT,
  SOURCES_OF_FUNDS_OF_BUSINESSES,
  SOURCES_OF_FUNDS_OF_INDIVIDUALS,
  SOURCES_OF_WEALTH,
} from './vocabulary.js';

/** Enhanced due diligence on individuals. */
type DueDiligenceFields = { readonly [F in keyof typeof DUE_DILIGENCE]?: unknown };

/** The fields of a customer that callers set. In a creation null means absent; in a change it clears the field. */
export interface CustomerFields extends DueDiligenceFields {
  /**
   * The id that the platform itself gives to the customer's account, and a note. Corridor stores and shows both, and
   * does not interpret them.
   */
  readonly platformAccountId?: string | null | undefined;
  readonly description?: string | null | undefined;
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
  /** Of businesses only. */
  readonly businessInfo?: SentBusinessInfo | null | undefined;
}

/** Unchecked; fields that no business has are dropped. */
type SentBusinessInfo = { readonly [F in keyof BusinessInfo]?: unknown } & Readonly<Record<string, unknown>>;

export interface EndUserTermsConsentInput {
  readonly acceptedAt: Instant;
  readonly ipAddress: string;
  readonly termsVersion: string;
  readonly acceptanceMethod: string;
}

export type Sent<T> = { readonly [K in keyof T]?: T[K] | null | undefined };

/** The valid fields, without those that the customer's type does not have. */
export interface CheckedFields {
  readonly platformCustomerId?: string;
  readonly platformAccountId?: string;
  readonly description?: string;
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
  /** In a change only what is sent, so that `legalName` can be absent. */
  readonly businessInfo?: Partial<BusinessInfo>;
}

/** Limits of customers' fields: maximum lengths of texts and lists, and patterns. */
export const CUSTOMER_LIMITS = {
  name: 250,
  line: 255,
  postalCode: 20,
  description: 500,
  identifier: 100,
  platformCustomerId: 255,
  termsVersion: 100,
  ipAddress: 45,
  currencies: 200,
  countries: 250,
  phoneNumber: '^\\+[1-9][0-9]{1,14}$',
  naicsCode: '^[0-9]{2,6}$',
} as const;

const { text, oneOf, listOf, object, pastDate, email } = rules;

const country = text({
  format: 'iso3166-1-alpha-2',
  check: (code) => (COUNTRIES.has(code) ? null : 'is not a country code'),
});
const countries = listOf(country, { max: CUSTOMER_LIMITS.countries });

const upTo = (maxLength: number): rules.Rule => text({ minLength: 1, maxLength });
const NAME = upTo(CUSTOMER_LIMITS.name);
const LINE = upTo(CUSTOMER_LIMITS.line);
const DESCRIPTION = upTo(CUSTOMER_LIMITS.description);
const IDENTIFIER = upTo(CUSTOMER_LIMITS.identifier);
const PHONE = text({
  format: 'e.164',
  notation: phoneNotation,
  pattern: CUSTOMER_LIMITS.phoneNumber,
  expects: 'must be a phone number with + and the country code, such as +15555550123',
});
const EIN = '^([0-9]{2}-[0-9]{7}|[0-9]{9})$';
const CURRENCIES = listOf(text({ check: (code) => (isCurrency(code) ? null : 'is not a supported currency') }), {
  max: CUSTOMER_LIMITS.currencies,
});
const UMA = text({ check: (value) => (isUmaAddress(value) ? null : 'is not a UMA address') });
const IP_ADDRESS = text({
  pattern: '^([0-9]{1,3}(\\.[0-9]{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$',
  maxLength: CUSTOMER_LIMITS.ipAddress,
  expects: 'must be an IP address, such as 192.0.2.1',
});

/** A list of these values; it has at most as many items as there are values. */
const someOf = (values: readonly string[]): rules.Rule => listOf(oneOf(values), { max: values.length });

const addressParts = object(
  {
    line1: LINE,
    line2: LINE,
    city: LINE,
    state: LINE,
    postalCode: text({ maxLength: CUSTOMER_LIMITS.postalCode }),
    country,
  },
  ['line1', 'country'],
);
const POSTAL_CODE = upTo(CUSTOMER_LIMITS.postalCode);

/** A postal code is required where the country has them. Elsewhere an absent one is empty. */
const addressRule: rules.Rule = (value, path, gather) => {
  const parts = addressParts(value, path, gather);
  if (typeof parts !== 'object' || parts === null || Array.isArray(parts)) return parts;
  const { postalCode, ...others } = parts as Readonly<Record<string, unknown>>;
  if (typeof postalCode === 'string' && postalCode.trim() !== '') return parts;
  if (WITHOUT_POSTAL_CODES.has(others['country'])) return { ...others, postalCode: '' };
  const at = path === '' ? 'postalCode' : `${path}.postalCode`;
  if (postalCode === undefined) gather({ field: at, message: 'is required' });
  else if (typeof postalCode === 'string') POSTAL_CODE(postalCode, at, gather);
  return parts;
};

/** Rules for fields that individuals and beneficial owners share. */
export const personRules = {
  name: NAME,
  country,
  identifier: IDENTIFIER,
  email: email(),
  phoneNumber: PHONE,
  address: addressRule,
  idType: oneOf(IDENTIFICATION_TYPES),
} as const satisfies rules.Shape;

const instantRule =
  (now: Instant): rules.Rule =>
  (value, path, gather) => {
    if (!Number.isSafeInteger(value)) gather({ field: path, message: 'is not a timestamp' });
    else if ((value as number) > plusSeconds(now, OUTSIDE_SKEW_SECONDS))
      gather({ field: path, message: 'is in the future' });
    return value;
  };

const EXPECTED_ACTIVITY = {
  purposeOfAccount: oneOf(PURPOSES_OF_ACCOUNT),
  purposeOfAccountOtherDescription: DESCRIPTION,
  expectedMonthlyTransactionCount: oneOf(EXPECTED_TRANSACTION_COUNTS),
  expectedMonthlyTransactionVolume: oneOf(EXPECTED_TRANSACTION_VOLUMES),
  sourceOfFundsOtherDescription: DESCRIPTION,
} as const;

const DUE_DILIGENCE = {
  ...EXPECTED_ACTIVITY,
  sourceOfFundsCategories: someOf(SOURCES_OF_FUNDS_OF_INDIVIDUALS),
  sourceOfWealthCategories: someOf(SOURCES_OF_WEALTH),
  sourceOfWealthOtherDescription: DESCRIPTION,
  annualIncomeRange: oneOf(ANNUAL_INCOMES),
  netWorthRange: oneOf(NET_WORTHS),
  pepStatus: oneOf(PEP_STATUSES),
} as const satisfies rules.Shape;

const businessInfoRule = (today: string, required: readonly string[]): rules.Rule =>
  object(
    {
      ...EXPECTED_ACTIVITY,
      legalName: NAME,
      doingBusinessAs: NAME,
      country,
      registrationNumber: IDENTIFIER,
      incorporatedOn: pastDate(today),
      entityType: oneOf(ENTITY_TYPES),
      taxId: IDENTIFIER,
      countriesOfOperation: countries,
      businessType: oneOf(BUSINESS_TYPES),
      sourceOfFunds: DESCRIPTION,
      expectedRecipientJurisdictions: countries,
      naicsCode: text({ pattern: CUSTOMER_LIMITS.naicsCode, expects: 'must be a NAICS code of 2 to 6 digits' }),
      sourceOfFundsCategories: someOf(SOURCES_OF_FUNDS_OF_BUSINESSES),
      expectedCounterpartyCountries: countries,
      primaryContactFirstName: NAME,
      primaryContactLastName: NAME,
    } satisfies Record<keyof BusinessInfo, rules.Rule>,
    required,
  );

const COMMON = {
  platformCustomerId: upTo(CUSTOMER_LIMITS.platformCustomerId),
  platformAccountId: upTo(CUSTOMER_LIMITS.platformCustomerId),
  description: DESCRIPTION,
  region: country,
  currencies: CURRENCIES,
  email: email(),
  phoneNumber: PHONE,
  umaAddress: UMA,
  address: addressRule,
} as const;

const consent = (now: Instant): rules.Rule =>
  object(
    {
      acceptedAt: instantRule(now),
      ipAddress: IP_ADDRESS,
      termsVersion: upTo(CUSTOMER_LIMITS.termsVersion),
      acceptanceMethod: oneOf(ACCEPTANCE_METHODS),
    },
    ['acceptedAt', 'ipAddress', 'termsVersion', 'acceptanceMethod'],
  );

/** The fields that one type of customer has in addition to `COMMON`. */
const OWN: Readonly<Record<CustomerType, (now: Instant, creating: boolean) => rules.Shape>> = {
  INDIVIDUAL: (now) => ({
    endUserTermsConsent: consent(now),
    fullName: NAME,
    birthDate: pastDate(dayOf(now)),
    nationality: country,
    idType: oneOf(IDENTIFICATION_TYPES),
    identifier: IDENTIFIER,
    countryOfIssuance: country,
    ...DUE_DILIGENCE,
  }),
  BUSINESS: (now, creating) => ({
    endUserTermsConsent: consent(now),
    businessInfo: businessInfoRule(dayOf(now), creating ? ['legalName'] : []),
  }),
};

/** The names of the fields that only customers of the other type have. */
export function fieldsOfOthers(type: CustomerType): readonly string[] {
  const others = CUSTOMER_TYPES.filter((other) => other !== type).flatMap((other) =>
    Object.keys(OWN[other](NO_DAY, false)),
  );
  const own = Object.keys(OWN[type](NO_DAY, false));
  return others.filter((name) => !own.includes(name));
}
const NO_DAY = instant(0);

/**
 * Checks the fields that customers of any of these types have and reports errors to `gather`; drops all other fields.
 * Without a type it checks the common fields.
 */
export function checkFields(
  input: object,
  types: readonly CustomerType[],
  now: Instant,
  creating: boolean,
  gather: rules.Gather,
): CheckedFields {
  const shape = Object.assign({}, COMMON, ...types.map((type) => OWN[type](now, creating))) as rules.Shape;
  const required = creating && types.includes('BUSINESS') ? ['businessInfo'] : [];
  return gatherDueDiligence(object(shape, required)(input, '', gather) as Readonly<Record<string, unknown>>);
}

/** Requests send due diligence answers as ordinary fields; the record stores them in one column. */
function gatherDueDiligence(checked: Readonly<Record<string, unknown>>): CheckedFields {
  const [answers, fields]: [[string, unknown][], [string, unknown][]] = [[], []];
  for (const entry of Object.entries(checked)) (Object.hasOwn(DUE_DILIGENCE, entry[0]) ? answers : fields).push(entry);
  return { ...Object.fromEntries(fields), ...(answers.length > 0 && { dueDiligence: Object.fromEntries(answers) }) };
}

/** Patterns of tax numbers, by `idType`. */
const TAX_ID_PATTERNS: ReadonlyMap<string, string> = new Map([
  ['SSN', '^([0-9]{3}-[0-9]{2}-[0-9]{4}|[0-9]{9})$'],
  ['ITIN', '^(9[0-9]{2}-[0-9]{2}-[0-9]{4}|9[0-9]{8})$'],
  ['EIN', EIN],
]);

/** The fields that contain tax numbers, and those that determine which rule applies to them. */
export interface TaxNumberFields {
  readonly idType?: string | null;
  readonly identifier?: string | null;
  readonly countryOfIssuance?: string | null;
  readonly businessInfo?: Partial<BusinessInfo> | null;
}

/** The check of a tax number beyond its pattern; null if only patterns are checked. */
export type IsTaxNumber = ((number: TaxNumber) => boolean) | null;

/**
 * Checks tax numbers by the rule that the type of identifier and the country select; numbers without a rule pass. A
 * field that `known` reports already is not reported twice.
 */
export function invalidTaxIds(
  { idType, identifier, countryOfIssuance, businessInfo }: TaxNumberFields,
  known: readonly FieldError[],
  isTaxNumber: IsTaxNumber = null,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const check = (field: string, value: unknown, pattern: string | undefined, of: Omit<TaxNumber, 'value'>): void => {
    if (typeof value !== 'string' || known.some((error) => error.field === field)) return;
    if (pattern !== undefined && !new RegExp(pattern).test(value)) {
      const example = pattern === EIN ? '12-3456789' : '912-34-5678';
      errors.push({ field, constraint: { pattern }, message: `must have 9 digits, as in ${example}` });
    } else if (of.country !== '' && isTaxNumber?.({ ...of, value }) === false) {
      errors.push({ field, message: 'is not a valid tax number: its check digits or its parts are wrong' });
    }
  };
  const type = US_TAX_NUMBERS.find((known) => known === idType) ?? null;
  check('identifier', identifier, TAX_ID_PATTERNS.get(idType ?? ''), {
    country: type === null ? (countryOfIssuance ?? '') : 'US',
    holder: 'INDIVIDUAL',
    type,
  });
  const country = businessInfo?.country ?? '';
  const isAmerican = country === 'US';
  check('businessInfo.taxId', businessInfo?.taxId, isAmerican ? EIN : undefined, {
    country,
    holder: 'BUSINESS',
    type: isAmerican ? 'EIN' : null,
  });
  return errors;
}

const US_TAX_NUMBERS = ['SSN', 'ITIN', 'EIN'] as const;

/** Production checks every number. The sandbox does so if it is strict, except for numbers that end like a scenario. */
export function taxNumberRule(
  { taxNumbers, strictSandbox }: { readonly taxNumbers: TaxNumberChecks | null; readonly strictSandbox: boolean },
  { tenant }: Pick<Context, 'tenant'>,
): IsTaxNumber {
  const inSandbox = splitTenant(tenant).environment === 'SANDBOX';
  if (taxNumbers === null || (inSandbox && !strictSandbox)) return null;
  return (number) => (inSandbox && sandboxSuffix(number.value) !== null) || taxNumbers.isTaxNumber(number);
}
