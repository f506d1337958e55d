import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { Direction, Leg, Moved } from './movement.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly EXCEPTION: ExceptionRecord;
  }
}

/**
 * What an exception is about.
 * - `REFUND_FAILED`: money of a failed payment can neither be delivered nor refunded.
 * - `DEPOSIT_REFUSED`: money in suspense cannot be sent back to its sender.
 * - `DEPOSIT_HELD`: arrived money must not be credited before an operator has examined it.
 * - `RAIL_CONTRADICTION`: a rail or a card network contradicts its earlier messages.
 * - `STATEMENT_DIFFERENCE`: a statement of a rail differs from the ledger.
 * - `CARD_EXCESS`: a card network has settled more than the customer may be charged.
 * - `CARD_SETTLEMENT_DIFFERENCE`: the settlement reports of a card processor differ from the ledger.
 * - `RECEIVABLE_OVERDUE`: an internal account has owed the service money for too long.
 * - `RECALL`: the sender's bank asks for money back.
 * - `PAYOUTS_HELD`: deliveries wait at a bank until a person acts, such as for a reason of the service's own account.
 * - `PAYMENT_HELD`: a payment is not handed to its rail, or not settled, before an operator has decided about it.
 * - `SCREENING_HIT`: a party or a payment matches a list or a rule. The decision about its matches resolves it.
 */
export const EXCEPTION_KINDS = [
  'REFUND_FAILED',
  'DEPOSIT_REFUSED',
  'DEPOSIT_HELD',
  'RAIL_CONTRADICTION',
  'STATEMENT_DIFFERENCE',
  'CARD_EXCESS',
  'CARD_SETTLEMENT_DIFFERENCE',
  'RECEIVABLE_OVERDUE',
  'RECALL',
  'PAYOUTS_HELD',
  'PAYMENT_HELD',
  'SCREENING_HIT',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/**
 * How an operator resolved an exception.
 * - `RETRIED`: the refund, or the return of the deposit, is tried again; a held payment goes on.
 * - `CREDITED`: the money was credited to an internal account.
 * - `PAID_ELSEWHERE`: the money was paid outside the service, from the service's own funds.
 * - `ADJUSTED`: a journal entry corrects the books.
 * - `WRITTEN_OFF`: the service bears the loss, or keeps unclaimed money.
 * - `REFUSED`: nothing is done; a held payment fails, and its money goes back to its source.
 */
export const RESOLUTIONS = ['RETRIED', 'CREDITED', 'PAID_ELSEWHERE', 'ADJUSTED', 'WRITTEN_OFF', 'REFUSED'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Money that cannot move until an operator resolves the exception (docs/areas/exceptions.md). */
export const EXCEPTION = machine('Exception', 'status', ['RESOLVED'], [
  { from: null, on: 'open', to: 'OPEN', emits: 'EXCEPTION.OPENED', why: 'money needs a decision of an operator' },
  {
    from: 'OPEN',
    on: 'resolve',
    to: 'RESOLVED',
    emits: 'EXCEPTION.RESOLVED',
    why: 'an operator resolved the exception',
  },
] as const);
export type ExceptionStatus = StateOf<typeof EXCEPTION>;

export interface ExceptionRecord extends BaseRecord {
  readonly id: Id<'Exception'>;
  readonly kind: ExceptionKind;
  readonly status: ExceptionStatus;
  /**
   * Id of the record concerned: a transaction, a deposit, an arrival, an internal account; for a statement difference,
   * and for an id that a rail also used for another tenant, the rail.
   */
  readonly subject: string;
  /**
   * Distinguishes exceptions of one kind about one subject: an id of the rail's message; empty if there can be only
   * one.
   */
  readonly reference: string;
  /** Name of the rail or issuer involved; null if there is none. */
  readonly rail: string | null;
  readonly currency: CurrencyCode;
  /** The amount at stake, in smallest units; positive, or 0 if no money is: a hit, or a wrong kind in a report. */
  readonly amount: bigint;
  /** One sentence for the operator: what happened, and what the ledger and the records say. */
  readonly reason: string;
  readonly resolution: Resolution | null;
  /** The operator who resolved the exception, and the operator who approved the resolution if it needed approval. */
  readonly resolvedBy: string | null;
  readonly approvedBy: string | null;
  readonly resolvedAt: Instant | null;
  /** The operator's reason. */
  readonly note: string | null;
  /** The journal entry of the resolution; null if the resolution booked nothing. */
  readonly entryId: Id<'JournalEntry'> | null;
  /** The part of a payment that a contradiction or a recall is about; null for other exceptions and older ones. */
  readonly leg: Leg | null;
  /**
   * The direction of the money about which a contradiction tells and which the books do not have as it tells; null for
   * other exceptions, and if it is unknown.
   */
  readonly direction: Direction | null;
  /** What the entry of the resolution moved; null if the resolution booked nothing. */
  readonly moved: Moved | null;
  /** The part of the moved amount that came back to those who bore it, in smallest units; null for nothing. */
  readonly recovered: bigint | null;
  /**
   * Whether a block of operators or a hit of the screening caused the exception. It is a matter of the operators: the
   * platform gets no event about it, because such an event would name the block or the hit.
   */
  readonly isUntold: boolean;
}

export const EXCEPTIONS = recordKind<ExceptionRecord>()({
  name: 'exceptions',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    kind: 'text',
    status: 'text',
    subject: 'text',
    reference: 'text',
    rail: 'text?',
    currency: 'text',
    amount: 'amount',
    reason: 'text',
    resolution: 'text?',
    resolvedBy: 'text?',
    approvedBy: 'text?',
    resolvedAt: 'instant?',
    note: 'text?',
    entryId: 'text?',
    leg: 'text?',
    direction: 'text?',
    moved: 'json?',
    recovered: 'amount?',
    isUntold: 'flag',
  },
  states: ['status'],
  unique: [{ name: 'matter', columns: ['kind', 'subject', 'reference'] }],
  filters: ['subject', 'status'],
  amounts: [{ amount: 'amount', currency: 'currency' }],
  // The amount of a difference of balances, or of a matter of cards, follows the statements and reports.
  immutable: ['kind', 'subject', 'reference', 'rail', 'currency', 'leg', 'direction', 'isUntold'],
});
