import { type Check, unless } from '../ledger/index.js';
import { mulDiv } from '../money/index.js';
import type { Quote } from '../quotes/index.js';

/**
 * Recomputes what a quote delivers: `floor((sent − fees) × rate)`. One that fixes what is received sends the least that
 * suffices, and may come out above it by less than one unit more would bring; what is left over stays in `fx`.
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
    () => `${id} delivers ${totalReceivingAmount}, its rate makes ${computed} of ${converted}`,
  );
};
