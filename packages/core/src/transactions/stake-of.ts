import type { CurrencyCode } from '../kernel/index.js';
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

/** What the rail of a payment delivers, in the currency that it pays. The rail is null if no rail delivers it. */
export function deliveryStakeOf({ transaction: t }: Pick<Payment, 'transaction'>) {
  const settlement = t.rateTerms?.settlement ?? null;
  const delivered =
    settlement === null
      ? { currency: t.receivedCurrency ?? t.sentCurrency!, amount: t.receivedAmount ?? t.sentAmount! }
      : { currency: settlement.currency ?? ('BTC' as CurrencyCode), amount: settlement.amount };
  return { rail: t.rail, subject: t.id, ...delivered };
}
