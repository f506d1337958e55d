import type { PayoutStatus, PullStatus, RailRefundStatus } from '../accounts/index.js';
import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';

interface Told {
  /** Name of the rail. */
  readonly rail: string;
  /** The rail's own id of the message: told again it has no effect. */
  readonly messageId: string;
}

/** How a delivery stands, as `PayoutRail.status` would answer it. */
export interface PayoutMessage extends Told {
  readonly kind: 'payout';
  /** The reference under which the rail was given the delivery. */
  readonly reference: string;
  readonly status: PayoutStatus;
}

/** How a collection stands, as `PullRail.status` would answer it. */
export interface CollectionMessage extends Told {
  readonly kind: 'collection';
  readonly reference: string;
  readonly status: PullStatus;
}

/** How money stands that goes back: of a failed payment, or of nobody known. */
export interface RefundMessage extends Told {
  readonly kind: 'refund';
  /** The reference under which the rail was asked to send it back. */
  readonly reference: string;
  readonly status: RailRefundStatus;
}

/** Arrived money was taken from us again: a correction by the bank, a block that is no longer part of its chain. */
export interface ReversalMessage extends Told {
  readonly kind: 'reversal';
  /** The rail's own id of the arrival. */
  readonly paymentId: string;
  /** What was taken, smallest units: all that arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** The sender's bank asks for arrived money back. */
export interface RecallMessage extends Told {
  readonly kind: 'recall';
  /** The rail's own id of the arrival. */
  readonly paymentId: string;
  /** What it asks for, smallest units: at most what arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** What a rail tells of money that it knows. */
export type StatusMessage = PayoutMessage | CollectionMessage | RefundMessage | ReversalMessage | RecallMessage;

/**
 * What a message has done. `APPLIED`: states and books follow it · `NONE`: they had it before, or nothing follows from
 * it · `CONTRADICTED`: the rail says the opposite of what it has said before; the books stay, and an exception waits for
 * an operator.
 */
export const EFFECTS = ['APPLIED', 'NONE', 'CONTRADICTED'] as const;
export type Effect = (typeof EFFECTS)[number];

/** A message that was heard, kept under the rail's own id of it. Arrivals are kept by themselves (`Arrival`). */
export interface RailMessage extends BaseRecord {
  readonly id: Id<'RailMessage'>;
  readonly rail: string;
  readonly messageId: string;
  readonly kind: StatusMessage['kind'];
  /** Id of the transaction or deposit that it is about. */
  readonly subject: string;
  readonly effect: Effect;
}

export const RAIL_MESSAGES = recordKind<RailMessage>()({
  name: 'rail_messages',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    rail: 'text',
    messageId: 'text',
    kind: 'text',
    subject: 'text',
    effect: 'text',
  },
  states: [],
  unique: [{ name: 'message', columns: ['rail', 'messageId'], global: true }],
  filters: ['subject'],
  immutable: ['rail', 'messageId', 'kind', 'subject', 'effect'],
});
