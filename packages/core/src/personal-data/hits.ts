import type { FailureReason } from '../transactions/index.js';
import type { VerificationErrorType } from '../verification/index.js';

/** Errors of a verification that tell of a hit in a list or of a suspicion. */
export const HITS: ReadonlySet<VerificationErrorType> = new Set<VerificationErrorType>([
  'APPLICANT_SANCTIONED',
  'APPLICANT_FRAUD',
  'APPLICANT_CRIMINAL_RECORD',
  'APPLICANT_REJECTED',
  'SUSPECTED_FRAUD_DOCUMENT',
]);

/** The reason of a failed payment for the payer: null instead of a hit. */
export const reasonOfFailure = (reason: FailureReason | null): FailureReason | null =>
  reason === 'COMPLIANCE_REJECTED' ? null : reason;
