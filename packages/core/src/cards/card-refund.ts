import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  recordKind,
} from '../kernel/index.js';

/** A return of a merchant for a settled card transaction. */
export interface CardRefund extends BaseRecord {
  readonly id: Id<'CardRefund'>;
  readonly transactionId: Id<'Transaction'>;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** When the merchant reversed the return; null if it is not reversed. */
  readonly reversedAt: Instant | null;
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
  },
  states: [],
  unique: [],
  filters: ['transactionId'],
  immutable: ['transactionId', 'currency', 'amount'],
});
