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

/** A use of the card that is authorized or refused. */
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

/** A message of the network about an existing transaction. */
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

/** The requests and messages of a card network, simulated by the sandbox. */
export const cardSimulations: readonly Operation[] = [
  use(
    'authorization',
    'sandboxSimulateCardAuthorization',
    'Simulate the use of a card: an authorization',
    'authorization',
  ),
  simulation(
    'clearing',
    'sandboxSimulateCardClearing',
    'Simulate the clearing of an authorization',
    cardClearingRequest,
    'clearing',
  ),
  simulation('return', 'sandboxSimulateCardReturn', 'Simulate a return by the merchant', cardReturnRequest, 'return'),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/balance_inquiry',
    operationId: 'sandboxSimulateCardBalanceInquiry',
    tag: TAG,
    summary: 'Simulate a balance inquiry of the network',
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
    'Simulate a credit authorization: the merchant asks to credit a card',
    'creditAuthorization',
  ),
  use(
    'financial_authorization',
    'sandboxSimulateCardFinancialAuthorization',
    'Simulate the use of a card that is authorized and cleared at once',
    'financialAuthorization',
  ),
  use(
    'financial_credit_authorization',
    'sandboxSimulateCardFinancialCreditAuthorization',
    'Simulate a credit that is booked at once',
    'financialCreditAuthorization',
  ),
  simulation(
    'authorization_advice',
    'sandboxSimulateCardAuthorizationAdvice',
    'Simulate a change of the authorized amount',
    cardAdviceRequest,
    'authorizationAdvice',
  ),
  use(
    'credit_authorization_advice',
    'sandboxSimulateCardCreditAuthorizationAdvice',
    'Simulate a credit that the network has approved itself',
    'creditAuthorizationAdvice',
  ),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/return_reversal',
    operationId: 'sandboxSimulateCardReturnReversal',
    tag: TAG,
    summary: 'Simulate the reversal of the last return by the merchant',
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
