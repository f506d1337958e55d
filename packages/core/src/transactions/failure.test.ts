import { describe, expect, it } from 'vitest';
import type { CardSpend } from './card-spend.js';
import { endingOf, FAILURES, failureOf } from './failure.js';
import { type Transaction, UNSET } from './transaction.js';

const payment = (over: Partial<Transaction>): Transaction =>
  ({ ...UNSET, type: 'OUTGOING', status: 'FAILED', ...over }) as Transaction;
const card = (status: Transaction['status'], settled: bigint): Transaction =>
  payment({ type: 'CARD', status, card: { settled } as CardSpend });

it('the end of a payment by its failure', () => {
  expect(FAILURES.filter((failure) => endingOf(failure) === 'EXPIRED')).toEqual([
    'QUOTE_EXPIRED',
    'PAYMENT_APPROVAL_TIMED_OUT',
    'AUTHORIZATION_EXPIRED',
  ]);
  expect(['CANCELLED', 'RETURNED', 'LIMIT_EXCEEDED', 'CARD_EXCEPTION'].map(endingOf)).toEqual([
    'CANCELLED',
    'RETURNED',
    'FAILED',
    'FAILED',
  ]);
});

describe('the failure of a payment', () => {
  it.each([
    [payment({ failureReason: 'LIMIT_EXCEEDED' }), 'LIMIT_EXCEEDED'],
    [payment({ status: 'REFUNDED', failureReason: 'COLLECTION_FAILED' }), 'COLLECTION_FAILED'],
    [payment({ failureReason: 'LIMIT_EXCEEDED', refundReason: 'USER_CANCELLATION' }), 'CANCELLED'],
    [payment({ failureReason: 'PAYOUT_RETURNED', settledAt: 1 as never }), 'RETURNED'],
    [payment({}), 'UNKNOWN'],
    [card('EXCEPTION', 0n), 'CARD_EXCEPTION'],
    [card('SETTLED', 0n), 'AUTHORIZATION_EXPIRED'],
    [card('REFUNDED', 5n), 'RETURNED'],
  ])('%# is one that the list can be filtered by', (given, expected) => {
    expect(failureOf(given)).toBe(expected);
    expect(FAILURES).toContain(expected);
  });

  it.each([
    payment({ status: 'COMPLETED' }),
    payment({ status: 'PENDING' }),
    card('SETTLED', 5n),
    card('AUTHORIZED', 0n),
  ])('%# is none', (given) => {
    expect(failureOf(given)).toBeNull();
  });
});
