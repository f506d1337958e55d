import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';
import type { VerificationState } from './verification-states.js';
import type { DocumentType, VerificationErrorType } from './vocabulary.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly VERIFICATION: Verification;
  }
}

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

/** New values of what a customer or a beneficial owner was verified by. They are in force once they are accepted. */
export interface Proposal {
  readonly resourceId: Id<'Customer'> | Id<'BeneficialOwner'>;
  /** By the names of the record, without the number (`identifier`, `businessInfo.taxId`), which is sealed beside. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Which number is changed with them. */
  readonly number: 'identifier' | 'taxId' | null;
}

/**
 * The verification of a customer. There is one for each customer, and one more for each change of its identity: what is
 * submitted again goes on with it, and a decision is final.
 */
export interface Verification extends BaseRecord {
  readonly id: Id<'Verification'>;
  readonly customerId: Id<'Customer'>;
  readonly verificationStatus: VerificationState;
  readonly errors: readonly VerificationError[];
  /** Name of the provider that decides. */
  readonly provider: string;
  /** Whether it is about a change of the identity of a customer who is verified already. */
  readonly isChange: boolean;
  /** Null where it is no change. */
  readonly proposal: Proposal | null;
  /** The number that belongs to the proposal, until it is decided. */
  readonly sealedNumber: string | null;
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
    isChange: 'flag',
    proposal: 'json?',
    sealedNumber: 'text?',
  },
  states: ['verificationStatus'],
  unique: [{ name: 'customer', columns: ['customerId'], unless: 'isChange' }],
  filters: ['customerId', 'verificationStatus'],
  immutable: ['customerId', 'isChange'],
  sealed: ['sealedNumber'],
});
