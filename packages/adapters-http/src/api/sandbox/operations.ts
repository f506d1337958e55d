import { type TestClock, toIso } from '@corridor/core';
import { internalAccount } from '../accounts/schemas.js';
import { serializeInternalAccountView } from '../accounts/serialize.js';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { transaction } from '../transactions/schemas.js';
import { serializeTransaction } from '../transactions/serialize.js';
import type { Wire } from '../../kit/wire.js';
import {
  CLOCK_EXAMPLE,
  DEPOSIT_EXAMPLE,
  FUNDED_ACCOUNT_EXAMPLE,
  FUNDED_PAYMENT_EXAMPLE,
  MISFUNDED_PAYMENT_EXAMPLE,
} from './examples.js';
import {
  advanceClockRequest,
  sandboxDepositRequest,
  sandboxDepositResponse,
  sandboxFundRequest,
  sandboxSendRequest,
  testClock,
} from './schemas.js';

const TAG = 'Sandbox';

/** Simulations exist in the sandbox only. */
const NOT_HERE = 'The token does not have the permission `TRANSACT`, or belongs to production.';

const serializeClock = ({ now, aheadSeconds }: TestClock): Wire<typeof testClock> => ({
  now: toIso(now),
  aheadSeconds,
});

export const sandboxOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/sandbox/send',
    operationId: 'sandboxSend',
    tag: TAG,
    summary: 'Simulate the payer of a real-time funded quote',
    description: `Plays the payer who sends money by the payment instructions of a quote with the source
\`REALTIME_FUNDING\`. The exact amount in time executes the quote, and its payment starts. Another amount, or money
after the quote has expired, becomes a \`FAILED\` transaction that is refunded to the payer; more money for a quote
that has its payment is sent back. Each call is a payment of its own: send an \`Idempotency-Key\` to repeat one safely.

**Events:** \`OUTGOING_PAYMENT.PROCESSING\`, then \`OUTGOING_PAYMENT.COMPLETED\` or \`OUTGOING_PAYMENT.FAILED\`. For
money that the quote cannot use, \`OUTGOING_PAYMENT.FAILED\` and the events of its refund.`,
    permission: 'TRANSACT',
    body: sandboxSendRequest,
    responses: { 200: transaction },
    outcomes: { 200: 'The transaction of the quote. Its status tells whether the quote could use the money.' },
    refusals: {
      FORBIDDEN: NOT_HERE,
      QUOTE_NOT_FOUND: 'No quote of the platform has the id.',
      INVALID_CURRENCY: '`currencyCode` is not the sending currency of the quote.',
      INVALID_INPUT: 'The quote is paid from an account, or its money comes by a rail that is not simulated.',
      CONFLICT: 'The quote waits for strong customer authentication: authorize it before it is paid.',
      USER_BLOCKED:
        'The customer or the platform is blocked. The money has arrived, and an operator has to decide about it.',
      USER_NOT_READY:
        'The quote cannot use the money now. The money has arrived, and an operator may have to decide about it.',
    },
    examples: [
      {
        title: 'Pay exactly what the quote asks for',
        status: 200,
        body: { quoteId: exampleId('Quote'), currencyCode: 'USD' },
        answer: FUNDED_PAYMENT_EXAMPLE,
      },
      {
        title: 'Pay too little',
        status: 200,
        body: { quoteId: exampleId('Quote'), currencyCode: 'USD', currencyAmount: 9_000 },
        answer: MISFUNDED_PAYMENT_EXAMPLE,
      },
    ],
    useCase: (core) => core.sandbox.send,
    input: ({ body }) => body,
    serialize: serializeTransaction,
  }),
  command({
    method: 'POST',
    path: '/sandbox/deposits',
    operationId: 'sandboxDeposit',
    tag: TAG,
    summary: 'Simulate a payer who sends money with a reference',
    description: `Plays a payer who writes any reference on a transfer, as happens with real money. The reference of a
quote executes the quote, the reference of an internal account credits the account, and with any other the money goes
back to the payer. Use it to test deposits, and mistakes such as a wrong reference or currency.

**Events:** \`INCOMING_PAYMENT.COMPLETED\` and \`INTERNAL_ACCOUNT.BALANCE_UPDATED\` for a deposit; those of
\`sandboxSend\` for a quote; none if the money is sent back or held.`,
    isExtension: true,
    permission: 'TRANSACT',
    body: sandboxDepositRequest,
    responses: { 200: sandboxDepositResponse },
    outcomes: { 200: 'The money has arrived; `outcome` tells what became of it.' },
    refusals: {
      FORBIDDEN: NOT_HERE,
      INVALID_CURRENCY: 'The currency is unknown, or no simulated rail receives it.',
    },
    examples: [
      {
        title: 'Deposit to an internal account',
        status: 200,
        body: {
          reference: 'K7QF9M3XHTCP',
          currencyCode: 'USD',
          amount: 10_000,
          remitter: { name: 'Grace Hopper', account: 'DE89370400440532013000' },
        },
        answer: { outcome: 'ACCOUNT_CREDITED', transaction: DEPOSIT_EXAMPLE },
      },
      {
        title: 'Send money with a wrong reference',
        status: 200,
        body: { reference: 'no such reference', currencyCode: 'USD', amount: 10_000 },
        answer: { outcome: 'RETURNED' },
      },
    ],
    useCase: (core) => core.sandbox.deposit,
    input: ({ body }) => body,
    serialize: ({ outcome, transaction: became }) => ({
      outcome,
      transaction: became === null ? undefined : serializeTransaction(became),
    }),
  }),
  command({
    method: 'POST',
    path: '/sandbox/internal-accounts/{accountId}/fund',
    operationId: 'sandboxFundInternalAccount',
    tag: TAG,
    summary: 'Fund an internal account',
    description: `Credits an internal account of a customer or of the platform with simulated money, as a deposit from
outside. It is the quickest way to a balance for a test, and works in every currency. If the account owes money to the
service, the debt is paid first. Money that is held, such as that for a blocked customer, changes no balance.

**Events:** \`INCOMING_PAYMENT.COMPLETED\`, \`INTERNAL_ACCOUNT.BALANCE_UPDATED\`.`,
    permission: 'TRANSACT',
    params: { accountId: pathId('InternalAccount', 'REFERENCE_NOT_FOUND') },
    body: sandboxFundRequest,
    responses: { 200: internalAccount },
    outcomes: {
      200: 'The account with its balance, which can be spent at once. It is the former balance if the money is held.',
    },
    refusals: {
      FORBIDDEN: NOT_HERE,
      USER_NOT_READY: 'The account is closed.',
      AMOUNT_OUT_OF_RANGE: 'The balance would exceed the maximum of amounts.',
    },
    examples: [
      {
        title: 'Fund an account with 10,000 dollars',
        status: 200,
        body: { amount: 1_000_000 },
        answer: FUNDED_ACCOUNT_EXAMPLE,
      },
    ],
    useCase: (core) => core.sandbox.fund,
    input: ({ params, body }) => ({ accountId: params.accountId, amount: body.amount }),
    serialize: serializeInternalAccountView,
  }),
  query({
    method: 'GET',
    path: '/sandbox/clock',
    operationId: 'getSandboxClock',
    tag: TAG,
    summary: 'Read the time of the platform',
    description: `Each sandbox platform has a time of its own, which only moves apart from the time of the host when
you advance it. All timestamps that the platform sees are in it.`,
    isExtension: true,
    permission: 'VIEW',
    responses: { 200: testClock },
    outcomes: { 200: 'The present time of the platform.' },
    refusals: { FORBIDDEN: 'The token does not have the permission `VIEW`, or belongs to production.' },
    examples: [{ title: 'Read the clock', status: 200, answer: CLOCK_EXAMPLE }],
    reads: (core) => core.sandbox.clock,
    input: () => undefined,
    serialize: serializeClock,
  }),
  prepared({
    method: 'POST',
    path: '/sandbox/clock/advance',
    operationId: 'advanceSandboxClock',
    tag: TAG,
    summary: 'Move the time of the platform ahead; work that becomes due is done before the response, within 5 seconds',
    description: `Lets you test what takes time: quotes expire, slow payments settle, invitations end and webhooks are
retried as if the time had passed. It moves neither the time of the host nor that of other platforms, and never back.
What is due at the present time is done first. Then the clock moves from due time to due time, so that the result does
not depend on how fast the host is. After 1,000 moves or 5 seconds it stops, and \`now\` says which time was reached: send
the rest again. Under an \`Idempotency-Key\`, copies of the request and its repetition after a crash move to the same time. Rate limits and the 24 hours of idempotency keys follow
the host.

**Events:** those of everything that becomes due, such as \`QUOTE.EXPIRED\`.`,
    isExtension: true,
    permission: 'TRANSACT',
    body: advanceClockRequest,
    responses: { 200: testClock },
    outcomes: { 200: 'The new time of the platform; earlier than asked if the moves took more than 5 seconds.' },
    refusals: {
      INVALID_INPUT: '`seconds` is outside its limits, or the clock would be more than 3,660 days ahead of the host.',
      FORBIDDEN: NOT_HERE,
    },
    examples: [
      { title: 'Let six minutes pass', status: 200, body: { seconds: 360 }, answer: CLOCK_EXAMPLE },
      {
        title: 'Let a day pass',
        status: 200,
        body: { seconds: 86_400 },
        answer: { now: '2026-01-06T10:06:00.000Z', aheadSeconds: 86_760 },
      },
    ],
    useCase: (core) => core.sandbox.stepClock,
    afterwards: (core, { tenant }) => core.work.catchUp(tenant),
    input: ({ body }) => body,
    serialize: serializeClock,
  }),
];
