import type { QuoteRequest } from '@corridor/core';
import type * as z from 'zod';
import { command, exchange, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { externalAccountLookup, lookupQuery } from './lookup-schemas.js';
import { pageBody } from '../app/wire.js';
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
    permission: 'TRANSACT',
    body: quoteRequest,
    responses: { 201: quote, 202: quote },
    errors: [404, 412, 423, 424, 501],
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
    summary: 'List quotes, newest first. An extension.',
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
    summary: 'Cancel a quote that was not executed. An extension.',
    permission: 'TRANSACT',
    params: { quoteId },
    responses: { 200: quote },
    useCase: (core) => core.quotes.cancel,
    input: ({ params }) => ({ id: params.quoteId }),
    serialize: serializeQuote,
  }),
];
