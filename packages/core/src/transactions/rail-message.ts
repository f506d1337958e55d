import type { PayoutStatus, PullStatus, RailRefundStatus } from '../accounts/index.js';
import { BASE_COLUMNS, type BaseRecord, type Id, recordKind } from '../kernel/index.js';

interface Told {
  /** Name of the rail. */
  readonly rail: string;
  /** The rail's id of the message: a repeated id has no effect. */
  readonly messageId: string;
}

/** The status of a delivery, as `PayoutRail.status` would return it. */
export interface PayoutMessage extends Told {
  readonly kind: 'payout';
  /** The reference under which the payout was submitted. */
  readonly reference: string;
  readonly status: PayoutStatus;
}

/** The status of a collection, as `PullRail.status` would return it. */
export interface CollectionMessage extends Told {
  readonly kind: 'collection';
  readonly reference: string;
  readonly status: PullStatus;
}

/** The status of a refund: of a failed payment, or of a deposit in suspense. */
export interface RefundMessage extends Told {
  readonly kind: 'refund';
  /** The reference under which the rail was asked to send the money back. */
  readonly reference: string;
  readonly status: RailRefundStatus;
}

/** The rail took arrived money back: a correction by the bank, or a block that left its chain. */
export interface ReversalMessage extends Told {
  readonly kind: 'reversal';
  /** The rail's id of the arrival. */
  readonly paymentId: string;
  /** The amount taken back, in smallest units: must be all that arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** The sender's bank asks for arrived money back. */
export interface RecallMessage extends Told {
  readonly kind: 'recall';
  /** The rail's id of the arrival. */
  readonly paymentId: string;
  /** The amount asked for, in smallest units: at most what arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** A message of a rail about a movement that it already knows. */
export type StatusMessage = PayoutMessage | CollectionMessage | RefundMessage | ReversalMessage | RecallMessage;

/**
 * The effect of a message.
 * - `APPLIED`: states and ledger follow the message.
 * - `NONE`: the message was known before, or requires no change.
 * - `CONTRADICTED`: the message contradicts an earlier message of the rail. The ledger stays as it is, and an exception
 *   is opened for an operator.
 */
export const EFFECTS = ['APPLIED', 'NONE', 'CONTRADICTED'] as const;
export type Effect = (typeof EFFECTS)[number];

/** A processed message, stored under the rail's id. Arrivals have their own records (`Arrival`). */
export interface RailMessage extends BaseRecord {
  readonly id: Id<'RailMessage'>;
  readonly rail: string;
  readonly messageId: string;
  readonly kind: StatusMessage['kind'];
  /** Id of the transaction or deposit concerned. */
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
