import type { CurrencyCode, Id, Instant } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';

export interface Merchant {
  readonly descriptor: string;
  /** Four digits (ISO 18245). */
  readonly mcc: string | null;
  readonly country: string | null;
}

/** The ways in which money moves for a card (behaviour, "Ledger"); each is an entry of two lines. */
export const CARD_MOVES = [
  'CARD_HOLD',
  'CARD_CLEARING',
  'CARD_RELEASE',
  'CARD_PULL',
  'CARD_CREDIT',
  'CARD_RETURN',
  'CARD_RETURN_REVERSAL',
  'CARD_LOSS',
  'CARD_PULL_FAILED',
  'CARD_RECOVERY',
  'CARD_EXCESS',
  'CARD_LOSS_RETURN',
] as const satisfies readonly EntryKind[];
export type CardMove = (typeof CARD_MOVES)[number];

/** How often money was moved in one way, and how much in all. */
export interface CardMoved {
  readonly count: number;
  readonly total: bigint;
}

/** The use of a card as its transaction tells it: amounts in smallest units of the card's currency. */
export interface CardSpend {
  readonly cardId: Id<'Card'>;
  /** The funding source. */
  readonly accountId: Id<'InternalAccount'>;
  readonly currency: CurrencyCode;
  readonly merchant: Merchant;
  /** What the network may still change until it is cleared. */
  readonly authorized: bigint;
  /** Of it, what is in the card reserve now. */
  readonly reserved: bigint;
  /** What the merchant has been paid, or has paid where it credits. */
  readonly settled: bigint;
  readonly refunded: bigint;
  /** What the merchant has been paid and the funding source has not given. */
  readonly lost: bigint;
  /**
   * What the network has settled beyond what the customer may be debited for: it is the service's loss until its
   * CARD_EXCESS exception is resolved, and no part of `settled`. Absent where there is none.
   */
  readonly excess?: bigint;
  readonly clearings: number;
  readonly returns: number;
  /** Pulls that the funding source has not confirmed yet. */
  readonly pendingPulls: number;
  readonly moved: Readonly<Partial<Record<CardMove, CardMoved>>>;
  /** How many events have told of it. */
  readonly told: number;
  /** What becomes of pulls, in the sandbox (behaviour, "Sandbox"). */
  readonly pulls: 'AT_ONCE' | 'LATE' | 'FAILING';
  /** What the delegated key of a wallet has signed for it; null where the funding source is none. */
  readonly delegate: { readonly publicKey: string; readonly signature: string } | null;
  readonly authorizedAt: Instant;
  readonly lastEventAt: Instant;
}

const movedTotal = (spend: Pick<CardSpend, 'moved'>, moves: readonly CardMove[]): bigint =>
  moves.reduce((sum, move) => sum + (spend.moved[move]?.total ?? 0n), 0n);
const movedCount = (spend: Pick<CardSpend, 'moved'>, moves: readonly CardMove[]): number =>
  moves.reduce((sum, move) => sum + (spend.moved[move]?.count ?? 0), 0);

const PULLS = ['CARD_HOLD', 'CARD_PULL', 'CARD_RECOVERY'] as const;
const GIVEN_BACK = ['CARD_RELEASE', 'CARD_PULL_FAILED'] as const;

/** How often the funding source was pulled from, and what it gave and did not get back unused. */
export const pulledFor = (spend: Pick<CardSpend, 'moved'>): CardMoved => ({
  count: movedCount(spend, PULLS),
  total: movedTotal(spend, PULLS) - movedTotal(spend, GIVEN_BACK),
});

/** What moves from the funding source, all in all, with returns and credits: what its balance is lower by. */
export const takenFor = (spend: Pick<CardSpend, 'moved'>): bigint =>
  pulledFor(spend).total +
  movedTotal(spend, ['CARD_RETURN_REVERSAL']) -
  movedTotal(spend, ['CARD_RETURN', 'CARD_CREDIT']);
