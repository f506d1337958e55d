import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';
import type { VerificationState } from './verification-states.js';
import type { DocumentType, VerificationErrorType } from './vocabulary.js';

/** What has to be supplied before a verification goes on, or why it was refused (interface, "Verification"). */
export interface VerificationError {
  /** The customer, beneficial owner or document that it is about. */
  readonly resourceId: string;
  readonly type: VerificationErrorType;
  /** Dot path in the request that sets it. */
  readonly field: string | null;
  readonly acceptedDocumentTypes: readonly DocumentType[] | null;
  readonly reason: string;
}

/**
 * The verification of a customer. There is one for each customer: what is submitted again goes on with it, and a
 * decision is final.
 */
export interface Verification extends BaseRecord {
  readonly id: Id<'Verification'>;
  readonly customerId: Id<'Customer'>;
  readonly verificationStatus: VerificationState;
  readonly errors: readonly VerificationError[];
  /** Name of the provider that decides. */
  readonly provider: string;
}

export const VERIFICATIONS = recordKind<Verification>()({
  name: 'verifications',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    verificationStatus: 'text',
    errors: 'json',
    provider: 'text',
  },
  states: ['verificationStatus'],
  unique: [{ name: 'customer', columns: ['customerId'] }],
  filters: ['customerId', 'verificationStatus'],
  immutable: ['customerId'],
});
