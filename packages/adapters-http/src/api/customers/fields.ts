import { CUSTOMER_LIMITS, phoneNotation } from '@corridor/core/internal';
import * as z from 'zod';
import { emailAddress, emptyIfAbsent, formatted, instant, text, timestamp } from '../../kit/schemas.js';
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
const phoneNumber = z.string().check(z.overwrite(phoneNotation), z.regex(new RegExp(CUSTOMER_LIMITS.phoneNumber)));
/** A list of enum values, at most as long as the enum: a longer list would repeat a value. */
const someOf = <V extends string>(values: z.ZodEnum<Readonly<Record<V, V>>>) =>
  z.array(values).max(values.options.length);

const COUNTRY_CODE = 'two letters (ISO 3166-1 alpha-2)';

export const address = z
  .object({
    line1: LINE.describe('Street and number, or post office box.'),
    line2: LINE.optional().describe('Flat, floor or building.'),
    city: LINE.optional().describe('Town or locality.'),
    state: LINE.optional().describe('State, province or region, such as `CA`.'),
    postalCode: emptyIfAbsent(CUSTOMER_LIMITS.postalCode).describe(
      'ZIP or postcode as written in the country. It may be empty or absent in a country without postal codes, and is then empty in answers.',
    ),
    country: country.describe(`Country of the address: ${COUNTRY_CODE}.`),
  })
  .meta({ id: 'Address', description: 'A postal address. It is always replaced as a whole.' });

const consented = {
  ipAddress: 'Address from which the customer accepted, IPv4 or IPv6.',
  termsVersion: '`version` of `GET /customers/end-user-terms` that the customer saw, or an earlier one.',
  acceptanceMethod: 'How the customer accepted.',
};

export const endUserTermsConsentRequest = z
  .object({
    acceptedAt: instant.describe('When the customer accepted; at most five minutes in the future.'),
    ipAddress: text(CUSTOMER_LIMITS.ipAddress).describe(consented.ipAddress),
    termsVersion: text(CUSTOMER_LIMITS.termsVersion).describe(consented.termsVersion),
    acceptanceMethod: acceptanceMethod.describe(consented.acceptanceMethod),
  })
  .meta({ id: 'EndUserTermsConsentRequest' });

export const endUserTermsConsent = z
  .object({
    acceptedAt: timestamp.describe('When the customer accepted, as the platform reported it.'),
    ipAddress: z.string().describe(consented.ipAddress),
    termsVersion: z.string().describe(consented.termsVersion),
    acceptanceMethod: acceptanceMethod.describe(consented.acceptanceMethod),
  })
  .meta({ id: 'EndUserTermsConsent' });

export const contactVerification = z
  .object({
    email: contactVerificationStatus.describe('Present if the email address must be verified.'),
    phone: contactVerificationStatus.describe('Present if the phone number must be verified.'),
  })
  .partial()
  .meta({ id: 'ContactVerification', description: 'The contact channels that the provider requires to be verified' });

/** Descriptions of fields that requests and responses share. */
export const FIELD = {
  platformCustomerId: 'Your own id of the customer, unique among your customers that are not deleted.',
  platformAccountId: "Your own id of the customer's account. The service stores and shows it without interpreting it.",
  description: 'Your own note. The service stores and shows it without interpreting it.',
  region:
    `Country whose rules apply to the customer: ${COUNTRY_CODE}. Default: the country of \`address\`. ` +
    'Customers in the European Economic Area must verify their contacts and confirm payments.',
  email: 'Address that receives codes and signs in to an Embedded Wallet.',
  phoneNumber: 'E.164: `+`, country code and number, such as `+15555550123`. Blanks and punctuation are removed.',
  umaAddress: 'Universal Money Address that receives payments, `$name@domain` in lower case.',
  address: 'Where an individual lives or a business is registered. A verification requires it.',
  endUserTermsConsent: 'Acceptance of the terms of use for end users. Some platforms need it before money moves.',
};

/** Fields of both customer types, in creation and in changes. */
export const contactFields = {
  platformAccountId: text(CUSTOMER_LIMITS.platformCustomerId).optional().describe(FIELD.platformAccountId),
  description: DESCRIPTION.optional().describe(FIELD.description),
  currencies: z
    .array(currencyCode)
    .max(CUSTOMER_LIMITS.currencies)
    .optional()
    .describe(
      'Currencies in which the customer has an internal account. An empty list, like none, means all currencies of ' +
        'the platform.',
    ),
  email: emailAddress.optional().describe(FIELD.email),
  phoneNumber: phoneNumber.optional().describe(FIELD.phoneNumber),
  umaAddress: z
    .string()
    .optional()
    .describe(
      'Universal Money Address, `$name@domain`; case does not matter. The domain is that of the platform or of the ' +
        'host. A new customer without one gets an address made from its name.',
    ),
  endUserTermsConsent: endUserTermsConsentRequest.optional().describe(FIELD.endUserTermsConsent),
  address: address.optional().describe(FIELD.address),
};

export const region = country.optional().describe(FIELD.region);

const EXPECTED = {
  purposeOfAccount: 'What the account is used for, as the customer answered.',
  purposeOfAccountOther: 'Says in words what `OTHER` means.',
  transactionCount: 'How many payments the customer expects in one month.',
  transactionVolume: 'How much money the customer expects to move in one month.',
  sourceOfFundsOther: 'Explains the source of the money if it is `OTHER`.',
};

/** Enhanced due diligence on individuals. */
export const dueDiligenceFields = {
  sourceOfFundsCategories: someOf(sourceOfFundsOfIndividual)
    .optional()
    .describe('Where the money to be moved comes from. Due diligence answers go to the KYC provider.'),
  sourceOfFundsOtherDescription: DESCRIPTION.optional().describe(EXPECTED.sourceOfFundsOther),
  sourceOfWealthCategories: someOf(sourceOfWealth).optional().describe('Where the total assets come from.'),
  sourceOfWealthOtherDescription: DESCRIPTION.optional().describe('Explains the source of the assets if `OTHER`.'),
  purposeOfAccount: purposeOfAccount.optional().describe(EXPECTED.purposeOfAccount),
  purposeOfAccountOtherDescription: DESCRIPTION.optional().describe(EXPECTED.purposeOfAccountOther),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional().describe(EXPECTED.transactionCount),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional().describe(EXPECTED.transactionVolume),
  annualIncomeRange: annualIncome.optional().describe('Income of one year, as the customer answered.'),
  netWorthRange: netWorth.optional().describe('Assets minus debts, as the customer answered.'),
  pepStatus: pepStatus.optional().describe('Whether the customer is a politically exposed person (PEP).'),
};

export const dueDiligence = z.object(dueDiligenceFields);

const ID_TYPE = 'Kind of tax number that `identifier` contains.';
const BIRTH_DATE = '`YYYY-MM-DD`, in the past.';
const NATIONALITY = `Citizenship: ${COUNTRY_CODE}.`;
const COUNTRY_OF_ISSUANCE = `Country that issued \`identifier\`: ${COUNTRY_CODE}.`;

/** Personal data. `identifier` is write-only and therefore declared separately. */
export const personFields = {
  fullName: NAME.optional().describe(
    'Given and family names as in the identity document. Its last three characters decide a verification in the sandbox.',
  ),
  birthDate: date.optional().describe(`${BIRTH_DATE} A verification requires an age of 18 years.`),
  nationality: country.optional().describe(NATIONALITY),
  idType: identificationType.optional().describe(ID_TYPE),
  countryOfIssuance: country.optional().describe(COUNTRY_OF_ISSUANCE),
};

/** An identification number, which requests may contain and responses never return. */
export const identifier = IDENTIFIER.meta({
  writeOnly: true,
  description:
    'Tax number of the person, in the form that `idType` requires. It is stored encrypted and never returned.',
});

const LEGAL_NAME = 'Registered name, as in the documents of the business.';

const businessInfoFields = {
  doingBusinessAs: NAME.optional().describe('Trade name, if it differs from the registered one.'),
  country: country.optional().describe(`Country of registration: ${COUNTRY_CODE}. Default: that of the address.`),
  registrationNumber: IDENTIFIER.optional().describe(
    'Number in the companies register. Its last three characters decide a verification in the sandbox.',
  ),
  incorporatedOn: date.optional().describe('Day of foundation, `YYYY-MM-DD`, in the past.'),
  entityType: entityType.optional().describe('Legal form. A verification requires it.'),
  taxId: IDENTIFIER.optional().describe(
    'Tax number; nine digits (EIN) if `country` is `US`. It is stored encrypted and in no webhook.',
  ),
  countriesOfOperation: countries.optional().describe(`Where the business is active: each ${COUNTRY_CODE}.`),
  businessType: businessType.optional().describe('Industry. Providers of some currencies require it.'),
  purposeOfAccount: purposeOfAccount.optional().describe(EXPECTED.purposeOfAccount),
  sourceOfFunds: DESCRIPTION.optional().describe('Where the money comes from, in the words of the business.'),
  expectedMonthlyTransactionCount: expectedTransactionCount.optional().describe(EXPECTED.transactionCount),
  expectedMonthlyTransactionVolume: expectedTransactionVolume.optional().describe(EXPECTED.transactionVolume),
  expectedRecipientJurisdictions: countries.optional().describe(`Where money is sent to: each ${COUNTRY_CODE}.`),
  naicsCode: z
    .string()
    .regex(new RegExp(CUSTOMER_LIMITS.naicsCode))
    .optional()
    .describe('Industry as 2 to 6 digits of the North American Industry Classification System.'),
  sourceOfFundsCategories: someOf(sourceOfFundsOfBusiness)
    .optional()
    .describe('Where the money to be moved comes from. Due diligence answers go to the KYC provider.'),
  sourceOfFundsOtherDescription: DESCRIPTION.optional().describe(EXPECTED.sourceOfFundsOther),
  purposeOfAccountOtherDescription: DESCRIPTION.optional().describe(EXPECTED.purposeOfAccountOther),
  expectedCounterpartyCountries: countries
    .optional()
    .describe(`Where payers and payees of the business are: each ${COUNTRY_CODE}.`),
  primaryContactFirstName: NAME.optional().describe('Given name of the person to ask about the business.'),
  primaryContactLastName: NAME.optional().describe('Family name of the person to ask about the business.'),
};

/** The given optional fields in the schema of an update, where null clears a field. */
export const clearable = <S extends Readonly<Record<string, z.ZodOptional<z.ZodType>>>>(shape: S) =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      schema
        .unwrap()
        .nullable()
        .optional()
        .describe(`${schema.description ?? schema.unwrap().description} \`null\` clears it.`),
    ]),
  ) as unknown as { readonly [K in keyof S]: z.ZodNullable<S[K]> };

export const businessInfo = z
  .object({ legalName: NAME.describe(LEGAL_NAME), ...businessInfoFields })
  .meta({ id: 'BusinessInfo' });

export const businessInfoUpdate = z
  .object({ legalName: NAME.optional().describe(LEGAL_NAME), ...clearable(businessInfoFields) })
  .meta({ id: 'BusinessInfoUpdate' });

export const businessInfoResponse = z
  .object({ legalName: NAME.describe(LEGAL_NAME), ...businessInfoFields })
  .meta({ id: 'BusinessInfoResponse' });

const ownerFields = {
  middleName: NAME.optional().describe('Further given names, as in the identity document.'),
  email: emailAddress.optional().describe('For the KYC provider. The service sends no codes to it.'),
  phoneNumber: phoneNumber.optional().describe(FIELD.phoneNumber),
  countryOfIssuance: country.optional().describe(COUNTRY_OF_ISSUANCE),
};

/** Fields of a beneficial owner, without the identifier. */
const knownOfOwner = {
  firstName: NAME.describe('Given name, as in the identity document.'),
  lastName: NAME.describe(
    'Family name, as in the identity document. Its last three characters decide on the owner in the sandbox.',
  ),
  birthDate: date.describe(BIRTH_DATE),
  nationality: country.describe(NATIONALITY),
  address: address.describe('Where the owner lives.'),
};
const ownerIdType = identificationType.describe(ID_TYPE);

/** The beneficial owner's personal data in requests. */
export const personalInfoRequest = z
  .object({ ...knownOfOwner, ...ownerFields, idType: ownerIdType, identifier })
  .meta({ id: 'BeneficialOwnerPersonalInfoRequest' });

export const personalInfoUpdate = z
  .object({
    ...z.object(knownOfOwner).partial().shape,
    ...clearable(ownerFields),
    idType: ownerIdType.optional(),
    identifier: identifier.optional(),
  })
  .meta({ id: 'BeneficialOwnerPersonalInfoUpdate' });

export const ownerStanding = {
  roles: z
    .array(beneficialOwnerRole)
    .min(1)
    .max(beneficialOwnerRole.options.length)
    .describe('What the person is in the business: one role or several.'),
  ownershipPercentage: z
    .number()
    .min(0)
    .max(100)
    .describe('Share in percent, with up to four decimal places. All shares of a business must not exceed 100.'),
};

export const beneficialOwner = z
  .object({
    id: z.string().describe('`BeneficialOwner:` and a UUID.'),
    customerId: z.string().describe('The business that the person owns or controls.'),
    ...ownerStanding,
    personalInfo: z
      .object({ ...knownOfOwner, ...ownerFields, idType: ownerIdType })
      .meta({ id: 'BeneficialOwnerPersonalInfo' })
      .describe('Who the owner is, without the tax number.'),
    kycStatus: kycStatus.describe('Verification of this person: `PENDING`, `APPROVED` or `REJECTED`.'),
    createdAt: timestamp.describe('When the owner was added.'),
    updatedAt: timestamp.optional().describe('When the record last changed.'),
  })
  .meta({ id: 'BeneficialOwner' });
