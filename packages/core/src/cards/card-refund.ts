import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Instant,
  recordKind,
} from '../kernel/index.js';

/** What a merchant gave back of a settled card transaction (interface, "States and transitions"). */
export interface CardRefund extends BaseRecord {
  readonly id: Id<'CardRefund'>;
  readonly transactionId: Id<'Transaction'>;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** When the merchant took it again; null while it stands. */
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
