import { formatAmount } from '../iso20022/amount.js';

/** An amount for a sentence: `EUR 1234.50`. */
export const euros = (cents: bigint): string => `EUR ${formatAmount(cents, 2)}`;
