import type { Transaction } from '../transactions/index.js';
import type { VerificationErrorType } from '../verification/index.js';
import { readableParts, type ReadableRow } from './readable.js';

/** Errors of a verification that report a hit in a list or a suspicion. */
export const HITS: ReadonlySet<VerificationErrorType> = new Set<VerificationErrorType>([
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
  'SUSPECTED_FRAUD_DOCUMENT',
]);

/** What the network reported of a use of a card; not what exceptions and operators did with it. */
const OF_CARD = [
  'cardId',
  'accountId',
  'currency',
  'merchant',
  'authorized',
  'settled',
  'refunded',
  'authorizedAt',
  'expiresAt',
];

/**
 * The fields of a payment, or of its snapshot in an event, of which the person gets a part: the reason of a failure
 * unless it is a hit, and the use of a card.
 */
export function paymentForPerson({ failureReason = null, card = null }: Partial<Transaction>): ReadableRow {
  return {
    failureReason: failureReason === 'COMPLIANCE_REJECTED' ? null : failureReason,
    card: card === null ? null : readableParts(card, OF_CARD),
  };
}
