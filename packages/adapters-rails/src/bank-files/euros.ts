import { amountText } from '@corridor/core/internal';

/** An amount for a sentence: `1,234.50 EUR`, and `-1,234.50 EUR` for a debit balance. */
export const euros = (cents: bigint): string => amountText(cents, 'EUR');
