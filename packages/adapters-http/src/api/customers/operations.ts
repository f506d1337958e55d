import { invalidInCustomerPatch, invalidInNewCustomer } from '@corridor/core/internal';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { serializeSigned, signedRequestChallenge, signedStatus } from '../../kit/signed-retry.js';
import { pageBody } from '../../kit/wire.js';
import {
  BUSINESS_EXAMPLE,
  BUSINESS_WITH_OWNERS,
  EUROPEAN_EXAMPLE,
  INDIVIDUAL_EXAMPLE,
  NEW_BUSINESS,
  NEW_INDIVIDUAL,
} from './examples.js';
import {
  customer,
  customerCreateRequest,
  customerFilter,
  customerList,
  customerUpdateRequest,
  endUserTerms,
} from './schemas.js';
import { serializeCustomer } from './serialize.js';
import { serializeCustomerWithOwners } from './serialize-owners.js';

const TAG = 'Customers';
const customerId = pathId('Customer', 'USER_NOT_FOUND');

/** Refusals of fields that a creation and a change both set. */
const OF_FIELDS: Refusals = {
  INVALID_UMA_ADDRESS: 'Only `umaAddress` is invalid: it is malformed, or its domain is not that of the platform.',
  INVALID_CURRENCY: 'The platform does not support a currency of `currencies`.',
  END_USER_TERMS_VERSION_NOT_FOUND: '`endUserTermsConsent.termsVersion` is neither the present nor an earlier version.',
  UMA_ADDRESS_EXISTS: 'Another customer of the host has the `umaAddress`.',
};

export const customerOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/customers',
    operationId: 'listCustomers',
    tag: TAG,
    summary: 'List customers',
    description: `Lists the customers of the platform in this environment, newest first, without those that were deleted. Filters are
combined: a customer must match all of them. To find one customer, filter by \`platformCustomerId\`, \`email\` or
\`umaAddress\`. Businesses appear without their beneficial owners; \`getCustomerById\` shows them.`,
    permission: 'VIEW',
    query: customerFilter,
    responses: { 200: customerList },
    outcomes: { 200: 'One page of customers, and how many match in total.' },
    examples: [
      {
        title: 'List approved individuals',
        status: 200,
        query: { customerType: 'INDIVIDUAL', kycStatus: 'APPROVED', limit: 20 },
        answer: { data: [INDIVIDUAL_EXAMPLE], hasMore: false, totalCount: 1 },
      },
      {
        title: 'Find a customer by your own id',
        status: 200,
        query: { platformCustomerId: 'user-1001' },
        answer: { data: [INDIVIDUAL_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.customers.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeCustomer),
  }),
  prepared({
    method: 'POST',
    path: '/customers',
    operationId: 'createCustomer',
    tag: TAG,
    summary: 'Create a customer',
    description: `Creates a person or a business and opens one internal account for each of its currencies, with a balance of zero. The
response shows \`kycStatus\` \`PENDING\`, except in the sandbox: money leaves these accounts only after a verification, which starts with
\`createVerification\` or \`createCustomerKycLink\`. Fields that are missing now can be added with
\`updateCustomerById\`; a business needs \`businessInfo.legalName\` from the start.

In the sandbox an individual with a \`fullName\` is decided at once: a name that ends in \`002\` is rejected, one that
ends in \`001\` or \`003\` stays pending, every other one is approved. The response shows the decision.

**Events:** \`CUSTOMER.KYC_PENDING\` and then \`CUSTOMER.KYC_APPROVED\` or \`CUSTOMER.KYC_REJECTED\` for individuals
that the sandbox decides; otherwise none.`,
    permission: 'MANAGE',
    body: customerCreateRequest,
    responses: { 201: customer },
    outcomes: { 201: 'The customer, with its `kycStatus`. Its accounts are in the list of internal accounts.' },
    refusals: {
      ...OF_FIELDS,
      CONFLICT:
        'Another customer has the `platformCustomerId`; or the idempotency key was used for another request, or the ' +
        'same request is running.',
      EMAIL_OTP_EMAIL_ALREADY_EXISTS:
        'A currency opens an Embedded Wallet, and `email` signs in to the wallet of another customer.',
      NOT_IMPLEMENTED: 'Reserved: no kind of customer is unsupported at present.',
    },
    examples: [
      {
        title: 'Create an individual',
        status: 201,
        body: { ...NEW_INDIVIDUAL, identifier: '123-45-6789' },
        answer: INDIVIDUAL_EXAMPLE,
      },
      { title: 'Create a business', status: 201, body: NEW_BUSINESS, answer: BUSINESS_EXAMPLE },
      {
        title: 'Create a customer in the EEA',
        status: 201,
        body: {
          customerType: 'INDIVIDUAL',
          platformCustomerId: 'user-1002',
          region: 'DE',
          currencies: ['USD', 'EUR'],
          email: 'grace@example.com',
          phoneNumber: '+4915112345678',
          fullName: 'Grace Hopper',
        },
        answer: EUROPEAN_EXAMPLE,
      },
    ],
    // The response repeats the tax number of a business.
    secretAnswer: true,
    useCase: (core) => core.customers.create,
    input: ({ body }) => body,
    invalid: invalidInNewCustomer,
    serialize: serializeCustomer,
  }),
  query({
    method: 'GET',
    path: '/customers/end-user-terms',
    operationId: 'getEndUserTerms',
    tag: TAG,
    summary: 'Read the terms of use for end users',
    description: `Returns the terms that the operator of the service asks end users to accept. If the operator requires the acceptance of
your customers, show the page to each of them and send the consent as \`endUserTermsConsent\` with the creation or a
change of the customer; until then its payments are refused with \`END_USER_TERMS_NOT_ACCEPTED\`.`,
    permission: 'VIEW',
    responses: { 200: endUserTerms },
    outcomes: { 200: 'The present version. A consent to an earlier version stays valid.' },
    examples: [
      {
        title: 'Read the terms',
        status: 200,
        answer: { version: '1', url: 'https://corridor.example/end-user-terms' },
      },
    ],
    reads: (core) => core.customers.endUserTerms,
    input: () => undefined,
    serialize: ({ version, url }) => ({ version, url }),
  }),
  query({
    method: 'GET',
    path: '/customers/{customerId}',
    operationId: 'getCustomerById',
    tag: TAG,
    summary: 'Read a customer',
    description: `Returns the customer with its verified identity; a proposed change is in \`listVerifications\` until its approval. A
business comes with its beneficial owners, oldest first. \`identifier\` is never returned; \`businessInfo.taxId\` is.`,
    permission: 'VIEW',
    params: { customerId },
    responses: { 200: customer },
    outcomes: { 200: 'The individual, or the business with its owners.' },
    examples: [
      { title: 'Read an individual', status: 200, answer: INDIVIDUAL_EXAMPLE },
      {
        title: 'Read a business',
        status: 200,
        params: { customerId: exampleId('Customer', 3) },
        answer: BUSINESS_WITH_OWNERS,
      },
    ],
    reads: (core) => core.customers.get,
    input: ({ params }) => ({ id: params.customerId }),
    serialize: serializeCustomerWithOwners,
  }),
  command({
    method: 'PATCH',
    path: '/customers/{customerId}',
    operationId: 'updateCustomerById',
    tag: TAG,
    summary: 'Change a customer',
    description: `Changes the fields that the body names. \`null\` clears a field; \`currencies\` and \`region\` then have their defaults
again. An address is replaced as a whole, \`businessInfo\` part by part. New currencies open accounts; accounts in
omitted currencies stay. A customer in the European Economic Area cannot leave it by \`region\`.

**Identity.** Name, birth date, nationality, tax number, registration and the country of the address of an approved
customer change only after a new verification: the request stores them as a proposal, the response still shows the
verified values, and money does not leave the accounts of the customer meanwhile, unless the operator allows it. Other
fields of the same request change at once. In the sandbox most proposals are approved at once.

**Wallets.** If \`email\` or \`phoneNumber\` signs in to an Embedded Wallet of the customer, the owner of the wallet must
sign: the first call returns 202, and the same body is sent again with \`Wallet-Signature\` and \`Request-Id\`. The
credential of the wallet then moves to the new contact. Change only one of the two in such a request.

**Events:** \`VERIFICATION.IN_PROGRESS\` for a proposal, and its decision.`,
    permission: 'MANAGE',
    params: { customerId },
    headers: ['Wallet-Signature', 'Request-Id'],
    body: customerUpdateRequest,
    responses: { 200: customer, 202: signedRequestChallenge },
    outcomes: {
      200: 'The customer after the change, with its verified identity.',
      202: 'Nothing has changed yet: have the owner of the wallet sign `payloadToSign`, then repeat the request.',
    },
    refusals: {
      ...OF_FIELDS,
      INVALID_INPUT:
        'A field is invalid, or cannot be set, cleared or changed in the present state of the customer; ' +
        '`details.errors` names every one.',
      CONFLICT:
        'The identity is under review, or another customer has the `platformCustomerId`; or the idempotency key was ' +
        'used for another request.',
      EMAIL_OTP_EMAIL_ALREADY_EXISTS:
        'The `email` that a wallet of the customer would sign in with belongs to the wallet of another customer.',
      EMAIL_OTP_CREDENTIAL_SET_CHANGED: 'Credentials of the wallet were added or revoked after the first call.',
      EMAIL_OTP_CREDENTIAL_SYNC_FAILED: 'A credential of the wallet changed at the same moment; nothing was changed.',
      WALLET_SIGNATURE_MISSING: '`Request-Id` was sent without `Wallet-Signature`.',
      REQUEST_ID_MISSING: '`Wallet-Signature` was sent without `Request-Id`.',
      WALLET_SIGNATURE_MALFORMED: '`Wallet-Signature` is not an encoded stamp.',
      INVALID_SIGNATURE: 'The stamp names another scheme, or its public key is not a P-256 key.',
      WALLET_SIGNATURE_INVALID:
        'The signature does not verify, its key does not belong to a session of the wallet, or no call with this ' +
        '`Request-Id` waits for a signature.',
      WALLET_SIGNATURE_BODY_MISMATCH: 'The body differs from that of the first call.',
    },
    examples: [
      {
        title: 'Change the address',
        status: 200,
        body: {
          address: { line1: '9 Oak Avenue', city: 'Oakland', state: 'CA', postalCode: '94612', country: 'US' },
          description: 'Moved in February',
        },
        answer: {
          ...INDIVIDUAL_EXAMPLE,
          address: { line1: '9 Oak Avenue', city: 'Oakland', state: 'CA', postalCode: '94612', country: 'US' },
          description: 'Moved in February',
          updatedAt: '2026-02-02T09:00:00.000Z',
        },
      },
      {
        title: 'Propose a new name',
        status: 200,
        body: { fullName: 'Ada King' },
        answer: { ...INDIVIDUAL_EXAMPLE, updatedAt: '2026-02-02T09:00:00.000Z' },
      },
      {
        title: 'Complete the data of a business',
        status: 200,
        params: { customerId: exampleId('Customer', 3) },
        body: { businessInfo: { registrationNumber: 'C4711900', doingBusinessAs: null } },
        answer: { ...BUSINESS_EXAMPLE, updatedAt: '2026-01-05T10:06:00.000Z' },
      },
      {
        title: 'Change the address of a wallet owner',
        status: 202,
        body: { email: 'ada@new.example' },
        answer: {
          payloadToSign:
            '{"operation":"customer.update","accountId":"InternalAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d01",…}',
          requestId: exampleId('Request'),
          expiresAt: '2026-02-02T09:05:00.000Z',
        },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.customers.update,
    input: ({ params, body, signed }) => ({ ...body, id: params.customerId, signed }),
    invalid: invalidInCustomerPatch,
    status: signedStatus(200),
    serialize: serializeSigned(serializeCustomer),
  }),
  command({
    method: 'DELETE',
    path: '/customers/{customerId}',
    operationId: 'deleteCustomerById',
    tag: TAG,
    summary: 'Delete a customer',
    description: `Marks the customer as deleted and closes its internal accounts, cards and agents in one step; this cannot be undone.
All accounts must be empty and free of debt, and no payment may be open. Past payments still name the customer; its
\`platformCustomerId\` and UMA address become free, and credentials of its Embedded Wallets are revoked. List it again
with \`isIncludingDeleted\`.

**Events:** \`INTERNAL_ACCOUNT.STATUS_UPDATED\` for each account, \`CARD.STATE_CHANGE\` for each open card.`,
    permission: 'MANAGE',
    params: { customerId },
    responses: { 200: customer },
    outcomes: { 200: 'The customer, now with `isDeleted` true.' },
    refusals: {
      USER_NOT_FOUND: 'The customer does not exist.',
      CUSTOMER_DELETED: 'The customer was deleted before.',
      CONFLICT:
        'An account has money, available or held, or owes money, or a payment or stablecoin operation is open; or the ' +
        'idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Delete a customer',
        status: 200,
        answer: { ...INDIVIDUAL_EXAMPLE, isDeleted: true, updatedAt: '2026-03-01T12:00:00.000Z' },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.customers.delete,
    input: ({ params }) => ({ id: params.customerId }),
    serialize: serializeCustomer,
  }),
];
