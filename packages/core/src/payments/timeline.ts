import type { AgentActionStatus, AgentActionType } from '../agents/index.js';
import type { AttemptedWork, DeliveryTry, EventState, EventType } from '../events/index.js';
import type { ExceptionKind, Moved, Resolution } from '../exceptions/index.js';
import type { CurrencyCode, Id, Instant } from '../kernel/index.js';
import type { LedgerEntry } from '../ledger/index.js';
import type { Rate } from '../money/index.js';
import type { Quote } from '../quotes/index.js';
import type { ScaFactor } from '../sca/index.js';
import type { ArrivalOutcome, Deposit, RailMessage, Transaction } from '../transactions/index.js';
import type { ReceiptStatus } from '../uma/index.js';

interface At {
  /** Tenant's time; in a `trace`, host time, as the rail keeps it. */
  readonly at: Instant;
}

interface Money {
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
}

/** The quote of the payment, as it was priced. */
export interface QuoteEntry extends At {
  readonly kind: 'quote';
  readonly quoteId: Id<'Quote'>;
  readonly sends: Money;
  readonly receives: Money;
  readonly rate: Rate;
  /** Smallest units of the sent currency. */
  readonly serviceFee: bigint;
  readonly platformFee: bigint;
}

/** A change of the state of the payment, its refund, its quote, or a deposit with its reference. */
export interface StateEntry extends At {
  readonly kind: 'state';
  readonly of: 'payment' | 'refund' | 'quote' | 'deposit' | 'approval';
  /** Id of the transaction, quote or deposit. */
  readonly subject: string;
  /** Null for the first state, or if the former one is not known. */
  readonly from: string | null;
  readonly to: string;
  /** What the change means, from the table of the state machine; null if the table does not say. */
  readonly why: string | null;
  /** The reason of a failed, refunded or cancelled payment, such as `PAYOUT_RETURNED`. */
  readonly reason: string | null;
}

/** A time that ends something, or by which something is expected. It may be in the future. */
export interface DeadlineEntry extends At {
  readonly kind: 'deadline';
  readonly of: 'quote' | 'challenge' | 'settlement' | 'approval';
}

/**
 * A request to a rail. `begun`: from now on the rail may have it, because core asks or has asked · `submitted`: the rail
 * answered that it has it · `refused`: the rail answered that it does not carry it out.
 */
export type Asked =
  | `${'payout' | 'collection' | 'refund' | 'return'} ${'begun' | 'submitted' | 'refused'}`
  | `cancellation ${'accepted' | 'refused'}`;

/** What core asked a rail, and what it learned from the rail. */
export interface RailEntry extends At {
  readonly kind: 'rail';
  readonly step:
    | Asked
    | 'payout settled'
    | 'payout returned'
    | 'collection completed'
    | 'cancellation requested'
    | 'receipt confirmed'
    | 'refund started'
    | 'refund settled'
    | 'funding reversed'
    | 'return of the deposit'
    | 'card refund'
    | 'card refund reversed';
  /** Null if the payment names no rail. */
  readonly rail: string | null;
  /** Under which the rail, the chain or the network knows it; null if it is known by no other id. */
  readonly reference: string | null;
  readonly reason: string | null;
}

/** An attempt of a job, or of a request to a rail, that failed. */
export interface AttemptEntry extends At {
  readonly kind: 'attempt';
  readonly work: AttemptedWork;
  /** The number of the attempt among the failed ones of its job, from 1. */
  readonly number: number;
  /** What failed. */
  readonly cause: string;
  /** Tenant's time of the next attempt, as it was scheduled then; null if none was. */
  readonly nextAt: Instant | null;
}

/** What a rail keeps about a movement: its own ids, states and files. */
export interface TraceEntry extends At {
  readonly kind: 'trace';
  readonly rail: string;
  /** The reference under which core gave the movement to the rail. */
  readonly reference: string;
  readonly text: string;
  /** Id of the file that carried it. */
  readonly file: string | null;
}

/** Money that a rail reported for the payment. */
export interface ArrivalEntry extends At, Money {
  readonly kind: 'arrival';
  readonly rail: string;
  /** The rail's id of the payment. */
  readonly paymentId: string;
  readonly reference: string;
  /** YYYY-MM-DD. */
  readonly valueDate: string | null;
  readonly outcome: ArrivalOutcome;
}

/** A message of a rail that core has processed. */
export interface MessageEntry extends At {
  readonly kind: 'message';
  readonly rail: string;
  /** The rail's id of the message. */
  readonly messageId: string;
  readonly about: RailMessage['kind'];
  readonly effect: RailMessage['effect'];
}

/** A journal entry with its lines. */
export interface JournalTimelineEntry extends At {
  readonly kind: 'journal';
  readonly entry: LedgerEntry;
}

/** An event, and its attempts of delivery. */
export interface EventTimelineEntry extends At {
  readonly kind: 'event';
  readonly eventId: Id<'Webhook'>;
  readonly type: EventType;
  readonly status: EventState;
  /** Tenant's time. */
  readonly deliveredAt: Instant | null;
  /** Host time; null if there is no further attempt. */
  readonly nextAttemptAt: Instant | null;
  readonly tries: readonly DeliveryTry[];
}

/** A question to the payer, and its answer. */
export interface ChallengeEntry extends At {
  readonly kind: 'challenge';
  readonly step: 'asked' | 'authorized';
  /** Null if the challenge was not kept. */
  readonly challengeId: Id<'Request'> | null;
  readonly factor: ScaFactor;
}

/** The part of an agent and of the person who decides on what it asks for. */
export interface AgentEntry extends At {
  readonly kind: 'agent';
  readonly actionId: Id<'AgentAction'>;
  readonly agentId: Id<'Agent'>;
  readonly type: AgentActionType;
  readonly step: 'allowed by the policy' | 'approval asked' | Exclude<AgentActionStatus, 'PENDING_APPROVAL'>;
  readonly reason: string | null;
}

/** An exception about the payment, and how it was resolved. */
export interface ExceptionEntry extends At, Money {
  readonly kind: 'exception';
  readonly exceptionId: Id<'Exception'>;
  readonly exception: ExceptionKind;
  /** Whether it says that money was collected for the payment, which the records do not have. */
  readonly isCollected: boolean;
  readonly step: 'opened' | 'resolved';
  /** What happened; the note of the operator if it is resolved. */
  readonly reason: string | null;
  readonly resolution: Resolution | null;
  readonly resolvedBy: string | null;
  readonly approvedBy: string | null;
  /** What the resolution moved; null if it moved nothing. */
  readonly moved: Moved | null;
}

export type TimelineEntry =
  | QuoteEntry
  | StateEntry
  | DeadlineEntry
  | RailEntry
  | AttemptEntry
  | TraceEntry
  | ArrivalEntry
  | MessageEntry
  | JournalTimelineEntry
  | EventTimelineEntry
  | ChallengeEntry
  | AgentEntry
  | ExceptionEntry;

/** The records of one payment. A quote that was not executed has no transaction; money in suspense has neither. */
export interface Payment {
  readonly transaction: Transaction | null;
  readonly quote: Quote | null;
  /** Money with the payment's reference that the payment could not use, oldest first. */
  readonly deposits: readonly Deposit[];
}

/**
 * All that is known about one payment, in order of time. It has no secret, no content of a message, and no account
 * number: parties are ids of accounts.
 */
export interface PaymentTimeline extends Payment {
  /** The approval of an incoming payment by its platform; null if no platform is asked. */
  readonly approval: ReceiptStatus | null;
  readonly entries: readonly TimelineEntry[];
  /** The rails whose traces could not be read. */
  readonly unreadRails: readonly string[];
  /** False if a source had more records than are read: `entries` then lacks the newest ones of this source. */
  readonly isComplete: boolean;
}
