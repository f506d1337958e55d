import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  type Reads,
  readAll,
  recordKind,
} from '../kernel/index.js';

/** A part of a return, and what it covers. */
export interface RefundPart {
  /**
   * The settled amount, an excess (its exception CARD_EXCESS), or nothing: money in suspense, which nothing of the
   * transaction accounts for. CREDITED: a refund without a purchase, which is the settled amount of its own credit.
   */
  readonly of: 'SETTLED' | 'CREDITED' | Id<'Exception'> | Id<'Deposit'>;
  /** The network's id of the clearing that the return named and this part covers; null if it covers another one. */
  readonly clearing: string | null;
  readonly amount: bigint;
  /** The amount that the merchant has taken back since. */
  readonly reversed: bigint;
  /**
   * The part of `reversed` that an excess lacks again. If an operator had decided about the excess, a reversal opens an
   * exception of its own instead.
   */
  readonly reopened: bigint;
}

/** A return of a merchant. Its parts add up to its amount. */
export interface CardRefund extends BaseRecord {
  readonly id: Id<'CardRefund'>;
  readonly transactionId: Id<'Transaction'>;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** When the merchant had reversed the whole return; null if it has not. */
  readonly reversedAt: Instant | null;
  /** The network's id of the return; null for a return of an earlier release. */
  readonly messageId: string | null;
  /** Null for a return of an earlier release, which covers the settled amount. */
  readonly parts: readonly RefundPart[] | null;
}

export const CARD_REFUNDS = recordKind<CardRefund>()({
  name: 'card_refunds',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    transactionId: 'text',
    currency: 'text',
    amount: 'amount',
    reversedAt: 'instant?',
    messageId: 'text?',
    parts: 'json?',
  },
  states: [],
  unique: [],
  filters: ['transactionId'],
  immutable: ['transactionId', 'currency', 'amount', 'messageId'],
});

/** All returns of a card transaction, the newest first. */
export const refundsOf = async (reads: Reads, transactionId: Id<'Transaction'>): Promise<readonly CardRefund[]> =>
  [...(await readAll(reads, CARD_REFUNDS, { transactionId }))].reverse();

export const partsOf = ({ parts, amount, reversedAt }: CardRefund): readonly RefundPart[] =>
  parts ?? [{ of: 'SETTLED', clearing: null, amount, reversed: reversedAt === null ? 0n : amount, reopened: 0n }];

/** The amount of a return, or of a part of one, that the merchant has not reversed. */
export const standingOf = (parts: readonly RefundPart[]): bigint =>
  parts.reduce((sum, { amount, reversed }) => sum + amount - reversed, 0n);

/** The amount of an excess that returns cover. */
export const coveredOf = (refunds: readonly CardRefund[], excess: Id<'Exception'>): bigint =>
  refunds
    .flatMap(partsOf)
    .reduce((sum, { of, amount, reopened }) => (of === excess ? sum + amount - reopened : sum), 0n);
