import type { Payment } from './payment.js';

/** The whole amount that came from outside for a payment. */
export function stakeOf({ transaction: t }: Pick<Payment, 'transaction'>) {
  return {
    rail: t.fundingRail!,
    subject: t.id,
    currency: t.sentCurrency ?? t.receivedCurrency!,
    amount: t.sentAmount ?? t.receivedAmount!,
  };
}
