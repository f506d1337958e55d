import { Bug, ok, splitTenant } from '../kernel/index.js';
import { chart } from '../ledger/index.js';
import { heldOn, type Payment, type PaymentBooks, type Transaction } from '../transactions/index.js';

/** The ledger accounts of a transfer: one amount in one currency, less the network fee on a chain (docs/ledger.md). */
export function transferBooks(transaction: Transaction): PaymentBooks {
  const { environment } = splitTenant(transaction.tenant);
  const currency = transaction.sentCurrency!;
  const amount = transaction.sentAmount!;
  const fee = transaction.fees ?? 0n;
  const inTransit = chart.inTransit(transaction.id, currency);
  const held = heldOn(transaction);
  if (held === null) {
    const origin = chart.clearing(environment, transaction.fundingRail!, currency);
    return {
      origin,
      // Money waits in transit only if the account cannot take it, until the money is sent back.
      waiting: inTransit,
      inTransit,
      settlement: (destination) => {
        if (destination === null) throw new Bug(`${transaction.id} has no destination account`);
        return [
          { account: origin, amount: -amount },
          { account: chart.available(destination.id, currency), amount },
        ];
      },
    };
  }
  const waiting = chart.held(held, currency);
  return {
    origin: chart.available(held, currency),
    waiting,
    inTransit,
    settlement: () => [
      { account: waiting, amount: -amount },
      { account: chart.clearing(environment, transaction.rail!, currency), amount: amount - fee },
      { account: chart.networkFees(environment, currency), amount: fee },
    ],
  };
}

/** A transfer has no other record that changes with it. */
export const transferPayment = (transaction: Transaction): Payment => ({
  transaction,
  books: transferBooks(transaction),
  delivery: null,
  follow: () => ok(),
});
