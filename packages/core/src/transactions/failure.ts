import type { FailureReason, Transaction } from './transaction.js';

/**
 * Why a payment ended without success. `CANCELLED`: on request · `RETURNED`: its money was taken back after it had
 * settled · `CARD_EXCEPTION`: the debit of a card failed · `AUTHORIZATION_EXPIRED`: a merchant took nothing ·
 * `UNKNOWN`: in payments of earlier releases.
 */
export type Failure = FailureReason | 'CANCELLED' | 'RETURNED' | 'CARD_EXCEPTION' | 'AUTHORIZATION_EXPIRED' | 'UNKNOWN';

const ALL: Readonly<Record<Failure, true>> = {
  CANCELLED: true,
  RETURNED: true,
  QUOTE_EXPIRED: true,
  QUOTE_EXECUTION_FAILED: true,
  COMPLIANCE_REJECTED: true,
  FUNDING_AMOUNT_MISMATCH: true,
  PAYOUT_RETURNED: true,
  LIMIT_EXCEEDED: true,
  ACCOUNT_CANNOT_RECEIVE: true,
  ACCOUNT_INVALID: true,
  LIGHTNING_PAYMENT_FAILED: true,
  COLLECTION_FAILED: true,
  PAYMENT_APPROVAL_WEBHOOK_ERROR: true,
  PAYMENT_APPROVAL_TIMED_OUT: true,
  MISSING_MANDATORY_PAYEE_DATA: true,
  CARD_EXCEPTION: true,
  AUTHORIZATION_EXPIRED: true,
  UNKNOWN: true,
};

export const FAILURES = Object.keys(ALL) as readonly Failure[];

/** Ends by time, which are counted apart from failures. */
const EXPIRED: readonly string[] = [
  'QUOTE_EXPIRED',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'AUTHORIZATION_EXPIRED',
] satisfies readonly Failure[];

/** How the end of a payment is counted. */
export const ENDINGS = ['FAILED', 'EXPIRED', 'CANCELLED', 'RETURNED'] as const;
export type Ending = (typeof ENDINGS)[number];

export const endingOf = (failure: string): Ending =>
  failure === 'CANCELLED' || failure === 'RETURNED' ? failure : EXPIRED.includes(failure) ? 'EXPIRED' : 'FAILED';

/** Why an incoming or outgoing payment failed before it settled. */
export const failedBecause = ({
  cancelRequestedAt,
  refundReason,
  failureReason,
}: Pick<Transaction, 'cancelRequestedAt' | 'refundReason' | 'failureReason'>): Failure =>
  // Snapshots of older versions do not have fields that were added later.
  (cancelRequestedAt ?? null) !== null || refundReason === 'USER_CANCELLATION'
    ? 'CANCELLED'
    : (failureReason ?? 'UNKNOWN');

/** Null for a payment that did not fail. */
export function failureOf(payment: Transaction): Failure | null {
  const { status, settledAt, card } = payment;
  if (card !== null) {
    if (status === 'EXCEPTION') return 'CARD_EXCEPTION';
    if (status === 'REFUNDED') return 'RETURNED';
    return status === 'SETTLED' && card.settled === 0n ? 'AUTHORIZATION_EXPIRED' : null;
  }
  if (status !== 'FAILED' && status !== 'REFUNDED') return null;
  return settledAt === null ? failedBecause(payment) : 'RETURNED';
}
