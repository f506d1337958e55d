import type { IdSource } from '../kernel/index.js';
import { quotedPayment } from '../quotes/index.js';
import type { PaymentOf } from '../transactions/index.js';
import { transferPayment } from '../transfers/index.js';

/** The payment of a transaction: the payment of the quote, or a transfer if the transaction has no quote. */
export function paymentOf(ids: IdSource): PaymentOf {
  const ofQuote = quotedPayment(ids);
  return async (reads, transaction) =>
    transaction.quoteId === null ? transferPayment(transaction) : ofQuote(reads, transaction);
}
