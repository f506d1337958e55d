import type { QuoteRequest } from '@corridor/core';
import type * as z from 'zod';
import { command, exchange, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { exampleId, pathId } from '../app/schemas.js';
import { externalAccountLookup, lookupQuery } from './lookup-schemas.js';
import { pageBody } from '../app/wire.js';
import { QUOTE_EXAMPLE } from './examples.js';
import { executeQuoteRequest, quote, quoteFilter, quoteList, quoteRequest } from './schemas.js';
import { serializeAccountLookup, serializeQuote } from './serialize.js';

const TAG = 'Cross-Currency Transfers';
const quoteId = pathId('Quote', 'QUOTE_NOT_FOUND');

/** The input of a quote, for operations of platforms and of agents. */
export const toQuoteRequest = ({ platformFeeOverride: fee, ...body }: z.output<typeof quoteRequest>): QuoteRequest => ({
  ...body,
  ...(fee !== undefined && {
    platformFeeOverride: { fixed: fee.platformFixedFee, variableBps: fee.platformVariableFeeBps },
  }),
});

export const quoteOperations: readonly Operation[] = [
  exchange({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    operationId: 'lookupExternalAccount',
    tag: TAG,
    summary: 'Look up an external account for payment',
    permission: 'VIEW',
    params: { accountId: pathId('ExternalAccount', 'REFERENCE_NOT_FOUND') },
    query: lookupQuery,
    responses: { 200: externalAccountLookup },
    errors: [412, 424, 501],
    perform: (core) => core.quotes.lookUpAccount,
    input: ({ params, query }) => ({ ...query, accountId: params.accountId }),
    serialize: serializeAccountLookup,
  }),
  prepared({
    method: 'POST',
    path: '/quotes',
    operationId: 'createQuote',
    tag: TAG,
    summary: 'Create a quote',
    description: `Locks an exchange rate and fees for a payment between two currencies, until \`expiresAt\`. No money moves yet,
unless \`immediatelyExecute\` is true: then the amount is debited in the same step, as by \`executeQuote\`.

A source of type \`ACCOUNT\` pays from a balance and needs \`executeQuote\`. A source of type \`REALTIME_FUNDING\` needs no
execution: the response contains \`paymentInstructions\`, and the payment starts when their money arrives before
\`expiresAt\`. Later money is sent back. A customer must be approved (KYC or KYB).

**Events:** \`QUOTE.EXPIRED\` if the quote is not used; with \`immediatelyExecute\`, those of \`executeQuote\`.`,
    permission: 'TRANSACT',
    body: quoteRequest,
    responses: { 201: quote, 202: quote },
    outcomes: {
      201: 'The quote, with rate and fees locked. Its status is `PROCESSING` if it was executed at once.',
      202: 'The quote waits for strong customer authentication: authorize `scaChallenge`, then it is executed.',
    },
    errors: [404, 412, 423, 424, 501],
    refusals: {
      INVALID_AMOUNT:
        'The available balance of the source account does not cover the amount, and `immediatelyExecute` is true.',
      QUOTE_REQUEST_FAILED: 'No current rate exists for the two currencies.',
    },
    examples: [
      {
        title: 'Pay from a balance',
        status: 201,
        body: {
          source: { sourceType: 'ACCOUNT', accountId: exampleId('InternalAccount') },
          destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount') },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: 10_000,
          description: 'Invoice 4711',
        },
        answer: QUOTE_EXAMPLE,
      },
    ],
    useCase: (core) => core.quotes.create,
    input: ({ body }) => toQuoteRequest(body),
    status: ({ status }) => (status === 'PENDING_AUTHORIZATION' ? 202 : 201),
    serialize: serializeQuote,
  }),
  query({
    method: 'GET',
    path: '/quotes',
    operationId: 'listQuotes',
    tag: TAG,
    summary: 'List quotes, newest first',
    isExtension: true,
    permission: 'VIEW',
    query: quoteFilter,
    responses: { 200: quoteList },
    reads: (core) => core.quotes.list,
    input: ({ query: { receiverAccountIdentifier, ...filter } }) => ({
      ...filter,
      destinationId: receiverAccountIdentifier,
    }),
    serialize: (page) => pageBody(page, serializeQuote),
  }),
  query({
    method: 'GET',
    path: '/quotes/{quoteId}',
    operationId: 'getQuoteById',
    tag: TAG,
    summary: 'Read a quote',
    permission: 'VIEW',
    params: { quoteId },
    responses: { 200: quote },
    reads: (core) => core.quotes.get,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: serializeQuote,
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/execute',
    operationId: 'executeQuote',
    tag: TAG,
    summary: 'Execute a quote',
    permission: 'TRANSACT',
    params: { quoteId },
    headers: ['Wallet-Signature'],
    body: executeQuoteRequest,
    bodyRequired: false,
    responses: { 200: quote },
    errors: [423],
    useCase: (core) => core.quotes.execute,
    input: ({ params, body, signed }) => ({ id: params.quoteId, signed, scaFactor: body.scaFactor }),
    serialize: serializeQuote,
  }),
  command({
    method: 'POST',
    path: '/quotes/{quoteId}/cancel',
    operationId: 'cancelQuote',
    tag: TAG,
    summary: 'Cancel a quote that was not executed',
    description: `Ends the lock of the rate early: the quote becomes \`EXPIRED\`, with the present time as \`expiresAt\`. No money
moves. Money that arrives for its payment instructions afterwards is sent back to its payer.

**Events:** \`QUOTE.EXPIRED\`.`,
    isExtension: true,
    permission: 'TRANSACT',
    params: { quoteId },
    responses: { 200: quote },
    outcomes: { 200: 'The quote has ended and can no longer be executed.' },
    refusals: { INVALID_STATE_TRANSITION: 'The quote was executed, or has expired already.' },
    examples: [
      {
        title: 'Cancel a quote',
        status: 200,
        answer: { ...QUOTE_EXAMPLE, status: 'EXPIRED', expiresAt: '2026-01-05T10:02:00.000Z' },
      },
    ],
    useCase: (core) => core.quotes.cancel,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: serializeQuote,
  }),
];
