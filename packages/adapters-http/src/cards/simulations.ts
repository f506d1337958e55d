import type { Core, SimulatedTelling, UseCase } from '@corridor/core';
import type { Merchant } from '@corridor/core/records';
import type { Simulated } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import type { cardMerchant } from '../transactions/card-transaction-schema.js';
import type { Wire } from '../app/wire.js';
import {
  cardAdviceRequest,
  cardBalanceInquiryRequest,
  cardClearingRequest,
  cardReturnRequest,
  cardSimulationResponse,
  cardTransactionRefRequest,
  cardUseRequest,
} from './schemas.js';

type Simulate = Core['cards']['simulate'];
type Use = 'authorization' | 'creditAuthorization' | 'financialAuthorization' | 'financialCreditAuthorization';

const TAG = 'Sandbox';
const params = { id: pathId('Card', 'REFERENCE_NOT_FOUND') };
const responses = { 202: cardSimulationResponse };
const serializeSimulated = ({ issuerToken }: Simulated): Wire<typeof cardSimulationResponse> => ({
  issuerTransactionToken: issuerToken,
});

const merchantOf = ({ descriptor, mcc, country }: z.output<typeof cardMerchant>): Merchant => ({
  descriptor,
  mcc: mcc ?? null,
  country: country ?? null,
});

/** The card is used. */
const use = (name: string, operationId: string, summary: string, of: Use | 'creditAuthorizationAdvice'): Operation =>
  prepared({
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    operationId,
    tag: TAG,
    summary,
    permission: 'TRANSACT',
    params,
    body: cardUseRequest,
    responses,
    isDone: true,
    useCase: (core) => core.cards.simulate[of],
    input: ({ params: { id }, body }) => ({
      cardId: id,
      amount: body.amount,
      currency: body.currency.code,
      merchant: merchantOf(body.merchant),
      networkMessageId: body.networkMessageId,
    }),
    serialize: serializeSimulated,
  });

type AmountRequest = typeof cardClearingRequest | typeof cardReturnRequest | typeof cardAdviceRequest;
type Told = Extract<keyof Simulate, 'clearing' | 'return' | 'authorizationAdvice'>;

/** The network tells of a transaction. */
const simulation = (name: string, operationId: string, summary: string, body: AmountRequest, of: Told): Operation =>
  command({
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    operationId,
    tag: TAG,
    summary,
    permission: 'TRANSACT',
    params,
    body,
    responses,
    errors: [409],
    isDone: true,
    useCase: (core): UseCase<SimulatedTelling, Simulated> => core.cards.simulate[of],
    input: ({ params: { id }, body: { cardTransactionId, amount, networkMessageId } }) => ({
      cardId: id,
      transactionId: cardTransactionId,
      amount,
      networkMessageId,
    }),
    serialize: serializeSimulated,
  });

/** What a card network asks and tells, played by the sandbox. */
export const cardSimulations: readonly Operation[] = [
  use(
    'authorization',
    'sandboxSimulateCardAuthorization',
    'A card is used: it is asked whether it pays',
    'authorization',
  ),
  simulation(
    'clearing',
    'sandboxSimulateCardClearing',
    'The merchant asks for its money',
    cardClearingRequest,
    'clearing',
  ),
  simulation('return', 'sandboxSimulateCardReturn', 'The merchant gives money back', cardReturnRequest, 'return'),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/balance_inquiry',
    operationId: 'sandboxSimulateCardBalanceInquiry',
    tag: TAG,
    summary: 'The network asks for the balance behind a card',
    permission: 'TRANSACT',
    params,
    body: cardBalanceInquiryRequest,
    responses,
    isDone: true,
    useCase: (core) => core.cards.simulate.balanceInquiry,
    input: ({ params: { id }, body }) => ({
      cardId: id,
      merchant: merchantOf(body.merchant),
      networkMessageId: body.networkMessageId,
    }),
    serialize: serializeSimulated,
  }),
  use(
    'credit_authorization',
    'sandboxSimulateCardCreditAuthorization',
    'A merchant asks whether it may credit a card',
    'creditAuthorization',
  ),
  use(
    'financial_authorization',
    'sandboxSimulateCardFinancialAuthorization',
    'A card is used and cleared at once',
    'financialAuthorization',
  ),
  use(
    'financial_credit_authorization',
    'sandboxSimulateCardFinancialCreditAuthorization',
    'A card is credited at once',
    'financialCreditAuthorization',
  ),
  simulation(
    'authorization_advice',
    'sandboxSimulateCardAuthorizationAdvice',
    'The network names another amount of an authorization',
    cardAdviceRequest,
    'authorizationAdvice',
  ),
  use(
    'credit_authorization_advice',
    'sandboxSimulateCardCreditAuthorizationAdvice',
    'The network has approved a credit',
    'creditAuthorizationAdvice',
  ),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/return_reversal',
    operationId: 'sandboxSimulateCardReturnReversal',
    tag: TAG,
    summary: 'The merchant takes its last return back',
    permission: 'TRANSACT',
    params,
    body: cardTransactionRefRequest,
    responses,
    errors: [409],
    isDone: true,
    useCase: (core) => core.cards.simulate.returnReversal,
    input: ({ params: { id }, body }) => ({
      cardId: id,
      transactionId: body.cardTransactionId,
      networkMessageId: body.networkMessageId,
    }),
    serialize: serializeSimulated,
  }),
];
