import type { Core, Refused, SimulatedTelling, UseCase } from '@corridor/core';
import type { Merchant } from '@corridor/core/records';
import type { Simulated } from '@corridor/core/internal';
import type * as z from 'zod';
import { command, prepared } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import type { cardMerchant } from '../transactions/card-transaction-schema.js';
import type { Wire } from '../../kit/wire.js';
import { SIMULATED_EXAMPLE } from './examples.js';
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
const serializeSimulated = ({ issuerToken, transactionId: made }: Simulated): Wire<typeof cardSimulationResponse> => ({
  issuerTransactionToken: issuerToken,
  ...(made !== null && { cardTransactionId: made }),
});

const merchantOf = ({ descriptor, mcc, country }: z.output<typeof cardMerchant>): Merchant => ({
  descriptor,
  mcc: mcc ?? null,
  country: country ?? null,
});

const outcomes = { 202: 'The network has its answer, for an approval as for a decline.' };
const taken = { 202: 'The message is booked. The token is that of the authorization.' };

const NO_CARD: Refusals = {
  REFERENCE_NOT_FOUND: 'No card of the platform has the id, or the token belongs to production.',
};
const REPEATED = 'The idempotency key or `networkMessageId` was used for a request with other content.';
const OF_USES: Refusals = {
  ...NO_CARD,
  INVALID_CURRENCY: 'The currency is not that of the card.',
  CONFLICT: 'The idempotency key or `networkMessageId` was used for a use with other content.',
};
const OF_MESSAGES: Refusals = {
  ...NO_CARD,
  TRANSACTION_NOT_FOUND: 'No transaction of this card has the id `cardTransactionId`.',
  CONFLICT: REPEATED,
};

const AT_ONCE: Refusals = { AMOUNT_OUT_OF_RANGE: 'The amount is 0.' };

const COFFEE: z.input<typeof cardUseRequest> = {
  amount: 1_250,
  currency: { code: 'USD' },
  merchant: { descriptor: 'COFFEE BAR', mcc: '5814', country: 'US' },
};
const transactionId = exampleId('Transaction');

/** What the document says of a simulation. */
interface Described {
  readonly description: string;
  readonly example: string;
  readonly refusals?: Refusals;
}

/** A use of the card that is authorized or refused. */
const use = (
  name: string,
  operationId: string,
  summary: string,
  of: Use | 'creditAuthorizationAdvice',
  { description, example, refusals = {} }: Described,
): Operation =>
  prepared({
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    operationId,
    tag: TAG,
    summary,
    description,
    permission: 'TRANSACT',
    params,
    body: cardUseRequest,
    responses,
    outcomes,
    refusals: { ...OF_USES, ...refusals },
    examples: [{ title: example, status: 202, body: COFFEE, answer: SIMULATED_EXAMPLE }],
    isDone: true,
    useCase: (core) => core.cards.simulate[of],
    input: ({ params: { id }, body }) => ({
      cardId: id,
      amount: body.amount,
      currency: body.currency.code,
      merchant: merchantOf(body.merchant),
      networkMessageId: body.networkMessageId,
      expiresAt: body.expiresAt,
    }),
    serialize: serializeSimulated,
  });

type AmountRequest = typeof cardClearingRequest | typeof cardReturnRequest | typeof cardAdviceRequest;
type Told = Extract<keyof Simulate, 'clearing' | 'return' | 'authorizationAdvice'>;

/** What the document says of a message, and its amounts by the titles of their examples. */
interface DescribedMessage {
  readonly description: string;
  readonly refusals: Refusals;
  readonly amounts: Readonly<Record<string, number>>;
}

/** A message of the network about an existing transaction. */
const simulation = (
  name: string,
  operationId: string,
  summary: string,
  body: AmountRequest,
  of: Told,
  { description, refusals, amounts }: DescribedMessage,
): Operation =>
  command({
    method: 'POST',
    path: `/sandbox/cards/{id}/simulate/${name}`,
    operationId,
    tag: TAG,
    summary,
    description,
    permission: 'TRANSACT',
    params,
    body,
    responses,
    outcomes: taken,
    refusals: { ...OF_MESSAGES, ...refusals },
    examples: Object.entries(amounts).map(([title, amount]) => ({
      title,
      status: 202 as const,
      body: { cardTransactionId: transactionId, amount },
      answer: SIMULATED_EXAMPLE,
    })),
    isDone: true,
    useCase: (core): UseCase<SimulatedTelling, Simulated | Refused> => core.cards.simulate[of],
    input: ({ params: { id }, body: { cardTransactionId: transactionId, amount, networkMessageId, ...rest } }) => ({
      cardId: id,
      transactionId,
      amount,
      networkMessageId,
      originalNetworkMessageId: 'originalNetworkMessageId' in rest ? rest.originalNetworkMessageId : undefined,
      clearedAt: 'clearedAt' in rest ? rest.clearedAt : undefined,
      expiresAt: 'expiresAt' in rest ? rest.expiresAt : undefined,
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
    {
      description: `A merchant asks whether the card pays. An approval reserves the amount on the first funding source
and creates a card transaction in \`AUTHORIZED\`, whose id the answer has as \`cardTransactionId\`; clear it with
\`sandboxSimulateCardClearing\`. The reserve ends 30 days after the approval or the last increment, or at
\`expiresAt\`: what is not cleared is released then. An amount of 0 only verifies the account: it is approved or declined
by the state of the card, reserves nothing, and creates no transaction. A decline creates none, and has an answer without
the id: a card that is not \`ACTIVE\`, an
amount above its limit or the balance, or a \`descriptor\` that ends in \`002\` (too little money) or \`003\` (paused).

**Events:** \`CARD_TRANSACTION.AUTHORIZED\`, \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` for an approval; none for a
decline.`,
      example: 'Pay for a coffee',
    },
  ),
  simulation(
    'clearing',
    'sandboxSimulateCardClearing',
    'Simulate the clearing of an authorization',
    cardClearingRequest,
    'clearing',
    {
      description: `The merchant collects its money, at once or in several parts. The reserve pays first; an amount
above it, such as a tip, is taken from the balance up to the tolerance of the host (20 % by default). What lies beyond,
comes after the last clearing, or is dated after the end of the authorization is borne by the service, not by the
customer. A clearing that is dated in time (\`clearedAt\`) and arrives later is taken from the balance. An amount of 0
releases the reserve.

**Events:** \`CARD_TRANSACTION.PARTIALLY_SETTLED\` or \`CARD_TRANSACTION.SETTLED\`; \`CARD_TRANSACTION.EXCEPTION\` if
the balance does not cover the amount.`,
      refusals: {
        INVALID_STATE_TRANSITION: 'The amount is 0, and nothing is reserved to release.',
        AMOUNT_OUT_OF_RANGE: 'All clearings together would exceed the maximum of amounts.',
      },
      amounts: { 'Collect the whole amount': 1_250, 'Collect a part': 1_000, 'Release the reserve': 0 },
    },
  ),
  simulation('return', 'sandboxSimulateCardReturn', 'Simulate a return by the merchant', cardReturnRequest, 'return', {
    description: `The merchant gives back what it has collected, all or a part. The amount is credited to the funding
source; if the service bears a loss of this transaction, the loss is made good first. What the network had settled in
excess goes back to those who bore it. The network has paid already, so a return is booked in every state: an amount
that covers nothing, or that a closed funding source cannot receive, waits for the operator in an exception.

**Events:** \`CARD_TRANSACTION.REFUNDED\` once everything is returned; before, the event of the state that the
transaction has, such as \`CARD_TRANSACTION.SETTLED\`, with \`refundedAmount\`.`,
    refusals: {},
    amounts: { 'Return a part': 500, 'Return everything': 1_250 },
  }),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/balance_inquiry',
    operationId: 'sandboxSimulateCardBalanceInquiry',
    tag: TAG,
    summary: 'Simulate a balance inquiry of the network',
    description: `A cash machine or a merchant asks how much the card can spend. The question is written to the log of
the card; no transaction arises, nothing is reserved, and no event is sent. It is answered in every state of the
card.`,
    permission: 'TRANSACT',
    params,
    body: cardBalanceInquiryRequest,
    responses,
    outcomes: { 202: 'The question is logged under the token.' },
    refusals: { ...NO_CARD, CONFLICT: REPEATED },
    examples: [
      {
        title: 'Ask for the balance',
        status: 202,
        body: { merchant: { descriptor: 'CITY BANK ATM', mcc: '6011', country: 'US' } },
        answer: { issuerTransactionToken: SIMULATED_EXAMPLE.issuerTransactionToken },
      },
    ],
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
    {
      description: `A merchant wants to give money without an earlier purchase. An approval creates a card transaction
with the direction \`CREDIT\` in \`AUTHORIZED\` and moves no money: the amount is credited to the first funding source
when you clear it. It is declined if the card is not \`ACTIVE\` or the cardholder is not ready, not for lack of
balance.

**Events:** \`CARD_TRANSACTION.AUTHORIZED\` for an approval; none for a decline.`,
      example: 'Ask to credit a card',
    },
  ),
  use(
    'financial_authorization',
    'sandboxSimulateCardFinancialAuthorization',
    'Simulate the use of a card that is authorized and cleared at once',
    'financialAuthorization',
    {
      description: `Authorization and clearing in one message, as for cash withdrawals. An approval debits the first
funding source at once and creates a card transaction in \`SETTLED\`. It is declined for the same reasons as an
authorization.

**Events:** \`CARD_TRANSACTION.AUTHORIZED\`, then \`CARD_TRANSACTION.SETTLED\`; none for a decline.`,
      example: 'Debit a card at once',
      refusals: AT_ONCE,
    },
  ),
  use(
    'financial_credit_authorization',
    'sandboxSimulateCardFinancialCreditAuthorization',
    'Simulate a credit that is booked at once',
    'financialCreditAuthorization',
    {
      description: `A merchant gives money in one message. An approval credits the first funding source at once and
creates a card transaction with the direction \`CREDIT\` in \`SETTLED\`. It is declined for the same reasons as a
credit authorization.

**Events:** \`CARD_TRANSACTION.AUTHORIZED\`, then \`CARD_TRANSACTION.SETTLED\`; none for a decline.`,
      example: 'Credit a card at once',
      refusals: AT_ONCE,
    },
  ),
  simulation(
    'authorization_advice',
    'sandboxSimulateCardAuthorizationAdvice',
    'Simulate a change of the authorized amount',
    cardAdviceRequest,
    'authorizationAdvice',
    {
      description: `The network changes the amount of an authorization as a whole, as hotels and petrol stations do, before
or after the first clearing. A lower amount releases the difference; of a higher one as much is reserved as the balance
covers, because an advice cannot be declined. The rest is taken at the clearing. An amount that is already cleared
settles the transaction. An increment extends the authorization.

**Events:** the event of the state, such as \`CARD_TRANSACTION.AUTHORIZED\`, with the new amount.`,
      refusals: { INVALID_STATE_TRANSITION: 'The transaction is settled or refunded: nothing is left to be cleared.' },
      amounts: { 'Raise the amount': 1_500, 'Lower the amount': 1_000 },
    },
  ),
  use(
    'credit_authorization_advice',
    'sandboxSimulateCardCreditAuthorizationAdvice',
    'Simulate a credit that the network has approved itself',
    'creditAuthorizationAdvice',
    {
      description: `The network reports a credit that it has approved without asking. It creates a card transaction
with the direction \`CREDIT\` in \`AUTHORIZED\`, also for a frozen or closed card. No money moves until you clear it;
for a closed card or funding source, the money then waits for the operator in an exception.

**Events:** \`CARD_TRANSACTION.AUTHORIZED\`.`,
      example: 'Report a credit',
    },
  ),
  command({
    method: 'POST',
    path: '/sandbox/cards/{id}/simulate/return_reversal',
    operationId: 'sandboxSimulateCardReturnReversal',
    tag: TAG,
    summary: 'Simulate the reversal of the last return by the merchant',
    description: `The merchant takes a return back, which was a mistake: the named one or the last one. The funding
source is debited again; if its balance does not cover the amount any more, the service bears it and the transaction is in
\`EXCEPTION\`. What the return did not credit to the funding source is taken back from where it went.

**Events:** \`CARD_TRANSACTION.SETTLED\` or \`CARD_TRANSACTION.PARTIALLY_SETTLED\`; \`CARD_TRANSACTION.EXCEPTION\` for
a loss.`,
    permission: 'TRANSACT',
    params,
    body: cardTransactionRefRequest,
    responses,
    outcomes: taken,
    refusals: { ...OF_MESSAGES, INVALID_STATE_TRANSITION: 'The transaction has no return that is not reversed yet.' },
    examples: [
      {
        title: 'Take a return back',
        status: 202,
        body: { cardTransactionId: transactionId },
        answer: SIMULATED_EXAMPLE,
      },
    ],
    isDone: true,
    useCase: (core) => core.cards.simulate.returnReversal,
    input: ({ params: { id }, body }) => ({
      cardId: id,
      transactionId: body.cardTransactionId,
      networkMessageId: body.networkMessageId,
      originalNetworkMessageId: body.originalNetworkMessageId,
    }),
    serialize: serializeSimulated,
  }),
];
