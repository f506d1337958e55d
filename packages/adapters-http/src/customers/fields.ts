import { COUNTRIES, isCurrency, isUmaAddress } from '@corridor/core';
import * as z from 'zod';
import { instant, text, timestamp } from '../app/schemas.js';
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

const NAME = text(250);
const LINE = text(255);
const DESCRIPTION = text(500);
const MAX_CURRENCIES = 200;
const MAX_COUNTRIES = 250;

const COUNTRY_FORMAT = { constraint: { format: 'iso3166-1-alpha-2' } };
const country = z
  .string()
  .refine((code) => COUNTRIES.has(code), { error: 'is not a country code', params: COUNTRY_FORMAT })
  .meta({ examples: ['US'] });
const countries = z.array(country).max(MAX_COUNTRIES);
const email = z.email().max(254);
const phoneNumber = z.string().regex(/^\+[1-9]\d{1,14}$/);

export const address = z
  .object({
    line1: LINE,
    line2: LINE.optional(),
    city: LINE.optional(),
    state: LINE.optional(),
    postalCode: text(20),
    country,
  })
  .meta({ id: 'Address' });

export const endUserTermsConsentRequest = z
  .object({ acceptedAt: instant, ipAddress: text(45), termsVersion: text(100), acceptanceMethod })
  .meta({ id: 'EndUserTermsConsentRequest' });

export const endUserTermsConsent = z
  .object({ acceptedAt: timestamp, ipAddress: z.string(), termsVersion: z.string(), acceptanceMethod })
  .meta({ id: 'EndUserTermsConsent' });

export const contactVerification = z
  .object({ email: contactVerificationStatus, phone: contactVerificationStatus })
  .partial()
  .meta({ id: 'ContactVerification', description: 'The channels whose verification the provider requires' });

/** What both kinds of customers may send, in creation and in changes. */
export const contactFields = {
  currencies: z.array(currencyCode.refine(isCurrency, 'is not a currency')).max(MAX_CURRENCIES).optional(),
  email: email.optional(),
  phoneNumber: phoneNumber.optional(),
  umaAddress: z.string().refine(isUmaAddress, 'is not a UMA address').optional(),
  endUserTermsConsent: endUserTermsConsentRequest.optional(),
  address: address.optional(),
};

export const region = country.optional();

/** Enhanced due diligence on individuals (contract: CustomerEdd). */
export const dueDiligenceFields = {
  sourceOfFundsCategories: z.array(sourceOfFundsOfIndividual).max(11).optional(),
  sourceOfFundsOtherDescription: DESCRIPTION.optional(),
  sourceOfWealthCategories: z.array(sourceOfWealth).max(9).optional(),
  sourceOfWealthOtherDescription: DESCRIPTION.optional(),
  purposeOfAccount: purposeOfAccount.optional(),
  purposeOfAccountOtherDescription: DESCRIPTION.optional(),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional(),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional(),
  annualIncomeRange: annualIncome.optional(),
  netWorthRange: netWorth.optional(),
  pepStatus: pepStatus.optional(),
};

/** What is known of a person; `identifier` is write-only and stands beside. */
export const personFields = {
  fullName: NAME.optional(),
  birthDate: z.iso.date().optional(),
  nationality: country.optional(),
  idType: identificationType.optional(),
  countryOfIssuance: country.optional(),
};

/** Goes in and never comes back. */
export const identifier = text(100).meta({ writeOnly: true });

const businessInfoFields = {
  doingBusinessAs: NAME.optional(),
  country: country.optional(),
  registrationNumber: text(100).optional(),
  incorporatedOn: z.iso.date().optional(),
  entityType: entityType.optional(),
  taxId: text(100).optional(),
  countriesOfOperation: countries.optional(),
  businessType: businessType.optional(),
  purposeOfAccount: purposeOfAccount.optional(),
  sourceOfFunds: DESCRIPTION.optional(),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional(),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional(),
  expectedRecipientJurisdictions: countries.optional(),
  naicsCode: z
    .string()
    .regex(/^\d{2,6}$/)
    .optional(),
  sourceOfFundsCategories: z.array(sourceOfFundsOfBusiness).max(7).optional(),
  sourceOfFundsOtherDescription: DESCRIPTION.optional(),
  purposeOfAccountOtherDescription: DESCRIPTION.optional(),
  expectedCounterpartyCountries: countries.optional(),
  primaryContactFirstName: NAME.optional(),
  primaryContactLastName: NAME.optional(),
};

export const businessInfo = z.object({ legalName: NAME, ...businessInfoFields }).meta({ id: 'BusinessInfo' });

export const businessInfoUpdate = z
  .object({ legalName: NAME.optional(), ...businessInfoFields })
  .meta({ id: 'BusinessInfoUpdate' });

export const businessInfoResponse = z
  .object({ legalName: NAME, ...businessInfoFields })
  .meta({ id: 'BusinessInfoResponse' });

export const beneficialOwner = z
  .object({
    id: z.string(),
    customerId: z.string(),
    roles: z.array(beneficialOwnerRole),
    ownershipPercentage: z.int().min(0).max(100),
    personalInfo: z
      .object({
        firstName: NAME,
        middleName: NAME.optional(),
        lastName: NAME,
        birthDate: z.iso.date(),
        nationality: country,
        email: email.optional(),
        phoneNumber: phoneNumber.optional(),
        address,
        idType: identificationType,
        countryOfIssuance: country.optional(),
      })
      .meta({ id: 'BeneficialOwnerPersonalInfo' }),
    kycStatus,
    createdAt: timestamp,
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'BeneficialOwner' });
