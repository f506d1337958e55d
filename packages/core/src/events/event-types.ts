/** Every event type (docs/reference/events.md). */
export const EVENT_TYPES = [
  'OUTGOING_PAYMENT.PENDING',
  'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
  'OUTGOING_PAYMENT.PROCESSING',
  'OUTGOING_PAYMENT.COMPLETED',
  'OUTGOING_PAYMENT.FAILED',
  'OUTGOING_PAYMENT.EXPIRED',
  'OUTGOING_PAYMENT.REFUND_PENDING',
  'OUTGOING_PAYMENT.REFUND_COMPLETED',
  'OUTGOING_PAYMENT.REFUND_FAILED',
  'INCOMING_PAYMENT.PENDING',
  'INCOMING_PAYMENT.COMPLETED',
  'INCOMING_PAYMENT.FAILED',
  'INCOMING_PAYMENT.REFUND_PENDING',
  'INCOMING_PAYMENT.REFUND_COMPLETED',
  'INCOMING_PAYMENT.REFUND_FAILED',
  'CUSTOMER.KYC_APPROVED',
  'CUSTOMER.KYC_REJECTED',
  'CUSTOMER.KYC_PENDING',
  'CUSTOMER.KYB_APPROVED',
  'CUSTOMER.KYB_REJECTED',
  'CUSTOMER.KYB_PENDING',
  'CUSTOMER.BLOCKED',
  'CUSTOMER.UNBLOCKED',
  'PLATFORM.TERMS_CHANGED',
  'PLATFORM.TERMS_WITHDRAWN',
  'VERIFICATION.APPROVED',
  'VERIFICATION.REJECTED',
  'VERIFICATION.RESOLVE_ERRORS',
  'VERIFICATION.IN_PROGRESS',
  'VERIFICATION.PENDING_MANUAL_REVIEW',
  'VERIFICATION.READY_FOR_VERIFICATION',
  'EXTERNAL_ACCOUNT.STATUS_UPDATED',
  'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  'INTERNAL_ACCOUNT.STATUS_UPDATED',
  'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED',
  'INVITATION.CLAIMED',
  'BULK_UPLOAD.COMPLETED',
  'BULK_UPLOAD.FAILED',
  'AGENT_ACTION.PENDING_APPROVAL',
  'CARD.STATE_CHANGE',
  'CARD.FUNDING_SOURCE_CHANGE',
  'CARD_TRANSACTION.AUTHORIZED',
  'CARD_TRANSACTION.PARTIALLY_SETTLED',
  'CARD_TRANSACTION.SETTLED',
  'CARD_TRANSACTION.REFUNDED',
  'CARD_TRANSACTION.EXCEPTION',
  'QUOTE.EXPIRED',
  'EXCEPTION.OPENED',
  'EXCEPTION.RESOLVED',
  'TEST',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The subject of an event: its type up to the dot. */
export type EventSubject = EventType extends infer T ? (T extends `${infer S}.${string}` ? S : T) : never;

/** The cast is needed because the type of `split` does not express that the text before the dot is the subject. */
export const subjectOf = (type: EventType): EventSubject => type.split('.')[0] as EventSubject;

/** The types of the events about a subject. */
export type EventTypeOf<S extends EventSubject> = EventType extends infer T
  ? T extends S | `${S}.${string}`
    ? T
    : never
  : never;

/**
 * The type of the snapshot for each subject. Each area declares its own records here by declaration merging, because
 * this area does not import them. A subject without an entry cannot be emitted.
 */
export interface EventSnapshots {
  readonly TEST: Readonly<Record<string, never>>;
}

export type SnapshotOf<S extends EventSubject> = S extends keyof EventSnapshots ? EventSnapshots[S] : never;
