import { type Instant, invalidFields, ok, update, type UseCase } from '../kernel/index.js';
import { getTransaction } from './read-transactions.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

export interface ConfirmReceipt {
  readonly id: string;
  /** Default: now. */
  readonly confirmedAt?: Instant | undefined;
}

/**
 * Records when the receiver was given the receipt; a repeated call overwrites it. No state changes, so no event is
 * written.
 * Errors: 404 TRANSACTION_NOT_FOUND; 400 INVALID_INPUT for a time in the future.
 */
export const confirmReceipt: UseCase<ConfirmReceipt, Transaction> = async (tx, ctx, { id, confirmedAt }) => {
  const found = await getTransaction(tx, ctx, { id });
  if (!found.ok) return found;
  if (confirmedAt !== undefined && confirmedAt > ctx.now) {
    return invalidFields([{ field: 'receiptDeliveryConfirmedAt', message: 'must not be in the future' }]);
  }
  return ok(update(tx, ctx, TRANSACTIONS, found.value, { receiptDeliveryConfirmedAt: confirmedAt ?? ctx.now }));
};
