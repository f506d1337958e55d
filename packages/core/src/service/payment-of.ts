import type { IdSource } from '../kernel/index.js';
import { quotedPayment } from '../quotes/index.js';
import type { PaymentOf } from '../transactions/index.js';
import { transferPayment } from '../transfers/index.js';

/** What a transaction is the payment of: its quote, or, without one, a transfer. */
export function paymentOf(ids: IdSource): PaymentOf {
  const ofQuote = quotedPayment(ids);
  return async (reads, transaction) =>
    transaction.quoteId === null ? transferPayment(transaction) : ofQuote(reads, transaction);
}
