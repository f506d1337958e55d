import { formatAmount } from '../iso20022/amount.js';

/** An amount for a sentence: `EUR 1234.50`, and `EUR -1234.50` for a debit balance. */
export const euros = (cents: bigint): string =>
  cents < 0n ? `EUR -${formatAmount(-cents, 2)}` : `EUR ${formatAmount(cents, 2)}`;
