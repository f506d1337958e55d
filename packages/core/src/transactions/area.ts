import type { Cursors, Page, Query, Reads } from '../kernel/index.js';
import { getTransaction, listTransactions, type TransactionFilter } from './read-transactions.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

export interface TransactionsArea {
  readonly get: Query<{ readonly id: string }, Transaction>;
  readonly list: Query<TransactionFilter, Page<Transaction>>;
}

export function transactionsArea(ports: { readonly cursors: Cursors }): TransactionsArea {
  return { get: getTransaction, list: listTransactions(ports.cursors) };
}

const OPEN = ['PENDING', 'PROCESSING'] as const;

/** Whether a payment of this customer, or on this account, is still under way. */
export async function hasOpenTransactions(
  reads: Reads,
  of: { readonly customerId: string } | { readonly accountId: string },
): Promise<boolean> {
  for (const status of OPEN) {
    const { rows } = await reads.list(TRANSACTIONS, {
      where: 'customerId' in of ? { status, customerId: of.customerId } : { status },
      anyOf:
        'accountId' in of ? { columns: ['senderIdentifier', 'receiverIdentifier'], value: of.accountId } : undefined,
      order: 'desc',
      limit: 1,
      counted: false,
    });
    if (rows.length > 0) return true;
  }
  return false;
}
