import { partyKey } from '../customers/index.js';
import {
  type Cursors,
  err,
  type Instant,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readPage,
} from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/** Filters of the list, combined with AND. Dates are inclusive. */
export interface TransactionFilter extends PageRequest {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
  /** Account id or UMA address on either side. */
  readonly accountIdentifier?: string | undefined;
  readonly senderAccountIdentifier?: string | undefined;
  readonly receiverAccountIdentifier?: string | undefined;
  readonly status?: Transaction['status'] | undefined;
  readonly type?: Transaction['type'] | undefined;
  readonly reference?: string | undefined;
  readonly startDate?: Instant | undefined;
  readonly endDate?: Instant | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

export const getTransaction: Query<{ readonly id: string }, Transaction> = async (reads, _ctx, { id }) => {
  const transaction = isId('Transaction', id) ? await reads.get(TRANSACTIONS, id) : null;
  return transaction === null ? err('TRANSACTION_NOT_FOUND') : ok(transaction);
};

export const listTransactions =
  (cursors: Cursors): Query<TransactionFilter, Page<Transaction>> =>
  (reads, _ctx, filter) =>
    readPage(
      reads,
      cursors,
      TRANSACTIONS,
      {
        where: {
          customerId: filter.customerId,
          platformCustomerId: filter.platformCustomerId,
          senderIdentifier: keyIn(filter.senderAccountIdentifier),
          receiverIdentifier: keyIn(filter.receiverAccountIdentifier),
          status: filter.status,
          type: filter.type,
          reference: filter.reference,
        },
        anyOf:
          filter.accountIdentifier === undefined
            ? undefined
            : { columns: ['senderIdentifier', 'receiverIdentifier'], value: partyKey(filter.accountIdentifier) },
        between: [{ column: 'createdAt', from: filter.startDate, to: filter.endDate }],
        order: filter.sortOrder ?? 'desc',
      },
      filter,
    );

const keyIn = (identifier: string | undefined): string | undefined =>
  identifier === undefined ? undefined : partyKey(identifier);
