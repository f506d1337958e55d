import type { CurrencyCode, Id, Instant } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';

export interface Merchant {
  readonly descriptor: string;
  /** Merchant category code: four digits (ISO 18245). */
  readonly mcc: string | null;
  readonly country: string | null;
}

/** What the network or the processor says about a use besides the amount and the merchant. */
export interface CardDetails {
  /** The name of the merchant, without the place and the terminal that the descriptor can have. */
  readonly merchantName?: string;
  /** The merchant's id at its bank. */
  readonly merchantId?: string;
  readonly city?: string;
  /** What the merchant charged, if that is another currency than the card's. */
  readonly original?: {
    /** Smallest units of `currency`. */
    readonly amount: bigint;
    readonly currency: string;
    /** Units of the card's currency for one of `currency`, as a decimal text; null if the network does not say. */
    readonly exchangeRate: string | null;
  };
  /** Fees of the network that the amount includes, in smallest units of the card's currency. */
  readonly fees?: readonly { readonly type: string; readonly amount: bigint }[];
  /** The wallet whose token paid, such as `APPLE_PAY`. */
  readonly wallet?: string;
  /** The network that carried the message, such as `VISA`. */
  readonly network?: string;
}

/** The movements of money for a card, each an entry of two lines (docs/areas/cards.md). */
export const CARD_MOVES = [
  'CARD_HOLD',
  'CARD_CLEARING',
  'CARD_RELEASE',
  'CARD_PULL',
  'CARD_OWED',
  'CARD_CREDIT',
  'CARD_RETURN',
  'CARD_RETURN_REVERSAL',
  'CARD_REVERSAL_OWED',
  'CARD_LOSS',
  'CARD_PULL_FAILED',
  'CARD_RECOVERY',
  'CARD_EXCESS',
  'CARD_LOSS_RETURN',
  'CARD_CHARGEBACK',
  'CARD_REPRESENTMENT',
  'CARD_PROVISIONAL_CREDIT',
  'CARD_PROVISIONAL_WITHDRAWAL',
  'CARD_PROVISIONAL_OWED',
  'CARD_DISPUTE_WON',
  'CARD_DISPUTE_TAKEN_BACK',
  'CARD_DISPUTE_FEE',
  'CARD_DISPUTE_FEE_RETURN',
  'CARD_DISPUTE_LOSS',
  'CARD_DISPUTE_GAIN',
] as const satisfies readonly EntryKind[];
export type CardMove = (typeof CARD_MOVES)[number];

/** How often a movement was made, and its total amount. */
export interface CardMoved {
  readonly count: number;
  readonly total: bigint;
}

/** The card part of a transaction; amounts are in smallest units of the card's currency. */
export interface CardSpend {
  readonly cardId: Id<'Card'>;
  /** The funding source. */
  readonly accountId: Id<'InternalAccount'>;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** What processors have said besides; a later message replaces what an earlier one said. */
  readonly details?: CardDetails;
  /** The authorized amount as a whole, which the network may change until the transaction is settled. */
  readonly authorized: bigint;
  /** The amount of the question that was approved; absent in transactions of earlier releases. */
  readonly asked?: bigint;
  /** The part of the authorized amount that is in the card reserve now. */
  readonly reserved: bigint;
  /** The amount paid to the merchant; if the merchant credits the card, the amount paid by the merchant. */
  readonly settled: bigint;
  /** The part of the settled amount that the merchant returned. */
  readonly refunded: bigint;
  /** The amount that the merchant was paid and the funding source did not cover. */
  readonly lost: bigint;
  /**
   * The amount that the network settled beyond what the customer may be charged, less what was returned of it. It is a
   * loss of the service until its CARD_EXCESS exception is resolved, and not part of `settled`. Absent if there is none.
   */
  readonly excess?: bigint;
  /** What the account has provisionally while disputes are not decided. Absent if there was none. */
  readonly provisional?: bigint;
  /** What the account keeps of provisional credits although the dispute was not won; the service bears it. */
  readonly kept?: bigint;
  /** The amount that was authorized and cleared at once; absent otherwise. */
  readonly atOnce?: bigint;
  /** The part of what was cleared at once that the network took back because it paid no merchant; absent if there is none. */
  readonly takenBack?: bigint;
  readonly clearings: number;
  readonly returns: number;
  /** Number of pulls that the funding source has not confirmed yet. */
  readonly pendingPulls: number;
  readonly moved: Readonly<Partial<Record<CardMove, CardMoved>>>;
  /** Number of events emitted for this transaction. */
  readonly told: number;
  /** The outcome of pulls, in the sandbox (docs/areas/cards.md). */
  readonly pulls: 'AT_ONCE' | 'LATE' | 'FAILING';
  /** The signature of the wallet's delegated key for this use; null if the funding source is not a wallet. */
  readonly delegate: { readonly publicKey: string; readonly signature: string } | null;
  readonly authorizedAt: Instant;
  /**
   * When the authorization expires: its hold ends then, and a clearing with a later date is not charged to the customer.
   * Absent in transactions that a host of an earlier release has authorized.
   */
  readonly expiresAt?: Instant;
  /** When the authorization expired by its time; absent before, and if a message of the network ended it. */
  readonly expiredAt?: Instant;
  /**
   * The network approved the use without the service, or against its answer. What the balance lacks at a clearing, the
   * account owes; the service bears no loss.
   */
  readonly decidedByNetwork?: true;
  /**
   * The merchant collects without an authorization, or the network approved the use after it had ended: clearings are
   * charged to the customer although the use has ended, up to the authorized amount and the tolerance.
   */
  readonly forced?: boolean;
  /** The last decision of the network about the use is a decline. */
  readonly declinedByNetwork?: boolean;
  /** What was approved, if the network accepted a part of what it asked for; absent otherwise. */
  readonly approved?: bigint;
  /**
   * The network's date of the last message that set the authorized amount as a whole. A message of an earlier date
   * changes that amount no more.
   */
  readonly decidedAt?: Instant;
  /**
   * The network's date of the last increment or reversal. A message of an earlier date does not set the authorized amount
   * as a whole any more.
   */
  readonly changedAt?: Instant;
  /** The part of the authorized amount whose hold an operator released: no later message holds it again. */
  readonly released?: bigint;
  readonly lastEventAt: Instant;
}

const movedTotal = (spend: Pick<CardSpend, 'moved'>, moves: readonly CardMove[]): bigint =>
  moves.reduce((sum, move) => sum + (spend.moved[move]?.total ?? 0n), 0n);
const movedCount = (spend: Pick<CardSpend, 'moved'>, moves: readonly CardMove[]): number =>
  moves.reduce((sum, move) => sum + (spend.moved[move]?.count ?? 0), 0);

const PULLS = ['CARD_HOLD', 'CARD_PULL', 'CARD_OWED', 'CARD_RECOVERY'] as const;
const GIVEN_BACK = ['CARD_RELEASE', 'CARD_PULL_FAILED'] as const;

/** The number of pulls from the funding source, also of what it still owes, and their total less what was given back unused. */
export const pulledFor = (spend: Pick<CardSpend, 'moved'>): CardMoved => ({
  count: movedCount(spend, PULLS),
  total: movedTotal(spend, PULLS) - movedTotal(spend, GIVEN_BACK),
});

/** The net amount taken from the funding source, after returns, credits and provisional credits; also what it owes. */
export const takenFor = (spend: Pick<CardSpend, 'moved'>): bigint =>
  pulledFor(spend).total +
  movedTotal(spend, [
    ...(['CARD_RETURN_REVERSAL', 'CARD_REVERSAL_OWED'] as const),
    ...(['CARD_PROVISIONAL_WITHDRAWAL', 'CARD_PROVISIONAL_OWED'] as const),
  ]) -
  movedTotal(spend, ['CARD_RETURN', 'CARD_CREDIT', 'CARD_PROVISIONAL_CREDIT']);

/** What the customer has paid for a use and not got back: returns and credits of any kind give back at most this. */
export const costOf = ({ settled, refunded, lost, kept = 0n }: CardSpend): bigint => settled - refunded - lost - kept;
