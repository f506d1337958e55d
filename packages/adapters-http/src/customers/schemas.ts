import { CUSTOMER_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import { formatted, instant, oneOf, pageOf, pageQuery, queryFlag, queryText, text, timestamp } from '../app/schemas.js';
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
  identifier,
  personFields,
  region,
} from './fields.js';
import { customerType, kybStatus, kycStatus } from './vocabulary.js';

/** Platforms cannot set this field. The API declares it in requests, where it is ignored. */
const decided = { kycStatus: kycStatus.optional() };
const decidedOfBusiness = { ...decided, kybStatus: kybStatus.optional() };

const newCustomer = {
  platformCustomerId: text(CUSTOMER_LIMITS.platformCustomerId).optional(),
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
  .meta({
    id: 'IndividualCustomerCreateRequest',
    examples: [
      {
        customerType: 'INDIVIDUAL',
        platformCustomerId: 'customer-1',
        fullName: 'Ada Example',
        birthDate: '1990-04-17',
        nationality: 'US',
        address: {
          line1: '1 Example Street',
          city: 'Springfield',
          state: 'CA',
          postalCode: '94105',
          country: 'US',
        },
      },
    ],
  });

const businessCreateRequest = z
  .object({ customerType: z.literal('BUSINESS'), ...newCustomer, ...decidedOfBusiness, businessInfo })
  .meta({ id: 'BusinessCustomerCreateRequest' });

export const customerCreateRequest = oneOf('CustomerCreateRequestOneOf', 'customerType', [
  individualCreateRequest,
  businessCreateRequest,
]);

const { umaAddress, ...clearableContacts } = contactFields;

/**
 * An update of a customer. One schema serves both customer types, because an update may omit `customerType`. Null
 * clears optional fields.
 */
export const customerUpdateRequest = z
  .object({
    customerType: customerType.optional(),
    platformCustomerId: text(CUSTOMER_LIMITS.platformCustomerId).optional(),
    umaAddress,
    ...decidedOfBusiness,
    ...clearable({
      region,
      ...clearableContacts,
      ...personFields,
      identifier: identifier.optional(),
      ...dueDiligenceFields,
    }),
    businessInfo: businessInfoUpdate.optional(),
  })
  .meta({ id: 'CustomerUpdateRequest' });

const answered = {
  id: z.string().meta({ readOnly: true }),
  platformCustomerId: z.string(),
  platformAccountId: z.string().optional(),
  description: z.string().optional(),
  region: z.string().optional(),
  currencies: z.array(z.string()).optional(),
  email: z.string().optional(),
  phoneNumber: z.string().optional(),
  umaAddress: z.string(),
  address: address.optional(),
  endUserTermsConsent: endUserTermsConsent.optional(),
  contactVerification: contactVerification.optional(),
  kycStatus,
  isDeleted: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
};

export const individualCustomer = z
  .object({ customerType: z.literal('INDIVIDUAL'), ...answered, ...personFields, ...dueDiligenceFields })
  .meta({ id: 'IndividualCustomer' });

export const businessCustomer = z
  .object({
    customerType: z.literal('BUSINESS'),
    ...answered,
    kybStatus: kybStatus.meta({ description: 'The same value as kycStatus' }),
    businessInfo: businessInfoResponse,
    beneficialOwners: z.array(beneficialOwner).optional().meta({
      description: 'Oldest first; present only if a single customer is read, not in lists and responses to changes',
    }),
  })
  .meta({ id: 'BusinessCustomer' });

export const customer = oneOf('CustomerOneOf', 'customerType', [individualCustomer, businessCustomer]);

export const customerList = pageOf('CustomerListResponse', customer);

/** The payload that the owner of a wallet signs for a signed retry. */
export const signedRequestChallenge = z
  .object({ payloadToSign: z.string(), requestId: z.string(), expiresAt: timestamp })
  .meta({ id: 'SignedRequestChallenge' });

/** The terms of use for end users. */
export const endUserTerms = z.object({ version: z.string(), url: formatted('uri') }).meta({ id: 'EndUserTerms' });

export const customerFilter = z.object({
  platformCustomerId: queryText.optional(),
  customerType: customerType.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  updatedAfter: instant.optional(),
  updatedBefore: instant.optional(),
  ...pageQuery,
  region: queryText.optional(),
  currency: queryText.optional(),
  umaAddress: queryText.optional(),
  email: queryText.optional(),
  kycStatus: kycStatus.optional(),
  isIncludingDeleted: queryFlag.optional(),
});
