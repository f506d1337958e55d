import type { ErrorCode } from '@corridor/core';
import * as z from 'zod';
import { command, exchange, query } from '../app/declare.js';
import type { Operation, PathParameter } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { lookupQuery } from '../quotes/lookup-schemas.js';
import { RECEIVED_PAYMENT_EXAMPLE, REJECTED_PAYMENT_EXAMPLE } from '../transactions/examples.js';
import { transaction } from '../transactions/schemas.js';
import { serializeTransaction } from '../transactions/serialize.js';
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
const textParameter = (pattern: RegExp, notFound: ErrorCode, example: string): PathParameter => ({
  isSecret: true,
  schema: z.string().meta({ examples: [example] }),
  matches: (text) => pattern.test(text),
  notFound,
});

const transactionId = pathId('Transaction', 'TRANSACTION_NOT_FOUND');
const invitationCode = textParameter(/^[a-z0-9]{16}$/, 'INVITATION_NOT_FOUND', '7hq4k9xm2c8nvtw3');
const receiverUmaAddress = textParameter(/^/, 'UMA_NOT_FOUND', '$ada@pay.example');

export const umaOperations: readonly Operation[] = [
  exchange({
    method: 'GET',
    path: '/receiver/uma/{receiverUmaAddress}',
    operationId: 'lookupUma',
    tag: 'Cross-Currency Transfers',
    summary: 'Look up a receiver by UMA address',
    permission: 'VIEW',
    params: { receiverUmaAddress },
    query: lookupQuery,
    responses: { 200: receiverUmaLookup },
    errors: [412, 424, 501],
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
    params: { transactionId },
    body: approvePaymentRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    outcomes: { 200: 'The payment is approved. It stays `PENDING` until its money is there.' },
    refusals: {
      TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL:
        'The payment was decided or has expired, or is not one that the platform approves.',
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
    serialize: serializeTransaction,
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
    params: { transactionId },
    body: rejectPaymentRequest,
    bodyRequired: false,
    responses: { 200: transaction },
    outcomes: { 200: 'The payment is rejected (`FAILED`).' },
    refusals: {
      TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL:
        'The payment was decided or has expired, or is not one that the platform approves.',
    },
    examples: [
      {
        title: 'Reject a payment',
        status: 200,
        body: { reason: 'The sender is unknown to the customer' },
        answer: REJECTED_PAYMENT_EXAMPLE,
      },
    ],
    useCase: (core) => core.uma.reject,
    input: ({ params }) => ({ id: params.transactionId }),
    serialize: serializeTransaction,
  }),
  command({
    method: 'POST',
    path: '/invitations',
    operationId: 'createInvitation',
    tag: 'Invitations',
    summary: 'Create an invitation to a UMA address',
    permission: 'MANAGE',
    body: umaInvitationCreateRequest,
    responses: { 201: umaInvitation },
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
    permission: 'VIEW',
    params: { invitationCode },
    responses: { 200: umaInvitation },
    reads: (core) => core.uma.invitations.get,
    input: ({ params }) => ({ code: params.invitationCode }),
    serialize: serializeInvitation,
  }),
  exchange({
    method: 'POST',
    path: '/invitations/{invitationCode}/claim',
    operationId: 'claimInvitation',
    tag: 'Invitations',
    summary: 'Claim an invitation for an invitee',
    permission: 'MANAGE',
    params: { invitationCode },
    body: umaInvitationClaimRequest,
    responses: { 200: umaInvitation },
    perform: (core) => core.uma.invitations.claim,
    input: ({ params, body }) => ({ code: params.invitationCode, inviteeUma: body.inviteeUma }),
    serialize: serializeInvitation,
  }),
  command({
    method: 'POST',
    path: '/invitations/{invitationCode}/cancel',
    operationId: 'cancelInvitation',
    tag: 'Invitations',
    summary: 'Cancel an invitation',
    permission: 'MANAGE',
    params: { invitationCode },
    responses: { 200: umaInvitation },
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
    permission: 'VIEW',
    query: providersQuery,
    responses: { 200: umaProviderList },
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
    permission: 'TRANSACT',
    body: sandboxUmaReceiveRequest,
    responses: { 200: transaction },
    errors: [404, 501],
    useCase: (core) => core.uma.receiveSimulated,
    input: ({ body }) => body,
    serialize: serializeTransaction,
  }),
];
