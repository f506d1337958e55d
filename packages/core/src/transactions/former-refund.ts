import { BASE_COLUMNS, type BaseRecord, type Id, type Reads, recordKind } from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/**
 * A reference under which a rail was asked for a refund before the refund was tried again: the rail may still report
 * about it. Its id is the reference.
 */
export interface FormerRefund extends BaseRecord {
  readonly id: Id<'Refund'>;
  readonly transactionId: Id<'Transaction'>;
}

export const FORMER_REFUNDS = recordKind<FormerRefund>()({
  name: 'former_refunds',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, transactionId: 'text' },
  states: [],
  unique: [],
  filters: [],
  immutable: ['transactionId'],
});

/** The transaction whose refund has, or had, this reference; null if none. */
export async function refundedBy(reads: Reads, reference: string): Promise<Transaction | null> {
  const refunded = await reads.find(TRANSACTIONS, 'refund_reference', [reference]);
  if (refunded !== null) return refunded;
  const former = await reads.get(FORMER_REFUNDS, reference);
  return former === null ? null : reads.get(TRANSACTIONS, former.transactionId);
}
