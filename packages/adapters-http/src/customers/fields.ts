import { CUSTOMER_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import { emailAddress, formatted, instant, text, timestamp } from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';
import {
  acceptanceMethod,
  annualIncome,
  beneficialOwnerRole,
  businessType,
  contactVerificationStatus,
  entityType,
  expectedTransactionCount,
  expectedTransactionVolume,
  identificationType,
  kycStatus,
  netWorth,
  pepStatus,
  purposeOfAccount,
  sourceOfFundsOfBusiness,
  sourceOfFundsOfIndividual,
  sourceOfWealth,
} from './vocabulary.js';

const NAME = text(CUSTOMER_LIMITS.name);
const LINE = text(CUSTOMER_LIMITS.line);
const DESCRIPTION = text(CUSTOMER_LIMITS.description);
const IDENTIFIER = text(CUSTOMER_LIMITS.identifier);

const country = z.string().meta({ examples: ['US'] });
const countries = z.array(country).max(CUSTOMER_LIMITS.countries);
const date = formatted('date');
const phoneNumber = z.string().regex(new RegExp(CUSTOMER_LIMITS.phoneNumber));
/** A list of enum values, at most as long as the enum: a longer list would repeat a value. */
const someOf = <V extends string>(values: z.ZodEnum<Readonly<Record<V, V>>>) =>
  z.array(values).max(values.options.length);

export const address = z
  .object({
    line1: LINE,
    line2: LINE.optional(),
    city: LINE.optional(),
    state: LINE.optional(),
    postalCode: text(CUSTOMER_LIMITS.postalCode),
    country,
  })
  .meta({ id: 'Address' });

export const endUserTermsConsentRequest = z
  .object({
    acceptedAt: instant,
    ipAddress: text(CUSTOMER_LIMITS.ipAddress),
    termsVersion: text(CUSTOMER_LIMITS.termsVersion),
    acceptanceMethod,
  })
  .meta({ id: 'EndUserTermsConsentRequest' });

export const endUserTermsConsent = z
  .object({ acceptedAt: timestamp, ipAddress: z.string(), termsVersion: z.string(), acceptanceMethod })
  .meta({ id: 'EndUserTermsConsent' });

export const contactVerification = z
  .object({ email: contactVerificationStatus, phone: contactVerificationStatus })
  .partial()
  .meta({ id: 'ContactVerification', description: 'The contact channels that the provider requires to be verified' });

/** Fields of both customer types, in creation and in changes. */
export const contactFields = {
  platformAccountId: text(CUSTOMER_LIMITS.platformCustomerId).optional(),
  description: DESCRIPTION.optional(),
  currencies: z.array(currencyCode).max(CUSTOMER_LIMITS.currencies).optional(),
  email: emailAddress.optional(),
  phoneNumber: phoneNumber.optional(),
  umaAddress: z.string().optional(),
  endUserTermsConsent: endUserTermsConsentRequest.optional(),
  address: address.optional(),
};

export const region = country.optional();

/** Enhanced due diligence on individuals. */
export const dueDiligenceFields = {
  sourceOfFundsCategories: someOf(sourceOfFundsOfIndividual).optional(),
  sourceOfFundsOtherDescription: DESCRIPTION.optional(),
  sourceOfWealthCategories: someOf(sourceOfWealth).optional(),
  sourceOfWealthOtherDescription: DESCRIPTION.optional(),
  purposeOfAccount: purposeOfAccount.optional(),
  purposeOfAccountOtherDescription: DESCRIPTION.optional(),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional(),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional(),
  annualIncomeRange: annualIncome.optional(),
  netWorthRange: netWorth.optional(),
  pepStatus: pepStatus.optional(),
};

export const dueDiligence = z.object(dueDiligenceFields);

/** Personal data. `identifier` is write-only and therefore declared separately. */
export const personFields = {
  fullName: NAME.optional(),
  birthDate: date.optional(),
  nationality: country.optional(),
  idType: identificationType.optional(),
  countryOfIssuance: country.optional(),
};

/** An identification number, which requests may contain and responses never return. */
export const identifier = IDENTIFIER.meta({ writeOnly: true });

const businessInfoFields = {
  doingBusinessAs: NAME.optional(),
  country: country.optional(),
  registrationNumber: IDENTIFIER.optional(),
  incorporatedOn: date.optional(),
  entityType: entityType.optional(),
  taxId: IDENTIFIER.optional(),
  countriesOfOperation: countries.optional(),
  businessType: businessType.optional(),
  purposeOfAccount: purposeOfAccount.optional(),
  sourceOfFunds: DESCRIPTION.optional(),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional(),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional(),
  expectedRecipientJurisdictions: countries.optional(),
  naicsCode: z.string().regex(new RegExp(CUSTOMER_LIMITS.naicsCode)).optional(),
  sourceOfFundsCategories: someOf(sourceOfFundsOfBusiness).optional(),
  sourceOfFundsOtherDescription: DESCRIPTION.optional(),
  purposeOfAccountOtherDescription: DESCRIPTION.optional(),
  expectedCounterpartyCountries: countries.optional(),
  primaryContactFirstName: NAME.optional(),
  primaryContactLastName: NAME.optional(),
};

/** The given optional fields in the schema of an update, where null clears a field. */
export const clearable = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, schema.nullable()])) as {
    readonly [K in keyof S]: z.ZodNullable<S[K]>;
  };

export const businessInfo = z.object({ legalName: NAME, ...businessInfoFields }).meta({ id: 'BusinessInfo' });

export const businessInfoUpdate = z
  .object({ legalName: NAME.optional(), ...clearable(businessInfoFields) })
  .meta({ id: 'BusinessInfoUpdate' });

export const businessInfoResponse = z
  .object({ legalName: NAME, ...businessInfoFields })
  .meta({ id: 'BusinessInfoResponse' });

const ownerFields = {
  middleName: NAME.optional(),
  email: emailAddress.optional(),
  phoneNumber: phoneNumber.optional(),
  countryOfIssuance: country.optional(),
};

/** Fields of a beneficial owner, without the identifier. */
const knownOfOwner = { firstName: NAME, lastName: NAME, birthDate: date, nationality: country, address };

/** The beneficial owner's personal data in requests. */
export const personalInfoRequest = z
  .object({ ...knownOfOwner, ...ownerFields, idType: identificationType, identifier })
  .meta({ id: 'BeneficialOwnerPersonalInfoRequest' });

export const personalInfoUpdate = z
  .object({
    ...z.object(knownOfOwner).partial().shape,
    ...clearable(ownerFields),
    idType: identificationType.optional(),
    identifier: identifier.optional(),
  })
  .meta({ id: 'BeneficialOwnerPersonalInfoUpdate' });

export const ownerStanding = {
  roles: z.array(beneficialOwnerRole).min(1).max(beneficialOwnerRole.options.length),
  ownershipPercentage: z.number().min(0).max(100).meta({ description: 'In percent, with up to four decimal places' }),
};

export const beneficialOwner = z
  .object({
    id: z.string(),
    customerId: z.string(),
    ...ownerStanding,
    personalInfo: z
      .object({ ...knownOfOwner, ...ownerFields, idType: identificationType })
      .meta({ id: 'BeneficialOwnerPersonalInfo' }),
    kycStatus,
    createdAt: timestamp,
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'BeneficialOwner' });
