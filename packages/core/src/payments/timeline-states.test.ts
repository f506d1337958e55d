import { describe, expect, it } from 'vitest';
import type { OutboxEvent } from '../events/index.js';
import { type Instant, instant, tenantKey } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { correctionsOf, type Transaction, UNSET } from '../transactions/index.js';
import {
  paymentStates,
  quoteStates,
  railSteps,
  refundReferencesOf,
  type Snapshot,
  snapshotsOf,
} from './timeline-states.js';

const ID = 'Transaction:018bcfe5-6800-7000-8000-000000000001';
const at = (seconds: number): Instant => instant(seconds * 1000);

/** A payment from a bank to another bank, which nothing has happened to. */
const PAYMENT = {
  ...UNSET,
  id: ID,
  tenant: tenantKey('Platform:1' as never, 'SANDBOX'),
  version: 1,
  createdAt: at(0),
  updatedAt: at(0),
  type: 'OUTGOING',
  status: 'PROCESSING',
  rail: 'delivers',
  fundingRail: 'collects',
  destination: {
    destinationType: 'ACCOUNT',
    accountId: 'ExternalAccount:1',
    currency: 'EUR',
    onChainTransaction: null,
  },
} as unknown as Transaction;

/** How a payment was at these times: its event, and what had changed until then. */
type Change = readonly [seconds: number, event: Snapshot['event'], over: Partial<Transaction>];
function history(payment: Transaction, ...changes: readonly Change[]): readonly Snapshot[] {
  let transaction = payment;
  return changes.map(([seconds, event, over]) => {
    transaction = { ...transaction, ...over };
    return { at: at(seconds), event, transaction };
  });
}

describe('the states of a payment', () => {
  it('are those of its events with their meaning, and of its refund, with the reasons', () => {
    const snapshots = history(
      PAYMENT,
      [0, 'OUTGOING_PAYMENT.PENDING', { status: 'PENDING' }],
      [1, 'OUTGOING_PAYMENT.PROCESSING', { status: 'PROCESSING' }],
      [2, 'OUTGOING_PAYMENT.COMPLETED', { status: 'COMPLETED' }],
      [3, 'OUTGOING_PAYMENT.FAILED', { status: 'FAILED', failureReason: 'PAYOUT_RETURNED' }],
      [4, 'OUTGOING_PAYMENT.REFUND_PENDING', { refundStatus: 'PENDING', refundReason: 'TRANSACTION_FAILED' }],
      [5, 'OUTGOING_PAYMENT.REFUND_FAILED', { refundStatus: 'FAILED' }],
      [6, 'OUTGOING_PAYMENT.REFUND_PENDING', { refundStatus: 'PENDING' }],
      [7, 'OUTGOING_PAYMENT.REFUND_COMPLETED', { refundStatus: 'COMPLETED' }],
      [8, 'OUTGOING_PAYMENT.REFUND_FAILED', { refundStatus: 'FAILED' }],
      [9, null, {}],
    );
    const payment = { kind: 'state', of: 'payment', subject: ID, reason: null };
    const refund = { kind: 'state', of: 'refund', subject: ID, reason: 'TRANSACTION_FAILED' };
    expect(paymentStates(snapshots)).toEqual([
      { ...payment, at: at(0), from: null, to: 'PENDING', why: 'the money must be collected first' },
      { ...payment, at: at(1), from: 'PENDING', to: 'PROCESSING', why: 'the money was collected' },
      {
        ...payment,
        at: at(2),
        from: 'PROCESSING',
        to: 'COMPLETED',
        why: 'the payment was delivered',
      },
      {
        ...payment,
        at: at(3),
        from: 'COMPLETED',
        to: 'FAILED',
        why: 'the delivered payout was returned (PAYOUT_RETURNED)',
        reason: 'PAYOUT_RETURNED',
      },
      {
        ...refund,
        at: at(4),
        from: null,
        to: 'PENDING',
        why: 'the payment failed: its money goes back to the source',
      },
      {
        ...refund,
        at: at(5),
        from: 'PENDING',
        to: 'FAILED',
        why: 'the money cannot be sent back: an operator resolves the exception',
      },
      { ...refund, at: at(6), from: 'FAILED', to: 'PENDING', why: 'an operator retries the refund' },
      { ...refund, at: at(7), from: 'PENDING', to: 'COMPLETED', why: 'the money is back at its source' },
      {
        ...refund,
        at: at(8),
        from: 'COMPLETED',
        to: 'FAILED',
        why: 'the refund bounced: an operator resolves the exception',
      },
    ]);
  });

  it('say that a payment was cancelled, whose rail was not asked or was in time', () => {
    const snapshots = history(
      PAYMENT,
      [0, 'OUTGOING_PAYMENT.PROCESSING', { status: 'PROCESSING' }],
      [1, 'OUTGOING_PAYMENT.FAILED', { status: 'FAILED', failureReason: 'QUOTE_EXECUTION_FAILED' }],
      [1, 'OUTGOING_PAYMENT.REFUND_PENDING', { refundStatus: 'PENDING', refundReason: 'USER_CANCELLATION' }],
      [2, null, {}],
    );
    expect(paymentStates(snapshots)[1]).toMatchObject({
      to: 'FAILED',
      why: 'the payment was cancelled before it was delivered',
    });
  });

  it('name the reason of a cancellation, if the failure has no other', () => {
    const cancelled = { status: 'FAILED', cancelReason: 'sent twice', refundStatus: 'COMPLETED' } as const;
    const [failed, refunded] = paymentStates(history(PAYMENT, [1, 'OUTGOING_PAYMENT.FAILED', cancelled]));
    expect(failed).toMatchObject({ from: null, to: 'FAILED', reason: 'sent twice' });
    expect(refunded).toMatchObject({
      of: 'refund',
      from: null,
      to: 'COMPLETED',
      why: 'cancelled before anything was collected; the FAILED event carries the refund',
    });
    const both = { ...cancelled, failureReason: 'QUOTE_EXECUTION_FAILED' } as const;
    expect(paymentStates(history(PAYMENT, [1, null, both]))[0]).toMatchObject({ reason: 'QUOTE_EXECUTION_FAILED' });
    expect(paymentStates(history(PAYMENT, [1, null, { ...both, status: 'PROCESSING', refundStatus: null }]))).toEqual([
      expect.objectContaining({ to: 'PROCESSING', reason: null }),
    ]);
  });

  it('of a card payment include the events that leave its state, and no other repetition', () => {
    const card = { ...PAYMENT, type: 'CARD' } as unknown as Transaction;
    const states = paymentStates(
      history(
        card,
        [0, 'CARD_TRANSACTION.AUTHORIZED', { status: 'AUTHORIZED' as never }],
        [1, 'CARD_TRANSACTION.AUTHORIZED', {}],
        [2, null, {}],
        [3, 'CARD_TRANSACTION.PARTIALLY_SETTLED', { status: 'PARTIALLY_SETTLED' as never }],
        [4, 'CARD_TRANSACTION.PARTIALLY_SETTLED', {}],
        [5, null, {}],
      ),
    );
    expect(states.map((state) => [state.at / 1000, state.from, state.to, state.why])).toEqual([
      [0, null, 'AUTHORIZED', 'approved: the amount is reserved'],
      [1, 'AUTHORIZED', 'AUTHORIZED', 'the network changed the authorized amount'],
      [3, 'AUTHORIZED', 'PARTIALLY_SETTLED', 'the merchant cleared part of the amount'],
      [4, 'PARTIALLY_SETTLED', 'PARTIALLY_SETTLED', 'the merchant cleared another part'],
    ]);
  });

  it('of a card payment are told apart by its amounts', () => {
    const card = { ...PAYMENT, type: 'CARD' } as unknown as Transaction;
    const amounts = (authorized: bigint, settled: bigint, released = 0n) =>
      ({ status: 'PARTIALLY_SETTLED', card: { authorized, settled, released } }) as never;
    const event = 'CARD_TRANSACTION.PARTIALLY_SETTLED';
    const states = paymentStates(
      history(
        card,
        [0, 'CARD_TRANSACTION.AUTHORIZED', { status: 'AUTHORIZED', card: { authorized: 100n, settled: 0n } } as never],
        [1, event, amounts(100n, 40n)],
        [2, event, amounts(90n, 40n)],
        [3, event, amounts(90n, 60n)],
        [4, event, amounts(90n, 60n, 30n)],
      ),
    );
    expect(states.slice(2).map(({ why }) => why)).toEqual([
      'the network changed the authorized amount',
      'the merchant cleared another part',
      expect.stringContaining('released'),
    ]);
  });

  it('have no meaning if the table of states does not have the change', () => {
    const [, back] = paymentStates(
      history(PAYMENT, [0, null, { status: 'COMPLETED' }], [1, null, { status: 'PENDING' }]),
    );
    expect(back).toMatchObject({ from: 'COMPLETED', to: 'PENDING', why: null });
  });

  it('come from the events of the payment alone, and at last by its record', () => {
    const event = (seconds: number, type: string, resource: string = ID) =>
      ({
        createdAt: at(seconds),
        type,
        resource,
        snapshot: { ...PAYMENT, version: seconds },
      }) as unknown as OutboxEvent;
    const now = { ...PAYMENT, updatedAt: at(9) };
    const told = snapshotsOf(
      [
        event(1, 'OUTGOING_PAYMENT.PROCESSING'),
        event(2, 'INCOMING_PAYMENT.COMPLETED'),
        event(3, 'CARD_TRANSACTION.SETTLED'),
        event(4, 'OUTGOING_PAYMENT.FAILED', 'Transaction:2'),
        event(5, 'EXCEPTION.OPENED'),
        event(6, 'NO_OUTGOING_PAYMENT.FAILED'),
      ],
      now,
    );
    expect(told.map((one) => [one.at / 1000, one.event, one.transaction.version])).toEqual([
      [1, 'OUTGOING_PAYMENT.PROCESSING', 1],
      [2, 'INCOMING_PAYMENT.COMPLETED', 2],
      [3, 'CARD_TRANSACTION.SETTLED', 3],
      [9, null, 1],
    ]);
    expect(told.at(-1)!.transaction).toBe(now);
  });
});

describe('the steps of the rails of a payment', () => {
  const step = (seconds: number, what: string, rail: string | null, reference: string | null = ID) => ({
    kind: 'rail',
    at: at(seconds),
    step: what,
    rail,
    reference,
    reason: null,
  });

  it('are what each of them was asked and has reported', () => {
    const done: Partial<Transaction> = {
      pullSubmittedAt: at(1),
      collectedAt: at(2),
      submittedAt: at(3),
      settledAt: at(4),
      receiptDeliveryConfirmedAt: at(5),
    };
    expect(railSteps(history(PAYMENT, [0, null, {}]))).toEqual([]);
    expect(railSteps(history(PAYMENT, [0, null, {}], [9, null, done]))).toEqual([
      step(1, 'collection begun', 'collects'),
      step(2, 'collection completed', 'collects'),
      step(3, 'payout begun', 'delivers'),
      step(4, 'payout settled', 'delivers'),
      step(5, 'receipt confirmed', 'delivers'),
    ]);
    const incoming = { ...PAYMENT, type: 'INCOMING' } as Transaction;
    expect(railSteps(history(incoming, [9, null, { settledAt: at(4) }]))).toEqual([]);
  });

  it('name the transaction on the chain that delivered', () => {
    const onChain = { onChainTransaction: { transactionHash: '0xabc' } };
    const delivered = { ...PAYMENT.destination, ...onChain } as Transaction['destination'];
    const settled = history(PAYMENT, [4, null, { settledAt: at(4), destination: delivered }]);
    expect(railSteps(settled)).toEqual([step(4, 'payout settled', 'delivers', '0xabc')]);
    const address = { destinationType: 'UMA_ADDRESS', umaAddress: '$a@b.example' } as Transaction['destination'];
    const agreed = history(PAYMENT, [4, null, { settledAt: at(4), destination: address }]);
    expect(railSteps(agreed)).toEqual([step(4, 'payout settled', 'delivers')]);
  });

  it('name the rail that was asked to cancel, and why', () => {
    const asked = { cancelRequestedAt: at(4), cancelReason: 'sent twice' };
    const entry = (rail: string | null) => ({ ...step(4, 'cancellation requested', rail), reason: 'sent twice' });
    expect(railSteps(history(PAYMENT, [4, null, asked]))).toEqual([entry(null)]);
    expect(railSteps(history(PAYMENT, [4, null, { ...asked, pullSubmittedAt: at(2) }]))).toEqual([
      step(2, 'collection begun', 'collects'),
      entry('collects'),
    ]);
    expect(railSteps(history(PAYMENT, [4, null, { ...asked, submittedAt: at(3) }]))).toEqual([
      step(3, 'payout begun', 'delivers'),
      entry('delivers'),
    ]);
  });

  it('include no answer of a rail to a failed refund that an operator booked as paid or credited', () => {
    const failed = { refundReference: 'Refund:1', refundInitiatedAt: at(1), refundStatus: 'FAILED' } as const;
    const decided = history(
      PAYMENT,
      [2, 'OUTGOING_PAYMENT.REFUND_PENDING', { ...failed, refundStatus: 'PENDING' }],
      [2, 'OUTGOING_PAYMENT.REFUND_FAILED', { refundStatus: 'FAILED' }],
      [6, 'OUTGOING_PAYMENT.REFUND_COMPLETED', { refundStatus: 'COMPLETED', refundSettledAt: at(6) }],
      [7, null, {}],
    );
    expect(railSteps(decided)).toEqual([step(1, 'refund started', null, 'Refund:1')]);
    expect(paymentStates(decided).at(-1)).toMatchObject({
      of: 'refund',
      to: 'COMPLETED',
      why: 'an operator credited the money, or paid it outside the rails',
    });
  });

  it('include each refund once, at the time of its start and of its end', () => {
    const first = { refundReference: 'Refund:1', refundInitiatedAt: at(1), refundStatus: 'PENDING' } as const;
    const refunds: readonly Change[] = [
      [2, 'OUTGOING_PAYMENT.REFUND_PENDING', first],
      [4, 'OUTGOING_PAYMENT.REFUND_FAILED', { refundStatus: 'FAILED', refundSettledAt: at(4) }],
      [5, 'OUTGOING_PAYMENT.REFUND_PENDING', { refundReference: 'Refund:2', refundStatus: 'PENDING' }],
      [6, 'OUTGOING_PAYMENT.REFUND_COMPLETED', { refundStatus: 'COMPLETED', refundSettledAt: at(6) }],
      [7, null, {}],
    ];
    const steps = (rail: string) => [
      step(1, 'refund started', null, 'Refund:1'),
      step(5, 'refund started', null, 'Refund:2'),
      step(6, 'refund settled', rail, 'Refund:2'),
    ];
    expect(railSteps(history(PAYMENT, ...refunds))).toEqual(steps('collects'));
    expect(railSteps(history({ ...PAYMENT, fundingRail: null }, ...refunds))).toEqual(steps('delivers'));
    expect(refundReferencesOf(history(PAYMENT, [0, null, {}], ...refunds))).toEqual(['Refund:1', 'Refund:2']);
  });

  it('include the return of the payout and the reversal of the funding once', () => {
    const returned = { ...correctionsOf(PAYMENT), returnId: 'R1' };
    const reversed = { ...returned, fundingReversed: true, fundingReturnId: 'F1' };
    const snapshots = history(
      PAYMENT,
      [1, 'OUTGOING_PAYMENT.FAILED', { corrections: returned }],
      [2, null, { corrections: reversed }],
      [3, null, {}],
    );
    expect(railSteps(snapshots)).toEqual([
      step(1, 'payout returned', 'delivers', 'R1'),
      step(2, 'funding reversed', 'collects', 'F1'),
    ]);
  });
});

describe('the states of a quote', () => {
  const QUOTE = { id: 'Quote:1', status: 'PENDING', expiresAt: at(300), updatedAt: at(0) } as unknown as Quote;
  const paid = { ...PAYMENT, createdAt: at(10) };
  const state = (seconds: number, from: string | null, to: string, why: string | null) => ({
    kind: 'state',
    of: 'quote',
    subject: 'Quote:1',
    reason: null,
    at: at(seconds),
    from,
    to,
    why,
  });

  it('without a payment are only its end: its deadline, or a cancellation before', () => {
    for (const status of ['PENDING', 'PENDING_AUTHORIZATION'] as const)
      expect(quoteStates({ ...QUOTE, status }, null)).toEqual([]);
    const expired = { ...QUOTE, status: 'EXPIRED', updatedAt: at(301) } as const;
    expect(quoteStates(expired, null)).toEqual([state(301, null, 'EXPIRED', 'expiresAt has passed')]);
    const cancelled = { ...QUOTE, status: 'EXPIRED', expiresAt: at(20), updatedAt: at(20) } as const;
    expect(quoteStates(cancelled, null)).toEqual([state(20, null, 'EXPIRED', 'the platform cancelled it')]);
  });

  it('begin with its payment, and end with it', () => {
    const begun = state(10, 'PENDING', 'PROCESSING', null);
    expect(quoteStates({ ...QUOTE, status: 'PROCESSING', updatedAt: at(10) }, paid)).toEqual([begun]);
    expect(quoteStates({ ...QUOTE, status: 'COMPLETED', updatedAt: at(12) }, paid)).toEqual([
      begun,
      state(12, 'PROCESSING', 'COMPLETED', 'the payment was delivered'),
    ]);
    expect(quoteStates({ ...QUOTE, status: 'FAILED', updatedAt: at(12) }, paid)).toEqual([
      begun,
      state(12, 'PROCESSING', 'FAILED', 'the payment failed'),
    ]);
  });

  it('end at once if the money that arrived cannot be used', () => {
    expect(quoteStates({ ...QUOTE, status: 'FAILED', updatedAt: at(10) }, paid)).toEqual([
      state(10, 'PENDING', 'FAILED', 'the money that arrived cannot be used'),
    ]);
    expect(quoteStates({ ...QUOTE, status: 'COMPLETED', updatedAt: at(10) }, paid)).toHaveLength(2);
  });
});
