import { type Check, unless } from '../ledger/index.js';
import { amountText, basisPoints, lessSpread, mulDiv, type Rate } from '../money/index.js';
import { type Quote, settlementOf } from '../quotes/index.js';

/**
 * Recomputes the receiving amount of a quote: `floor((sent − fees) × rate)`. A quote with a locked receiving amount
 * sends the smallest sufficient amount, which may convert to more than the locked amount; the excess stays in `fx`.
 */
export const convertsAtItsRate: Check<{ readonly quote: Quote; readonly transaction: object | undefined }> = ({
  quote,
  transaction,
}) => {
  if (transaction === undefined) return [];
  const { id, totalSendingAmount, platformFee, serviceFee, totalReceivingAmount, exchangeRate } = quote;
  const { sendingCurrency, receivingCurrency } = quote;
  const converted = totalSendingAmount - platformFee - serviceFee;
  const at = (amount: bigint): bigint => mulDiv(amount < 0n ? 0n : amount, exchangeRate.num, exchangeRate.den, 'floor');
  const computed = at(converted);
  const suffices = totalReceivingAmount < computed && at(converted - 1n) < totalReceivingAmount;
  return unless(
    totalReceivingAmount === computed || suffices,
    () =>
      `${id} delivers ${amountText(totalReceivingAmount, receivingCurrency)}, but its rate converts ${amountText(converted, sendingCurrency)} to ${amountText(computed, receivingCurrency)}`,
  );
};

/**
 * Recomputes the rate of a quote from its mid-rate and its spread. A UMA address has an agreed rate instead: there, what
 * the invoice settles must not exceed what the converted amount is worth. Older quotes have no mid-rate.
 */
export const hasItsSpread: Check<{ readonly quote: Quote }> = ({ quote }) => {
  if (quote.rateBasis === null) return [];
  const { id, totalSendingAmount, platformFee, serviceFee, exchangeRate, rateBasis, uma } = quote;
  const rate = lessSpread(rateBasis.mid, basisPoints(rateBasis.spreadBps));
  if (uma === null) {
    return unless(
      isSame(rate, exchangeRate),
      () => `${id} has the rate ${text(exchangeRate)}, but its mid-rate less its spread is ${text(rate)}`,
    );
  }
  const worth = mulDiv(totalSendingAmount - platformFee - serviceFee, rate.num, rate.den, 'floor');
  return unless(uma.settlementAmount <= worth, () => {
    const { currency } = settlementOf(uma);
    return `${id} settles ${amountText(uma.settlementAmount, currency)}, but its converted amount is worth ${amountText(worth, currency)}`;
  });
};

const isSame = (a: Rate, b: Rate): boolean => a.num * b.den === b.num * a.den;
const text = ({ num, den }: Rate): string => `${num}/${den}`;
