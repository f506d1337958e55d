import { type Instant, invalidFields, ok, update, type UseCase } from '../kernel/index.js';
import { getTransaction } from './read-transactions.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

export interface ConfirmReceipt {
  readonly id: string;
  /** Without it, now. */
  readonly confirmedAt?: Instant | undefined;
}

/**
 * Keeps when the receiver was handed the receipt (contract: confirmReceiptDelivery); again overwrites. No state changes,
 * so that no event is written. 404 TRANSACTION_NOT_FOUND; 400 INVALID_INPUT for a time in the future.
 */
export const confirmReceipt: UseCase<ConfirmReceipt, Transaction> = async (tx, ctx, { id, confirmedAt }) => {
  const found = await getTransaction(tx, ctx, { id });
  if (!found.ok) return found;
  if (confirmedAt !== undefined && confirmedAt > ctx.now) {
    return invalidFields([{ field: 'receiptDeliveryConfirmedAt', message: 'must not be in the future' }]);
  }
  return ok(update(tx, ctx, TRANSACTIONS, found.value, { receiptDeliveryConfirmedAt: confirmedAt ?? ctx.now }));
};
