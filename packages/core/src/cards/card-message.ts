import type { CurrencyCode, Environment, Id, Instant, Result } from '../kernel/index.js';
import type { CardDetails, Merchant } from '../transactions/index.js';
import type { DisputeReason } from './card-dispute.js';
import type { DeclineReason } from './card-log.js';
import type { SettlementLine, SettlementTotals } from './settlement.js';

interface Message {
  /** The processor's id of the message. A repeated message gets the first answer and has no effect. */
  readonly messageId: string;
  /** When the network or the processor decided or booked what the message says. */
  readonly at: Instant;
  /** Our id of the card: the reference of its order. */
  readonly cardId: string;
}

interface MoneyMessage extends Message {
  /** Smallest units of `currency`. */
  readonly amount: bigint;
  /** The currency of the card. */
  readonly currency: CurrencyCode;
  readonly details: CardDetails | null;
}

/** The network asks whether the card pays, or tells what was decided without us. */
export interface AuthorizationMessage extends MoneyMessage {
  readonly kind: 'authorization';
  /** Identifies the use that the message opens. Later messages about the use name it. */
  readonly authorizationId: string;
  /**
   * `ASK`: our answer decides. `APPROVED` and `DECLINED`: the network or the processor has decided, also against our
   * answer to the question with this `authorizationId`.
   */
  readonly decision: 'ASK' | 'APPROVED' | 'DECLINED';
  /** DEBIT: the merchant takes money. CREDIT: the merchant gives money. An amount of 0 verifies the account. */
  readonly direction: 'DEBIT' | 'CREDIT';
  readonly merchant: Merchant;
  /** The use is cleared with its approval: no clearing follows. */
  readonly isFinal: boolean;
  /** The merchant takes a part of the amount if the balance does not cover all of it. */
  readonly partialAllowed: boolean;
  /** When the authorization expires; null if the network does not say. */
  readonly expiresAt: Instant | null;
}

/** More is authorized for a use; `amount` is what is added. */
export interface IncrementMessage extends MoneyMessage {
  readonly kind: 'increment';
  readonly authorizationId: string;
  readonly decision: 'ASK' | 'APPROVED';
  readonly partialAllowed: boolean;
  readonly expiresAt: Instant | null;
}

/** The authorized amount of a use is another one; `amount` is the whole of it. */
export interface AdviceMessage extends MoneyMessage {
  readonly kind: 'advice';
  readonly authorizationId: string;
  readonly expiresAt: Instant | null;
}

/** A part of a use is not collected any more. */
export interface ReversalMessage extends Message {
  readonly kind: 'reversal';
  readonly authorizationId: string;
  /** The part that is given up; null for all that is not cleared. */
  readonly amount: bigint | null;
  readonly currency: CurrencyCode;
  readonly details: CardDetails | null;
}

/** The network has settled an amount. */
export interface ClearingMessage extends MoneyMessage {
  readonly kind: 'clearing';
  /** Null if the merchant collects without an authorization. */
  readonly authorizationId: string | null;
  /** No other clearing of this use follows. */
  readonly isFinal: boolean;
  /** The date by which the clearing is judged; null means `at`. */
  readonly clearedAt: Instant | null;
  /** Used if the clearing has no authorization that we know. */
  readonly merchant: Merchant;
}

/** The network has paid back an amount. */
export interface ReturnMessage extends MoneyMessage {
  readonly kind: 'return';
  /** Null if the refund belongs to no use that the processor knows. */
  readonly authorizationId: string | null;
  /** The `messageId` of the clearing that is returned; null if the network does not say. */
  readonly clearingId: string | null;
  /** Used if the return belongs to no use that we know. */
  readonly merchant: Merchant;
}

/** The network takes back a return. */
export interface ReturnReversalMessage extends Message {
  readonly kind: 'return.reversal';
  readonly authorizationId: string | null;
  /** The `messageId` of the return. */
  readonly returnId: string;
  /** Null for the whole return. */
  readonly amount: bigint | null;
  readonly currency: CurrencyCode;
  readonly details: CardDetails | null;
}

export const DISPUTE_EVENTS = [
  'chargeback',
  'representment',
  'pre_arbitration',
  'arbitration',
  'won',
  'lost',
  'fee_collection',
  'funds_disbursement',
] as const;
export type DisputeEvent = (typeof DISPUTE_EVENTS)[number];

/**
 * What happened to a dispute at the network. `amount` is what moved with it, 0 if nothing: the network pays with
 * `chargeback`, `pre_arbitration`, `arbitration`, `won` and `funds_disbursement`, and takes with `representment`, `lost`
 * and `fee_collection`.
 */
export interface DisputeMessage extends MoneyMessage {
  readonly kind: 'dispute';
  readonly event: DisputeEvent;
  /** Our id of the dispute; null if the processor has opened it. */
  readonly disputeId: string | null;
  /** The network's id of the dispute. */
  readonly networkCaseId: string;
  /** The use that is contested. Used for a dispute that we do not know. */
  readonly authorizationId: string | null;
  /** The `messageId` of the clearing that is contested; null for the use as a whole. */
  readonly clearingId: string | null;
  /** Why it is contested; null if the processor does not say. Used for a dispute that we do not know. */
  readonly reason: DisputeReason | null;
  /** The reason as the network tells it, such as its code. */
  readonly networkReason: string | null;
  /** By when the network wants an answer; null if it wants none. */
  readonly dueAt: Instant | null;
}

/** The network asks how much the card can spend. */
export interface BalanceMessage extends Message {
  readonly kind: 'balance';
  readonly merchant: Merchant;
}

/** The processor has changed the card. */
export interface CardChangeMessage extends Message {
  readonly kind: 'card';
  readonly change:
    | {
        readonly kind: 'renewed';
        readonly last4: string;
        /** 1 to 12. */
        readonly expMonth: number;
        readonly expYear: number;
      }
    | { readonly kind: 'closed' };
}

/** A part of the report of what the processor settled on a day, in all cards of a currency. It names no card. */
export interface SettlementMessage {
  readonly kind: 'settlement';
  /** The processor's id of the message. A repeated message gets the first answer and has no effect. */
  readonly messageId: string;
  readonly at: Instant;
  /** The processor's id of the report, the same in all of its parts. */
  readonly reportId: string;
  /** The day, YYYY-MM-DD. */
  readonly day: string;
  readonly currency: CurrencyCode;
  /** From 1 to `parts`. */
  readonly part: number;
  readonly parts: number;
  readonly lines: readonly Pick<SettlementLine, 'kind' | 'messageId' | 'authorizationId' | 'amount'>[];
  /** Of the last part; null otherwise. */
  readonly totals: SettlementTotals | null;
}

/** A message of a card processor (docs/areas/cards.md#messages-of-a-processor). */
export type CardMessage =
  | AuthorizationMessage
  | IncrementMessage
  | AdviceMessage
  | ReversalMessage
  | ClearingMessage
  | ReturnMessage
  | ReturnReversalMessage
  | DisputeMessage
  | BalanceMessage
  | CardChangeMessage
  | SettlementMessage;

/** The answer to a message. The transport must sign one that lets money move: `approved`, `declined` and `balance`. */
export type CardReply =
  | {
      readonly kind: 'approved';
      /** What is approved: less than the question asked for if a part is allowed; 0 verifies the account. */
      readonly amount: bigint;
      readonly currency: CurrencyCode;
      readonly transactionId: Id<'Transaction'> | null;
    }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  | { readonly kind: 'balance'; readonly available: bigint; readonly currency: CurrencyCode }
  /** The message needs no decision and is booked, or was booked before. */
  | { readonly kind: 'booked'; readonly transactionId: Id<'Transaction'> | null };

/**
 * The entry point for messages of card processors. 404 REFERENCE_NOT_FOUND for a card that this processor did not issue
 * in this environment, 404 TRANSACTION_NOT_FOUND for an unknown use or dispute: the processor sends the message again. 409 CONFLICT
 * for other content under a known id, and for a concurrent message. 400 INVALID_CURRENCY, AMOUNT_OUT_OF_RANGE. 503
 * SERVICE_UNAVAILABLE while the custody of a wallet does not answer.
 */
export type HearCard = (
  processor: string,
  environment: Environment,
  message: CardMessage,
) => Promise<Result<CardReply>>;

/** Tells core a message of the processor of a connection. Errors: those of `HearCard`. */
export type TellCard = (message: CardMessage) => Promise<Result<CardReply>>;
