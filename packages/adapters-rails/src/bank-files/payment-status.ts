import type { PayoutStatus, RailRefundStatus } from '@corridor/core/ports';
import type { OutgoingPayment } from './payment.js';

/** The connection reports what happens; the question of core is a safety net for a message that was lost. */
const CHECK_AFTER_SECONDS = 6 * 3600;

const PENDING = { state: 'pending', checkAfterSeconds: CHECK_AFTER_SECONDS } as const;

export function payoutStatusOf({ status, rejection, returned }: OutgoingPayment): PayoutStatus {
  switch (status) {
    case 'WAITING':
    case 'FILED':
    case 'UNRELEASED':
    case 'HELD':
    case 'BLOCKED':
      return PENDING;
    case 'DELIVERED':
      return { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
    case 'REJECTED':
      return {
        state: 'failed',
        reason: rejection?.failure ?? 'QUOTE_EXECUTION_FAILED',
        refundReason: 'TRANSACTION_FAILED',
        refundable: true,
      };
    case 'CANCELLED':
      return {
        state: 'failed',
        reason: 'QUOTE_EXECUTION_FAILED',
        refundReason: 'USER_CANCELLATION',
        refundable: true,
      };
    case 'RETURNED':
      return { state: 'returned', ...returned! };
  }
}

export function refundStatusOf({ status, rejection, returned }: OutgoingPayment): RailRefundStatus {
  switch (status) {
    case 'WAITING':
    case 'FILED':
    case 'UNRELEASED':
    case 'HELD':
    case 'BLOCKED':
      return PENDING;
    case 'DELIVERED':
      return { state: 'completed' };
    case 'REJECTED':
      return { state: 'failed', reason: `the bank refused it: ${rejection?.code ?? 'no reason given'}` };
    case 'CANCELLED':
      return { state: 'failed', reason: 'it was cancelled' };
    case 'RETURNED':
      return { state: 'failed', reason: `it came back: ${returned?.reason ?? 'no reason given'}` };
  }
}
