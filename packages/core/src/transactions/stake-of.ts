import type { CurrencyCode } from '../kernel/index.js';
import type { Payment } from './payment.js';
import { correctionsOf, type Transaction } from './transaction.js';

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

/** An amount in smallest units of its currency. */
export interface CorrectedAmount {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/**
 * What decisions of operators moved after a payment was booked: what went back to its payer, and what came back from its
 * payee. Null for nothing. Snapshots of earlier releases have no corrections.
 */
export function correctedAmounts(transaction: Transaction): {
  readonly sentBack: CorrectedAmount | null;
  readonly cameBack: CorrectedAmount | null;
} {
  const { sentBack, cameBack } = correctionsOf({ corrections: transaction.corrections ?? null });
  const of = (amount: bigint, stake: () => { readonly currency: CurrencyCode }): CorrectedAmount | null =>
    amount === 0n ? null : { amount, currency: stake().currency };
  return {
    sentBack: of(sentBack, () => stakeOf({ transaction })),
    cameBack: of(cameBack, () => deliveryStakeOf({ transaction })),
  };
}
