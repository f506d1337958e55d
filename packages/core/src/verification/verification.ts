import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';
import type { VerificationState } from './verification-states.js';
import type { DocumentType, VerificationErrorType } from './vocabulary.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly VERIFICATION: Verification;
  }
}

/** Something that a verification requires before it continues, or a reason for its rejection. */
export interface VerificationError {
  /** Id of the customer, beneficial owner or document that the error is about. */
  readonly resourceId: string;
  readonly type: VerificationErrorType;
  /** Dot path of the field in the request that sets it. */
  readonly field: string | null;
  readonly acceptedDocumentTypes: readonly DocumentType[] | null;
  readonly reason: string;
}

/** New values of identity fields of a customer or a beneficial owner. They take effect when they are approved. */
export interface Proposal {
  readonly resourceId: Id<'Customer'> | Id<'BeneficialOwner'>;
  /**
   * The proposed values by the name of the field in the record, without the number (`identifier`,
   * `businessInfo.taxId`), which is sealed separately.
   */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Which number the proposal changes; null if none. */
  readonly number: 'identifier' | 'taxId' | null;
}

/**
 * The verification of a customer. Each customer has one, and one more for each change of its identity and each renewal. Submitting again
 * continues the same verification; a decision is final.
 */
export interface Verification extends BaseRecord {
  readonly id: Id<'Verification'>;
  readonly customerId: Id<'Customer'>;
  readonly verificationStatus: VerificationState;
  readonly errors: readonly VerificationError[];
  /** Name of the provider that decides. */
  readonly provider: string;
  /** Whether this verification is about a change of an approved identity, or renews the approval. */
  readonly isChange: boolean;
  /** Null for a first verification and for a renewal. */
  readonly proposal: Proposal | null;
  /** The number of the proposal; deleted by the decision. */
  readonly sealedNumber: string | null;
  /** Id of the last link with which the customer entered data on the page of the provider; null for none. */
  readonly link: string | null;
  /**
   * The provider's id of the message by which an approval has to be renewed; null for every other verification. A renewal
   * changes no values.
   */
  readonly renews: string | null;
}

export const isDecided = ({ verificationStatus: status }: Pick<Verification, 'verificationStatus'>): boolean =>
  status === 'APPROVED' || status === 'REJECTED';

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
    link: 'text?',
    renews: 'text?',
  },
  states: ['verificationStatus'],
  unique: [{ name: 'customer', columns: ['customerId'], unless: 'isChange' }],
  filters: ['customerId', 'verificationStatus'],
  immutable: ['customerId', 'isChange'],
  sealed: ['sealedNumber'],
});
