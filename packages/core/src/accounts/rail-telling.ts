import type { CurrencyCode } from '../kernel/index.js';
import type { PayoutStatus, PullStatus, RailRefundStatus, Remitter } from './rail.js';

/** A message of a rail about something that it names with an id of its own. */
export interface RailNamed {
  /** Name of the rail. */
  readonly rail: string;
  /** The rail's id of the message: a repeated id has no effect. */
  readonly messageId: string;
}

/** The status of a delivery, as `PayoutRail.status` would return it. */
export interface PayoutMessage extends RailNamed {
  readonly kind: 'payout';
  /** The reference under which the payout was submitted. */
  readonly reference: string;
  readonly status: PayoutStatus;
}

/** The status of a collection, as `PullRail.status` would return it. */
export interface CollectionMessage extends RailNamed {
  readonly kind: 'collection';
  readonly reference: string;
  readonly status: PullStatus;
}

/** The status of a refund: of a failed payment, or of a deposit in suspense. */
export interface RefundMessage extends RailNamed {
  readonly kind: 'refund';
  /** The reference under which the rail was asked to send the money back. */
  readonly reference: string;
  readonly status: RailRefundStatus;
}

/** The rail took arrived money back: a correction by the bank, or a block that left its chain. */
export interface ReversalMessage extends RailNamed {
  readonly kind: 'reversal';
  /** The rail's id of the arrival. */
  readonly paymentId: string;
  /** The amount taken back, in smallest units: must be all that arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** The sender's bank asks for arrived money back. */
export interface RecallMessage extends RailNamed {
  readonly kind: 'recall';
  /** The rail's id of the arrival. */
  readonly paymentId: string;
  /** The amount asked for, in smallest units: at most what arrived. */
  readonly amount: bigint;
  readonly reason: string | null;
}

/** A message of a rail about a movement that it already knows. */
export type StatusMessage = PayoutMessage | CollectionMessage | RefundMessage | ReversalMessage | RecallMessage;

/** Money that a rail reports as arrived. */
export interface ArrivedMoney {
  /** Name of the rail. */
  readonly rail: string;
  /** The rail's id of the payment: a repeated report has no effect. */
  readonly paymentId: string;
  /** The reference that the payer used, or that the receiving address was allocated for. */
  readonly reference: string;
  readonly currency: string;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** The sender, as far as the rail knows; stored sealed, and passed to the rail if the money is sent back. */
  readonly remitter: Remitter | null;
  /** The value date, YYYY-MM-DD. */
  readonly valueDate: string | null;
  /**
   * Seconds for which money that cannot be attributed waits for an operator before it goes back; absent or 0: it goes
   * back at once.
   */
  readonly returnAfterSeconds?: number;
}

/** Money has arrived. `paymentId` is the rail's id of the payment, and of the message. */
export type ArrivalMessage = Omit<ArrivedMoney, 'reference'> & {
  readonly kind: 'arrival';
  /** The reference that the payer used, or the index of the address that received the money. */
  readonly reference: string | { readonly addressIndex: number };
  /**
   * Texts of the payment that may be references. If exactly one of them is a reference of the environment, the money has
   * this reference instead of `reference`; if several are, it cannot be attributed. Only the first 300 are looked up.
   */
  readonly candidates?: readonly string[];
  /**
   * Why the money must not be credited, such as an address on a sanctions list; at most 500 characters. It stays in
   * suspense until an operator decides, and never goes back by itself.
   */
  readonly hold?: string;
};

/**
 * The movements of the service's own money that a bank reports.
 * - `TOP_UP`: money of the service's owners arrived, such as a transfer from another account of theirs.
 * - `WITHDRAWAL`: it left to them.
 * - `CHARGE`: the bank took a fee or interest.
 * - `INTEREST`: the bank paid interest.
 * - `NETWORK_FEE`: a chain took its fee, in its own coin (gwei).
 * - `TRANSFER`: money moved to another rail of the same connection, such as from deposit addresses to the treasury.
 */
export const REPORTED_BOOKINGS = ['TOP_UP', 'WITHDRAWAL', 'CHARGE', 'INTEREST', 'NETWORK_FEE', 'TRANSFER'] as const;

/** The bank moved the service's own money. It is booked in the house tenant, without an operator. */
export interface BookingMessage extends RailNamed {
  readonly kind: 'booking';
  readonly booking: (typeof REPORTED_BOOKINGS)[number];
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  readonly note: string | null;
  /**
   * For `NETWORK_FEE`, what the fee was worth when it was paid, in the currency in which network fees are charged;
   * absent otherwise.
   */
  readonly worth?: { readonly currency: CurrencyCode; readonly amount: bigint };
  /** For `TRANSFER`, the name of the rail that now holds the money; absent otherwise. */
  readonly to?: string;
}

/** The bank's statement and the ledger differ. An operator resolves the exception `STATEMENT_DIFFERENCE`. */
export interface DifferenceMessage extends RailNamed {
  readonly kind: 'difference';
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** The direction of the money that the ledger lacks: `IN` if the bank has received it, `OUT` if it has sent it. */
  readonly direction: 'IN' | 'OUT';
  /** One sentence for the operator, with both sides. */
  readonly reason: string;
}

/**
 * Deliveries wait at the bank until a person acts: it refused them for a reason of the service's own account, such as
 * missing money, or waits for a release. They do not fail. The exception `PAYOUTS_HELD` informs an operator.
 */
export interface HeldMessage extends RailNamed {
  readonly kind: 'held';
  readonly currency: CurrencyCode;
  /** The sum of the deliveries, in smallest units; positive. */
  readonly amount: bigint;
  /** One sentence for the operator. */
  readonly reason: string;
}

/** Every message that a rail may send, at any time. */
export type RailTelling = ArrivalMessage | StatusMessage | BookingMessage | DifferenceMessage | HeldMessage;

/**
 * The effect of a message.
 * - `APPLIED`: states and ledger follow the message.
 * - `NONE`: the message was known before, or requires no change.
 * - `CONTRADICTED`: the message contradicts an earlier message of the rail. The ledger stays as it is, and an exception
 *   is opened for an operator.
 */
export const EFFECTS = ['APPLIED', 'NONE', 'CONTRADICTED'] as const;
export type Effect = (typeof EFFECTS)[number];
