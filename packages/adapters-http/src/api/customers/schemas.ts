import { CUSTOMER_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import {
  formatted,
  queryInstant,
  oneOf,
  pageOf,
  pageQuery,
  queryFlag,
  queryText,
  text,
  timestamp,
} from '../../kit/schemas.js';
import {
  address,
  beneficialOwner,
  businessInfo,
  businessInfoResponse,
  businessInfoUpdate,
  clearable,
  contactFields,
  contactVerification,
  dueDiligenceFields,
  endUserTermsConsent,
  FIELD,
  identifier,
  personFields,
  region,
} from './fields.js';
import { customerType, kybStatus, kycStatus } from './vocabulary.js';

/** Platforms cannot set this field. The API declares it in requests, where it is ignored. */
const IGNORED = 'Ignored: a verification decides it.';
const decided = { kycStatus: kycStatus.optional().describe(IGNORED) };
const decidedOfBusiness = { ...decided, kybStatus: kybStatus.optional().describe(IGNORED) };

const newCustomer = {
  platformCustomerId: text(CUSTOMER_LIMITS.platformCustomerId)
    .optional()
    .describe(`${FIELD.platformCustomerId} Default: the UUID of \`id\`.`),
  region,
  ...contactFields,
};

const individualCreateRequest = z
  .object({
    customerType: z.literal('INDIVIDUAL'),
    ...newCustomer,
    ...decided,
    ...personFields,
    identifier: identifier.optional(),
    ...dueDiligenceFields,
  })
  .meta({ id: 'IndividualCustomerCreateRequest', description: 'A person. Only `customerType` is required.' });

const businessCreateRequest = z
  .object({
    customerType: z.literal('BUSINESS'),
    ...newCustomer,
    ...decidedOfBusiness,
    businessInfo: businessInfo.describe('Registration and activity; only `legalName` is required at first.'),
  })
  .meta({ id: 'BusinessCustomerCreateRequest' });

export const customerCreateRequest = oneOf('CustomerCreateRequestOneOf', 'customerType', [
  individualCreateRequest,
  businessCreateRequest,
]);

const { umaAddress, ...clearableContacts } = contactFields;
const UNCHANGEABLE = 'Cannot be set: only the present value of `kycStatus` is accepted.';

/**
 * An update of a customer. One schema serves both customer types, because an update may omit `customerType`. Null
 * clears optional fields.
 */
export const customerUpdateRequest = z
  .object({
    customerType: customerType.optional().describe('Cannot be changed: only the present value is accepted.'),
    platformCustomerId: text(CUSTOMER_LIMITS.platformCustomerId).optional().describe(FIELD.platformCustomerId),
    umaAddress,
    kycStatus: kycStatus.optional().describe(UNCHANGEABLE),
    kybStatus: kybStatus.optional().describe(UNCHANGEABLE),
    ...clearable({
      region,
      ...clearableContacts,
      ...personFields,
      identifier: identifier.optional(),
      ...dueDiligenceFields,
    }),
    businessInfo: businessInfoUpdate
      .optional()
      .describe('Of businesses only. Absent parts stay as they are; `null` clears a part.'),
  })
  .meta({ id: 'CustomerUpdateRequest' });

const answered = {
  id: z.string().meta({ readOnly: true, description: '`Customer:` and a UUID.' }),
  platformCustomerId: z.string().describe(FIELD.platformCustomerId),
  platformAccountId: z.string().optional().describe(FIELD.platformAccountId),
  description: z.string().optional().describe(FIELD.description),
  region: z.string().optional().describe(FIELD.region),
  currencies: z
    .array(z.string())
    .optional()
    .describe('Currencies that the platform named, or all of the platform at that time. Each has an internal account.'),
  email: z.string().optional().describe(FIELD.email),
  phoneNumber: z.string().optional().describe(FIELD.phoneNumber),
  umaAddress: z.string().describe(FIELD.umaAddress),
  address: address.optional().describe(FIELD.address),
  endUserTermsConsent: endUserTermsConsent.optional().describe(FIELD.endUserTermsConsent),
  contactVerification: contactVerification
    .optional()
    .describe('Present if the region requires verified contacts, as in the European Economic Area.'),
  kycStatus: kycStatus.describe(
    'Whether the customer is verified. It must be `APPROVED` before money leaves an account.',
  ),
  isDeleted: z.boolean().describe('`true` after `deleteCustomerById`. The record stays, so that payments can name it.'),
  createdAt: timestamp.describe('When the platform created the customer.'),
  updatedAt: timestamp.describe('When the record last changed.'),
};

export const individualCustomer = z
  .object({ customerType: z.literal('INDIVIDUAL'), ...answered, ...personFields, ...dueDiligenceFields })
  .meta({ id: 'IndividualCustomer' });

export const businessCustomer = z
  .object({
    customerType: z.literal('BUSINESS'),
    ...answered,
    kybStatus: kybStatus.describe('The same value as `kycStatus`.'),
    businessInfo: businessInfoResponse.describe('Registration and activity of the business.'),
    beneficialOwners: z
      .array(beneficialOwner)
      .optional()
      .describe('Oldest first. Present in the response of `getCustomerById` only.'),
  })
  .meta({ id: 'BusinessCustomer' });

export const customer = oneOf('CustomerOneOf', 'customerType', [individualCustomer, businessCustomer]);

export const customerList = pageOf('CustomerListResponse', customer);

/** The terms of use for end users. */
export const endUserTerms = z
  .object({
    version: z.string().describe('Send it as `endUserTermsConsent.termsVersion`.'),
    url: formatted('uri').describe('Page to show to the customer before it accepts.'),
  })
  .meta({ id: 'EndUserTerms' });

const since = (what: string): string => `Only customers that were ${what} at this time or later.`;
const until = (what: string): string => `Only customers that were ${what} at this time or earlier.`;

export const customerFilter = z.object({
  platformCustomerId: queryText.optional().describe('Your own id of one customer, exactly.'),
  customerType: customerType.optional().describe('Only individuals, or only businesses.'),
  createdAfter: queryInstant.optional().describe(since('created')),
  createdBefore: queryInstant.optional().describe(until('created')),
  updatedAfter: queryInstant.optional().describe(since('changed')),
  updatedBefore: queryInstant.optional().describe(until('changed')),
  ...pageQuery,
  region: queryText.optional().describe('Only customers with exactly this country, two letters.'),
  currency: queryText
    .optional()
    .describe('Only customers with this currency. Pages can then be short, or empty, before the last one.'),
  umaAddress: queryText.optional().describe('Whole address of one customer; case does not matter.'),
  email: queryText.optional().describe('Only customers with exactly this address; case matters.'),
  kycStatus: kycStatus.optional().describe('Only individuals and businesses with this decision.'),
  isIncludingDeleted: queryFlag.optional().describe('`true` lists deleted customers too. Default: `false`.'),
});
