import { type Check, unless } from '../ledger/index.js';
import { mulDiv } from '../money/index.js';
import type { Quote } from '../quotes/index.js';

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
  const converted = totalSendingAmount - platformFee - serviceFee;
  const at = (amount: bigint): bigint => mulDiv(amount < 0n ? 0n : amount, exchangeRate.num, exchangeRate.den, 'floor');
  const computed = at(converted);
  const suffices = totalReceivingAmount < computed && at(converted - 1n) < totalReceivingAmount;
  return unless(
    totalReceivingAmount === computed || suffices,
    () => `${id} delivers ${totalReceivingAmount}, but its rate converts ${converted} to ${computed}`,
  );
};
