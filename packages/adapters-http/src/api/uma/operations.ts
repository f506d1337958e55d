import type { ErrorCode } from '@corridor/core';
import * as z from 'zod';
import { command, exchange, prepared, query } from '../../kit/declare.js';
import type { Operation, PathParameter, Refusals } from '../../kit/operation.js';
import { exampleId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { lookupQuery } from '../quotes/lookup-schemas.js';
import { RECEIVED_PAYMENT_EXAMPLE, REJECTED_PAYMENT_EXAMPLE } from '../transactions/examples.js';
import { oneTransaction } from '../transactions/requests.js';
import {
  INVITATION_EXAMPLE,
  LOOKUP_EXAMPLE,
  PROVIDER_EXAMPLE,
  RECEIVER_EXAMPLE,
  RECEIVING_EXAMPLE,
} from './examples.js';
import {
  approvePaymentRequest,
  providersQuery,
  receiverUmaLookup,
  rejectPaymentRequest,
  sandboxUmaReceiveRequest,
  umaInvitation,
  umaInvitationClaimRequest,
  umaInvitationCreateRequest,
  umaProviderList,
} from './schemas.js';
import { serializeInvitation, serializeProvider, serializeUmaLookup } from './serialize.js';

/** A parameter that is a secret code or names a person, so logs must not show it. */
const textParameter = (
  pattern: RegExp,
  notFound: ErrorCode,
  { example, description }: { readonly example: string; readonly description: string },
): PathParameter => ({
  isSecret: true,
  schema: z.string().meta({ examples: [example], description }),
  matches: (text) => pattern.test(text),
  notFound,
});

/** Refusals of a decision about an incoming payment that waits for none. */
const NOT_WAITING: Refusals = {
  TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL:
    'The payment was decided or has expired, or is not one that the platform approves.',
};

const invitationCode: PathParameter = {
  ...textParameter(/^[a-z0-9]{16}$/, 'INVITATION_NOT_FOUND', {
    example: INVITATION_EXAMPLE.code,
    description: 'The 16 letters and digits that the invited person has received.',
  }),
  isCode: true,
};
const receiverUmaAddress = textParameter(/^/, 'UMA_NOT_FOUND', {
  example: RECEIVER_EXAMPLE,
  description: 'Whom to pay: an address of the form `$name@domain`. Percent-encode it.',
});

/** Why the answer of another institution is not used. */
const COUNTERPARTY_FAILED: Refusals = {
  LNURLP_REQUEST_FAILED: 'The institution of the receiver cannot be reached, or answered with an error.',
  COUNTERPARTY_PUBKEY_FETCH_ERROR: 'The keys that verify the answer of the institution cannot be fetched.',
  PARSE_LNURLP_RESPONSE_ERROR: 'The answer of the institution cannot be read.',
  MISSING_REQUIRED_UMA_PARAMETERS: 'The institution answers without UMA, or misses a parameter in the request.',
  UNSUPPORTED_UMA_VERSION: 'The institution supports no version of UMA that this host speaks.',
  NO_COMPATIBLE_UMA_VERSION: 'The institution proposes versions of UMA, none of which this host speaks.',
  INVALID_SIGNATURE: 'The answer is not signed by the keys of the institution, or is signed for another receiver.',
  INVALID_TIMESTAMP: 'The answer was signed more than 15 minutes before or after the time of this host.',
  INVALID_NONCE: 'The answer was received before, or its nonce is malformed.',
  INVALID_PUBKEY_FORMAT: 'A key of the institution is malformed.',
  CERT_CHAIN_INVALID: 'The certificates of the institution do not verify.',
  CERT_CHAIN_EXPIRED: 'A certificate of the institution has expired.',
};

/** Codes with which another institution refuses, and which are passed on. */
const COUNTERPARTY_REFUSED: Refusals = {
  INVALID_RECEIVER: 'The institution knows the receiver, who cannot be paid now.',
  SENDER_NOT_ACCEPTED: 'The institution does not accept this sender.',
  MISSING_MANDATORY_USER_INFO: 'The institution wants data about the sender; `details.fields` names it.',
  INVALID_AMOUNT: 'The institution answers that it refuses the amount.',
  AMOUNT_OUT_OF_RANGE: 'The institution answers that the amount is outside its limits.',
};

const INVITATION_ENDED: Refusals = {
  INVITATION_ALREADY_CLAIMED: 'A platform has claimed it before.',
  INVITATION_CANCELLED: 'The inviting platform has withdrawn it.',
};

export const umaOperations: readonly Operation[] = [
  exchange({
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    operationId: 'lookupUma',
    tag: 'Cross-Currency Transfers',
    summary: 'Look up a receiver by UMA address',
    description: `The first step of a payment to a UMA address: asks the institution of the receiver what the receiver
accepts, and which data about the payer it needs. Name the paying customer by \`customerId\` or \`senderUmaAddress\`.
No money moves and no rate is locked; the rates are estimates. Pass \`lookupId\` to \`createQuote\` within ten minutes,
with the required data in \`senderCustomerInfo\` where the customer's record lacks it.

The sandbox has receivers with fixed outcomes at \`sandbox.uma.money\`.`,
    permission: 'VIEW',
    params: { receiverUmaAddress },
    query: lookupQuery,
    responses: { 200: receiverUmaLookup },
    outcomes: { 200: 'The receiver can be paid, in the listed currencies.' },
    refusals: {
      INVALID_INPUT:
        'Neither `customerId` nor `senderUmaAddress` names the paying customer, or a parameter is unknown.',
      INVALID_UMA_ADDRESS: 'The address of the receiver or of the sender does not have the form `$name@domain`.',
      USER_NOT_FOUND: 'No customer of the platform is the sender, or the two parameters name different customers.',
      UMA_NOT_FOUND: 'The institution has no receiver with this address.',
      COUNTERPARTY_NOT_ALLOWED:
        'The operator blocks the institution of the receiver, or the institution blocks this host.',
      VELOCITY_LIMIT_EXCEEDED: 'The platform has looked up too many receivers of this institution within an hour.',
      INVALID_CURRENCY: 'The receiver accepts no currency that this host knows.',
      QUOTE_REQUEST_FAILED: "There is no current rate from the sender's first currency.",
      ...COUNTERPARTY_REFUSED,
      ...COUNTERPARTY_FAILED,
      UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY:
        'The institution requires data about the sender that this host does not know.',
      NOT_IMPLEMENTED: 'This environment has no settlement for UMA, or none that the institution accepts.',
    },
    examples: [
      {
        title: 'Look up a receiver for a customer',
        params: { receiverUmaAddress: RECEIVER_EXAMPLE },
        query: { customerId: exampleId('Customer') },
        status: 200,
        answer: LOOKUP_EXAMPLE,
      },
    ],
    perform: (core) => core.uma.lookUp,
    input: ({ params, query }) => ({ ...query, receiverUmaAddress: params.receiverUmaAddress }),
    serialize: serializeUmaLookup,
  }),
  command({
    method: 'POST',
    path: '/transactions/{transactionId}/approve',
    operationId: 'approvePendingPayment',
    tag: 'Transactions',
    summary: 'Approve an incoming payment that waits for a decision',
    description: `Accepts a payment from another institution for one of your customers. The question is the webhook
\`INCOMING_PAYMENT.PENDING\`; its response can decide too, and the first decision counts. Call this operation if you answered
the webhook with 202 to put the decision off: the payment is then held for up to an hour, and goes back to its payer after
that. Data that \`requestedReceiverCustomerInfoFields\` asks for goes into \`receiverCustomerInfo\`.

No balance changes yet: the account is credited once the payer's institution has paid.

**Events:** \`INCOMING_PAYMENT.COMPLETED\` and \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` with the credit, or \`INCOMING_PAYMENT.FAILED\`
if the money does not come.`,
    permission: 'MANAGE',
    ...oneTransaction,
    body: approvePaymentRequest,
    bodyRequired: false,
    outcomes: { 200: 'The payment is approved. It stays `PENDING` until its money is there.' },
    refusals: {
      AMOUNT_OUT_OF_RANGE:
        'The account of the customer cannot hold the amount now. The payment stays undecided; approve it when there is room.',
      ...NOT_WAITING,
    },
    examples: [
      {
        title: 'Approve a payment',
        status: 200,
        body: { receiverCustomerInfo: { FULL_NAME: 'Ada Lovelace' } },
        answer: RECEIVED_PAYMENT_EXAMPLE,
      },
    ],
    useCase: (core) => core.uma.approve,
    input: ({ params, body }) => ({ id: params.transactionId, payeeData: body.receiverCustomerInfo ?? {} }),
  }),
  command({
    method: 'POST',
    path: '/transactions/{transactionId}/reject',
    operationId: 'rejectPendingPayment',
    tag: 'Transactions',
    summary: 'Reject an incoming payment that waits for a decision',
    description: `Refuses a payment from another institution: the transaction is \`FAILED\` with \`COMPLIANCE_REJECTED\`. No balance
changes, and money that the payer's institution has sent already is released to it. The first decision counts, whether by a
call or by the response to the webhook \`INCOMING_PAYMENT.PENDING\`.

**Events:** \`INCOMING_PAYMENT.FAILED\`.`,
    permission: 'MANAGE',
    ...oneTransaction,
    body: rejectPaymentRequest,
    bodyRequired: false,
    outcomes: { 200: 'The payment is rejected (`FAILED`).' },
    refusals: NOT_WAITING,
    examples: [
      {
        title: 'Reject a payment',
        status: 200,
        body: { reason: 'The sender is unknown to the customer' },
        answer: REJECTED_PAYMENT_EXAMPLE,
      },
    ],
    useCase: (core) => core.uma.reject,
  }),
  command({
    method: 'POST',
    path: '/invitations',
    operationId: 'createInvitation',
    tag: 'Invitations',
    summary: 'Create an invitation to a UMA address',
    description: `A customer of yours invites a person who has no UMA address yet. Send the person the \`url\`: its
page shows the code, with which any platform can claim the invitation for its own customer. With \`amountToSend\` the
inviter promises a gift: nothing is debited or reserved now; the claim opens a quote for it, which you execute to pay.

**Events:** \`INVITATION.CLAIMED\` when it is claimed.`,
    permission: 'MANAGE',
    body: umaInvitationCreateRequest,
    responses: { 201: umaInvitation },
    outcomes: { 201: 'The invitation, which can be claimed from now on.' },
    refusals: {
      INVITATIONS_NOT_CONFIGURED: 'The platform has no UMA domain of its own in force.',
      INVALID_UMA_ADDRESS: '`inviterUma` does not have the form `$name@domain`.',
    },
    examples: [
      {
        title: 'Invite a friend',
        status: 201,
        body: { inviterUma: '$ada@pay.example' },
        answer: {
          code: INVITATION_EXAMPLE.code,
          createdAt: INVITATION_EXAMPLE.createdAt,
          url: INVITATION_EXAMPLE.url,
          inviterUma: '$ada@pay.example',
          status: 'PENDING',
        },
      },
      {
        title: 'Invite a friend with a gift',
        status: 201,
        body: {
          inviterUma: '$ada@pay.example',
          firstName: 'Grace',
          amountToSend: 1_250,
          expiresAt: '2036-01-05T10:00:00.000Z',
        },
        answer: INVITATION_EXAMPLE,
      },
    ],
    useCase: (core) => core.uma.invitations.create,
    input: ({ body }) => body,
    serialize: serializeInvitation,
  }),
  query({
    method: 'GET',
    path: '/invitations/{invitationCode}',
    operationId: 'getInvitation',
    tag: 'Invitations',
    summary: 'Read an invitation',
    description: `Any platform of the environment can read an invitation by its code, so that the platform of the
invited person can show who invites before it claims. The inviting platform sees here which quote a gift has.`,
    permission: 'VIEW',
    params: { invitationCode },
    responses: { 200: umaInvitation },
    outcomes: { 200: 'The invitation in its present state.' },
    refusals: { INVITATION_NOT_FOUND: 'No invitation of this environment has the code.' },
    examples: [{ title: 'Read an invitation', status: 200, answer: INVITATION_EXAMPLE }],
    reads: (core) => core.uma.invitations.get,
    input: ({ params }) => ({ code: params.invitationCode }),
    serialize: serializeInvitation,
  }),
  prepared({
    method: 'POST',
    path: '/invitations/{invitationCode}/claim',
    operationId: 'claimInvitation',
    tag: 'Invitations',
    summary: 'Claim an invitation for an invitee',
    description: `Ends the invitation in favour of a customer of the calling platform, who has a UMA address by now.
The inviting platform can be another one. With a gift, the claim opens a quote in the inviting platform, which \`quoteId\`
names; the inviter pays only if its platform executes that quote. If no quote can be opened, the invitation is claimed all
the same, and \`quoteError\` says why.

**Events:** \`INVITATION.CLAIMED\` to the inviting platform.`,
    permission: 'MANAGE',
    params: { invitationCode },
    body: umaInvitationClaimRequest,
    responses: { 200: umaInvitation },
    outcomes: { 200: 'The invitation is `CLAIMED` for this customer.' },
    refusals: {
      ...INVITATION_ENDED,
      INVALID_INPUT: 'The invitation has expired, or the inviter tries to claim it.',
      INVALID_UMA_ADDRESS: '`inviteeUma` does not have the form `$name@domain`.',
      INVITATION_NOT_FOUND: 'No invitation of this environment has the code.',
      USER_NOT_FOUND: 'No customer of the calling platform has the address `inviteeUma`.',
    },
    examples: [
      {
        title: 'Claim an invitation',
        status: 200,
        body: { inviteeUma: '$grace@bank.example' },
        answer: {
          ...INVITATION_EXAMPLE,
          status: 'CLAIMED',
          inviteeUma: '$grace@bank.example',
          claimedAt: '2026-01-05T11:00:00.000Z',
          quoteId: exampleId('Quote'),
        },
      },
    ],
    useCase: (core) => core.uma.invitations.claim,
    input: ({ params, body }) => ({ code: params.invitationCode, inviteeUma: body.inviteeUma }),
    serialize: serializeInvitation,
  }),
  command({
    method: 'POST',
    path: '/invitations/{invitationCode}/cancel',
    operationId: 'cancelInvitation',
    tag: 'Invitations',
    summary: 'Cancel an invitation',
    description: `Withdraws an invitation that was not claimed. Its page then tells the invited person so, and its code
can no longer be claimed. A promised gift is not paid; nothing was debited for it.`,
    permission: 'MANAGE',
    params: { invitationCode },
    responses: { 200: umaInvitation },
    outcomes: { 200: 'The invitation is `CANCELLED` for good.' },
    refusals: {
      ...INVITATION_ENDED,
      INVALID_INPUT: 'The invitation has expired.',
      FORBIDDEN: 'The token does not have the permission `MANAGE`, or another platform has created the invitation.',
      INVITATION_NOT_FOUND: 'No invitation of this environment has the code.',
    },
    examples: [
      { title: 'Withdraw an invitation', status: 200, answer: { ...INVITATION_EXAMPLE, status: 'CANCELLED' } },
    ],
    useCase: (core) => core.uma.invitations.cancel,
    input: ({ params }) => ({ code: params.invitationCode }),
    serialize: serializeInvitation,
  }),
  query({
    method: 'GET',
    path: '/uma-providers',
    operationId: 'getAvailableUmaProviders',
    tag: 'Available UMA Providers',
    summary: 'List the counterparty institutions known to the host',
    description: `Lists the institutions that the operator of the host has entered, for a customer who chooses where to
receive. The list is not complete: payments also go to institutions that are not on it. Blocked ones cannot be paid.`,
    permission: 'VIEW',
    query: providersQuery,
    responses: { 200: umaProviderList },
    outcomes: { 200: 'A page of institutions, ordered by domain.' },
    examples: [
      {
        title: 'Institutions whose customers can be paid in dollars',
        query: { currencyCode: 'USD', sortOrder: 'asc' },
        status: 200,
        answer: { data: [PROVIDER_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.uma.providers,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeProvider),
  }),
  command({
    method: 'POST',
    path: '/sandbox/uma/receive',
    operationId: 'sandboxReceive',
    tag: 'Sandbox',
    summary: 'Simulate an incoming UMA payment',
    description: `Plays the institution of a payer who pays a customer of yours over UMA. Your platform is asked as for
a real payment: by the webhook \`INCOMING_PAYMENT.PENDING\`, whose answer decides. Once you approve, the amount is
credited to the customer's internal account in that currency. Without a webhook endpoint it is approved at once.

**Events:** \`INCOMING_PAYMENT.PENDING\`, then \`INCOMING_PAYMENT.COMPLETED\` or \`INCOMING_PAYMENT.FAILED\`.`,
    permission: 'TRANSACT',
    body: sandboxUmaReceiveRequest,
    responses: oneTransaction.responses,
    outcomes: { 200: 'The incoming payment, which waits for your decision.' },
    refusals: {
      INVALID_INPUT: 'Neither `receiverUmaAddress` nor `customerId` names the receiver, or a field is invalid.',
      FORBIDDEN: 'The token does not have the permission `TRANSACT`, or belongs to production.',
      INVALID_UMA_ADDRESS: 'One of the addresses does not have the form `$name@domain`.',
      USER_NOT_FOUND: 'No customer of the platform is the receiver, or the two fields name different customers.',
      SELF_PAYMENT: 'Payer and receiver have the same address.',
      INVALID_RECEIVER:
        'The customer is not approved, must accept the end-user terms first, or has no account that can receive.',
      INVALID_CURRENCY:
        'The customer has no account in the currency, or the platform has not enabled `INCOMING` for it.',
      AMOUNT_OUT_OF_RANGE: 'The amount is outside the limits of the currency in the platform configuration.',
      NOT_IMPLEMENTED: 'The host has no settlement for UMA in the sandbox.',
    },
    examples: [
      {
        title: 'Receive dollars',
        status: 200,
        body: {
          senderUmaAddress: '$grace@bank.example',
          customerId: exampleId('Customer'),
          receivingCurrencyCode: 'USD',
          receivingCurrencyAmount: 2_500,
        },
        answer: RECEIVING_EXAMPLE,
      },
    ],
    useCase: (core) => core.uma.receiveSimulated,
    input: ({ body }) => body,
    serialize: oneTransaction.serialize,
  }),
];
