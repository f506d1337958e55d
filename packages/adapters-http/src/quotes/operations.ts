import type { QuoteRequest } from '@corridor/core';
import type * as z from 'zod';
import { command, exchange, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { externalAccountLookup, lookupQuery } from './lookup-schemas.js';
import { executeQuoteRequest, quote, quoteRequest } from './schemas.js';
import { serializeAccountLookup, serializeQuote } from './serialize.js';

const TAG = 'Cross-Currency Transfers';
const quoteId = pathId('Quote', 'QUOTE_NOT_FOUND');

type RequestBody = z.output<typeof quoteRequest>;

const toSource = (source: RequestBody['source']): QuoteRequest['source'] =>
  source.sourceType === 'ACCOUNT'
    ? {
        sourceType: 'ACCOUNT',
        accountId: source.accountId,
        customerId: source.customerId ?? null,
        ...(source.currency !== undefined && { currency: source.currency }),
      }
    : {
        sourceType: 'REALTIME_FUNDING',
        currency: source.currency,
        customerId: source.customerId ?? null,
        cryptoNetwork: source.cryptoNetwork ?? null,
      };

const toDestination = (destination: RequestBody['destination']): QuoteRequest['destination'] =>
  destination.destinationType === 'ACCOUNT'
    ? {
        destinationType: 'ACCOUNT',
        accountId: destination.accountId,
        paymentRail: destination.paymentRail ?? null,
      }
    : {
        destinationType: 'UMA_ADDRESS',
        umaAddress: destination.umaAddress,
        currency: destination.currency ?? null,
      };

/** Of the platform and of agents alike. */
export const toQuoteRequest = (body: RequestBody): QuoteRequest => ({
  lookupId: body.lookupId ?? null,
  source: toSource(body.source),
  destination: toDestination(body.destination),
  lockedCurrencySide: body.lockedCurrencySide,
  lockedCurrencyAmount: body.lockedCurrencyAmount,
  immediatelyExecute: body.immediatelyExecute ?? false,
  description: body.description ?? null,
  remittanceInformation: body.remittanceInformation ?? null,
  purposeOfPayment: body.purposeOfPayment ?? null,
  platformFeeOverride:
    body.platformFeeOverride === undefined
      ? null
      : {
          fixed: body.platformFeeOverride.platformFixedFee,
          variableBps: body.platformFeeOverride.platformVariableFeeBps,
        },
  senderCustomerInfo: body.senderCustomerInfo ?? null,
  scaFactor: body.scaFactor ?? null,
});

export const quoteOperations: readonly Operation[] = [
  exchange({
    method: 'GET',
    path: '/receiver/external-account/{accountId}',
    operationId: 'lookupExternalAccount',
    tag: TAG,
    summary: 'Look an external account up for payment',
    permission: 'VIEW',
    params: { accountId: pathId('ExternalAccount', 'REFERENCE_NOT_FOUND') },
    query: lookupQuery,
    responses: { 200: externalAccountLookup },
    errors: [412, 424, 501],
    perform: (core) => core.quotes.lookUpAccount,
    input: ({ params, query: { customerId, senderUmaAddress } }) => ({
      accountId: params.accountId,
      customerId: customerId ?? null,
      senderUmaAddress: senderUmaAddress ?? null,
    }),
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
    input: ({ params, body, signed }) => ({ id: params.quoteId, signed, scaFactor: body.scaFactor ?? null }),
    serialize: serializeQuote,
  }),
];
