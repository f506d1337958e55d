import {
  invalidInBeneficialOwnerPatch,
  invalidInNewBeneficialOwner,
  invalidInNewKycLink,
} from '@corridor/core/internal';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { USUAL_CAUSE } from '../../kit/refusals.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { BENEFICIAL_OWNER_EXAMPLE, OWNER_PERSON } from '../customers/examples.js';
import { beneficialOwner } from '../customers/fields.js';
import { serializeBeneficialOwner } from '../customers/serialize-owners.js';
import { CHANGE_VERIFICATION, INCOMPLETE_VERIFICATION, SUBMITTED_VERIFICATION } from './examples.js';
import {
  kycLink,
  kycLinkRequest,
  ownerCreateRequest,
  ownerFilter,
  ownerList,
  ownerUpdateRequest,
  verification,
  verificationFilter,
  verificationList,
  verificationRequest,
} from './schemas.js';
import { serializeKycLink, serializeVerification } from './serialize.js';

const TAG = 'KYC/KYB Verifications';
const { middleName: _cleared, ...CORRECTED_PERSON } = OWNER_PERSON;
const beneficialOwnerId = pathId('BeneficialOwner', 'REFERENCE_NOT_FOUND');

export const verificationOperations: readonly Operation[] = [
  prepared({
    method: 'POST',
    path: '/customers/{customerId}/kyc-link',
    operationId: 'createCustomerKycLink',
    tag: TAG,
    summary: 'Create a single-use link to the hosted verification page',
    description: `Creates the address of a page on which the customer enters its data, uploads documents and submits itself, so that you
need no form of your own. Required contacts must be verified first (\`sendCustomerEmailVerification\`). The link can be
started once within 30 minutes; merely opening it does not use it up. The browser that starts it has one hour, then the
page sends the customer to \`redirectUri\`. Each call creates a new link, and earlier ones stay valid. Wait for the events
below instead of trusting the redirect.

If the service is connected to a KYC provider that has a page of its own, the address leads there, and \`expiresAt\` is
the provider's; \`token\` is present if you can embed the page with the provider's SDK. The provider then decides what is
missing: a submission with such a link is not checked for fields and documents.

**Events:** none from the link itself; a submission causes those of \`createVerification\`.`,
    permission: 'MANAGE',
    params: { customerId: pathId('Customer', 'USER_NOT_FOUND') },
    body: kycLinkRequest,
    bodyRequired: false,
    responses: { 201: kycLink },
    outcomes: { 201: 'The link. Its secret is shown here only.' },
    refusals: {
      INVALID_INPUT: '`redirectUri` is not a URL that this environment accepts.',
      CONFLICT:
        'The customer must verify contacts first, which `details.channels` names; or the idempotency key was used for ' +
        'another request.',
      SERVICE_UNAVAILABLE:
        'The KYC provider, which has the page, did not answer: no link was created. Or the host is starting, stopping or overloaded.',
    },
    examples: [
      {
        title: 'Create a link',
        status: 201,
        body: { redirectUri: 'https://app.example.com/verified' },
        answer: {
          kycUrl:
            'https://pay.example/verify/pHk4d0T2m8QvXr7sYw1ZbN6uJc3EeLgFaKi9oUtRxVM' +
            '?redirectUri=https%3A%2F%2Fapp.example.com%2Fverified',
          expiresAt: '2026-01-05T10:30:00.000Z',
          provider: 'SANDBOX',
        },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.verification.links.create,
    input: ({ params, body }) => ({ customerId: params.customerId, redirectUri: body.redirectUri }),
    invalid: invalidInNewKycLink,
    serialize: serializeKycLink,
  }),
  query({
    method: 'GET',
    path: '/verifications',
    operationId: 'listVerifications',
    tag: TAG,
    summary: 'List verifications',
    description: `Lists verifications of all customers, newest first: the first one of each customer, and one more for each change of an
identity that was verified before, of the customer or of a beneficial owner, and for each renewal that the KYC provider
asks for. Filter by \`RESOLVE_ERRORS\` to find those
that wait for you.`,
    permission: 'VIEW',
    query: verificationFilter,
    responses: { 200: verificationList },
    outcomes: { 200: 'One page of verifications, and how many match in total.' },
    examples: [
      {
        title: 'List verifications that wait for data',
        status: 200,
        query: { verificationStatus: 'RESOLVE_ERRORS' },
        answer: { data: [INCOMPLETE_VERIFICATION], hasMore: false, totalCount: 1 },
      },
      {
        title: 'List verifications of a customer',
        status: 200,
        query: { customerId: exampleId('Customer', 3) },
        answer: { data: [INCOMPLETE_VERIFICATION], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.verification.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeVerification),
  }),
  command({
    method: 'POST',
    path: '/verifications',
    operationId: 'createVerification',
    tag: TAG,
    summary: 'Submit a customer for verification',
    description: `Checks whether the customer has everything that its verification needs. If something is missing, the response lists
all of it: supply it with \`updateCustomerById\`, \`uploadDocument\` and \`createBeneficialOwner\`, then call this
operation again. Otherwise the KYC provider of the service decides in the background, and the submitted documents can no
longer be deleted. A verification that is under review is returned unchanged. For an approved customer, the operation
submits changes of the identity and renewals that wait for corrections.

- **Individuals** need \`fullName\`, \`birthDate\` (18 years or more), \`nationality\`, \`idType\`, \`identifier\`,
  \`address\`, and a passport or both sides of a driving licence or national id.
- **Businesses** need \`legalName\`, \`registrationNumber\`, \`taxId\`, \`entityType\`, \`address\`, their owners, and
  documents that prove legal presence, control, ownership and address; one document can prove several.
- Providers of some currencies also require \`email\`, \`phoneNumber\` or \`businessType\`.

**Events:** \`VERIFICATION.RESOLVE_ERRORS\` if something is missing; else \`VERIFICATION.IN_PROGRESS\` with
\`CUSTOMER.KYC_PENDING\` or \`CUSTOMER.KYB_PENDING\`. Later \`VERIFICATION.APPROVED\` with \`CUSTOMER.KYC_APPROVED\`
or \`CUSTOMER.KYB_APPROVED\`, or the same with \`REJECTED\`.`,
    permission: 'MANAGE',
    body: verificationRequest,
    responses: { 200: verification },
    outcomes: { 200: 'The verification: `IN_PROGRESS`, or `RESOLVE_ERRORS` with everything that is missing.' },
    refusals: {
      USER_NOT_FOUND: USUAL_CAUSE.USER_NOT_FOUND,
      INVALID_INPUT:
        '`customerId` is not the id of a customer, or that customer is `APPROVED` or `REJECTED` already and has no ' +
        'undecided change of its identity and no renewal. Individuals with a name are decided at their creation in the sandbox.',
      CONFLICT:
        'Another request submitted the customer for the first time at the same moment; or the idempotency key was used ' +
        'for another request.',
    },
    examples: [
      {
        title: 'Submit a business that lacks data',
        status: 200,
        body: { customerId: exampleId('Customer', 3) },
        answer: INCOMPLETE_VERIFICATION,
      },
      {
        title: 'Submit a complete business',
        status: 200,
        body: { customerId: exampleId('Customer', 3) },
        answer: SUBMITTED_VERIFICATION,
      },
    ],
    useCase: (core) => core.verification.submit,
    input: ({ body }) => body,
    serialize: serializeVerification,
  }),
  query({
    method: 'GET',
    path: '/verifications/{verificationId}',
    operationId: 'getVerification',
    tag: TAG,
    summary: 'Read a verification',
    description: `Shows the status, and what is missing or why the customer was rejected. \`proposal\` is present if an identity changes
that was verified before: \`kycStatus\` of the customer stays \`APPROVED\` meanwhile, but money does not leave its accounts
unless the operator allows it. Prefer the events of the verification to polling.`,
    permission: 'VIEW',
    params: { verificationId: pathId('Verification', 'REFERENCE_NOT_FOUND') },
    responses: { 200: verification },
    outcomes: { 200: 'The verification as it is now.' },
    refusals: { REFERENCE_NOT_FOUND: 'The verification does not exist.' },
    examples: [
      { title: 'Read what a business lacks', status: 200, answer: INCOMPLETE_VERIFICATION },
      {
        title: 'Read a proposed change of identity',
        status: 200,
        params: { verificationId: exampleId('Verification', 2) },
        answer: CHANGE_VERIFICATION,
      },
    ],
    reads: (core) => core.verification.get,
    input: ({ params }) => ({ id: params.verificationId }),
    serialize: serializeVerification,
  }),
  query({
    method: 'GET',
    path: '/beneficial-owners',
    operationId: 'listBeneficialOwners',
    tag: TAG,
    summary: 'List the beneficial owners of a business',
    description: `Lists the people who were added as owners or controllers of one business, newest first. \`getCustomerById\` returns the
same people together with the business. Their tax numbers are never returned.`,
    permission: 'VIEW',
    query: ownerFilter,
    responses: { 200: ownerList },
    outcomes: { 200: 'One page of owners; empty for a customer that has none.' },
    examples: [
      {
        title: 'List owners of a business',
        status: 200,
        query: { customerId: exampleId('Customer', 3) },
        answer: { data: [BENEFICIAL_OWNER_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.verification.owners.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeBeneficialOwner),
  }),
  command({
    method: 'POST',
    path: '/beneficial-owners',
    operationId: 'createBeneficialOwner',
    tag: TAG,
    summary: 'Add a beneficial owner of a business',
    description: `Adds a person who owns or controls a business. The verification of the business requires every owner of 25 % or more, or
the largest owner with the role \`UBO\` if none has 25 %, and at least one \`CONTROL_PERSON\`; shares must not exceed
100 % together. The owner is decided together with the business, or separately if the business is approved already. No
event reports the decision: read \`kycStatus\` of the owner.`,
    permission: 'MANAGE',
    body: ownerCreateRequest,
    responses: { 201: beneficialOwner },
    outcomes: { 201: 'The owner, not verified yet.' },
    refusals: {
      USER_NOT_FOUND: 'The business does not exist, or was deleted.',
      INVALID_INPUT:
        'A field is invalid, or `customerId` names an individual; `details.errors` names every invalid field.',
    },
    examples: [
      {
        title: 'Add an owner',
        status: 201,
        body: {
          customerId: exampleId('Customer', 3),
          roles: ['UBO', 'CONTROL_PERSON'],
          ownershipPercentage: 62.5,
          personalInfo: { ...OWNER_PERSON, identifier: '912-55-4187' },
        },
        answer: BENEFICIAL_OWNER_EXAMPLE,
      },
    ],
    useCase: (core) => core.verification.owners.create,
    input: ({ body }) => body,
    invalid: invalidInNewBeneficialOwner,
    serialize: serializeBeneficialOwner,
  }),
  query({
    method: 'GET',
    path: '/beneficial-owners/{beneficialOwnerId}',
    operationId: 'getBeneficialOwner',
    tag: TAG,
    summary: 'Read a beneficial owner',
    description: `Returns the person with its verified identity and its own \`kycStatus\`, which no event reports. A proposed change of
the identity is in \`listVerifications\` of the business until it is decided.`,
    permission: 'VIEW',
    params: { beneficialOwnerId },
    responses: { 200: beneficialOwner },
    outcomes: { 200: 'The owner without the tax number.' },
    refusals: { REFERENCE_NOT_FOUND: 'The owner does not exist, or its business was deleted.' },
    examples: [{ title: 'Read an owner', status: 200, answer: BENEFICIAL_OWNER_EXAMPLE }],
    reads: (core) => core.verification.owners.get,
    input: ({ params }) => ({ id: params.beneficialOwnerId }),
    serialize: serializeBeneficialOwner,
  }),
  command({
    method: 'PATCH',
    path: '/beneficial-owners/{beneficialOwnerId}',
    operationId: 'updateBeneficialOwner',
    tag: TAG,
    summary: 'Change a beneficial owner',
    description: `Changes the fields that the body names; an address is replaced as a whole, and \`null\` clears \`middleName\`, \`email\`,
\`phoneNumber\` or \`countryOfIssuance\`. Contacts, roles and share change at once. Name, birth date, nationality, tax
number and the country of the address of an approved owner become a proposal, which a verification of its own decides; so
do a share that crosses 25 % and a new role \`CONTROL_PERSON\` or \`UBO\`:
the response shows the verified values until then, and money does not leave the accounts of the business unless the
operator allows it.

**Events:** \`VERIFICATION.IN_PROGRESS\` for a proposal, and its decision.`,
    permission: 'MANAGE',
    params: { beneficialOwnerId },
    body: ownerUpdateRequest,
    responses: { 200: beneficialOwner },
    outcomes: { 200: 'The owner after the change, with its verified identity.' },
    refusals: {
      REFERENCE_NOT_FOUND: 'The owner does not exist, or its business was deleted.',
      INVALID_INPUT:
        'A field is invalid or cannot be cleared, or the identity of a rejected owner, or of an approved owner of a ' +
        'business that is not approved, was to change.',
      CONFLICT:
        'The identity is under review, so it cannot change; or an approved business would lose its last approved control ' +
        'person or large owner; or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Change roles and share',
        status: 200,
        body: { roles: ['UBO'], ownershipPercentage: 40 },
        answer: {
          ...BENEFICIAL_OWNER_EXAMPLE,
          roles: ['UBO'],
          ownershipPercentage: 40,
          updatedAt: '2026-01-06T08:30:00.000Z',
        },
      },
      {
        title: 'Correct personal data',
        status: 200,
        body: { personalInfo: { middleName: null, birthDate: '1986-12-08' } },
        answer: {
          ...BENEFICIAL_OWNER_EXAMPLE,
          personalInfo: { ...CORRECTED_PERSON, birthDate: '1986-12-08' },
          updatedAt: '2026-01-06T08:30:00.000Z',
        },
      },
    ],
    useCase: (core) => core.verification.owners.update,
    input: ({ params, body }) => ({ ...body, id: params.beneficialOwnerId }),
    invalid: invalidInBeneficialOwnerPatch,
    serialize: serializeBeneficialOwner,
  }),
  command({
    method: 'DELETE',
    path: '/beneficial-owners/{beneficialOwnerId}',
    operationId: 'deleteBeneficialOwner',
    tag: TAG,
    summary: 'Delete a beneficial owner',
    description: `Removes a person who no longer owns or directs the business. Lists, reads and later submissions do not have it
any more. Its documents that were not submitted are deleted; submitted ones are kept as evidence, out of the API. The
status of the business does not change. A change of this person that waits for more information is withdrawn.

An \`APPROVED\` business keeps an approved owner with the role \`CONTROL_PERSON\`, and one of 25 % or more or with the role
\`UBO\`: add the new owner first, and delete the former one after the approval.

**Events:** \`VERIFICATION.REJECTED\` if such a change is withdrawn.`,
    isExtension: true,
    permission: 'MANAGE',
    params: { beneficialOwnerId },
    responses: { 204: null },
    outcomes: { 204: 'The person is no longer an owner of the business.' },
    refusals: {
      CONFLICT:
        'A verification of the business is under review, which the message names; or the business is `APPROVED` and would ' +
        'lose an owner that it must have; or the idempotency key was used for another request.',
    },
    examples: [{ title: 'Delete a beneficial owner', status: 204 }],
    useCase: (core) => core.verification.owners.delete,
    input: ({ params }) => ({ id: params.beneficialOwnerId }),
    serialize: () => null,
  }),
];
