import type { IdSource } from '../kernel/index.js';
import { quotedPayments } from '../quotes/index.js';
import type { PaymentsOf } from '../transactions/index.js';
import { transferPayment } from '../transfers/index.js';

/** The payments of transactions: the payment of the quote, or a transfer if the transaction has no quote. */
export function paymentsOf(ids: IdSource): PaymentsOf {
  const ofQuotes = quotedPayments(ids);
  return async (reads, transactions) => {
    const quoted = transactions.filter(({ quoteId }) => quoteId !== null);
    const payments = quoted.length === 0 ? [] : await ofQuotes(reads, quoted);
    const byId = new Map(payments.map((payment) => [payment.transaction.id, payment]));
    return transactions.map((transaction) => byId.get(transaction.id) ?? transferPayment(transaction));
  };
}
