import { describe, expect, it } from 'vitest';
import type { OutgoingPayment } from './payment.js';
import { payoutStatusOf, refundStatusOf } from './payment-status.js';

const payment = (status: OutgoingPayment['status'], over: Partial<OutgoingPayment> = {}): OutgoingPayment =>
  ({ status, rejection: null, returned: null, ...over }) as OutgoingPayment;

const REJECTION = { code: 'AC04', failure: 'ACCOUNT_CANNOT_RECEIVE' } as const;
const RETURNED = { returnId: 'E1', amount: 99n, reason: 'AC04' };
const PENDING = { state: 'pending', checkAfterSeconds: 21_600 };

describe('the status of a payout', () => {
  it.each(['WAITING', 'FILED', 'HELD'] as const)('is pending while the payment is %s', (status) => {
    expect(payoutStatusOf(payment(status, { rejection: REJECTION }))).toEqual(PENDING);
  });

  it('is what the bank did with the payment', () => {
    const failed = { state: 'failed', refundable: true };
    expect(payoutStatusOf(payment('DELIVERED'))).toEqual({
      state: 'delivered',
      onChainTransaction: null,
      checkAfterSeconds: null,
    });
    expect(payoutStatusOf(payment('REJECTED', { rejection: REJECTION }))).toEqual({
      ...failed,
      reason: 'ACCOUNT_CANNOT_RECEIVE',
      refundReason: 'TRANSACTION_FAILED',
    });
    expect(payoutStatusOf(payment('REJECTED'))).toEqual({
      ...failed,
      reason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'TRANSACTION_FAILED',
    });
    expect(payoutStatusOf(payment('CANCELLED'))).toEqual({
      ...failed,
      reason: 'QUOTE_EXECUTION_FAILED',
      refundReason: 'USER_CANCELLATION',
    });
    expect(payoutStatusOf(payment('RETURNED', { returned: RETURNED }))).toEqual({ state: 'returned', ...RETURNED });
  });
});

describe('the status of a refund', () => {
  it.each(['WAITING', 'FILED', 'HELD'] as const)('is pending while the payment is %s', (status) => {
    expect(refundStatusOf(payment(status, { rejection: REJECTION }))).toEqual(PENDING);
  });

  it('is what the bank did with the payment, with its reason', () => {
    const failed = (reason: string) => ({ state: 'failed', reason });
    expect(refundStatusOf(payment('DELIVERED'))).toEqual({ state: 'completed' });
    expect(refundStatusOf(payment('REJECTED', { rejection: REJECTION }))).toEqual(failed('the bank refused it: AC04'));
    expect(refundStatusOf(payment('REJECTED'))).toEqual(failed('the bank refused it: no reason given'));
    expect(refundStatusOf(payment('CANCELLED'))).toEqual(failed('it was cancelled'));
    expect(refundStatusOf(payment('RETURNED', { returned: RETURNED }))).toEqual(failed('it came back: AC04'));
    const unexplained = { ...RETURNED, reason: null };
    expect(refundStatusOf(payment('RETURNED', { returned: unexplained }))).toEqual(
      failed('it came back: no reason given'),
    );
  });
});
