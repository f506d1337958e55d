import type { CurrencyCode } from '@corridor/core';
import { wireCurrency } from '@corridor/core/internal';
import { integer, type Wire } from '../../kit/wire.js';
import type { currencyAmount } from './schemas.js';

export const serializeAmount = (amount: bigint, currency: CurrencyCode): Wire<typeof currencyAmount> => ({
  amount: integer(amount),
  currency: wireCurrency(currency),
});

/** If the record has no amount, the field is absent on the wire. */
export const optionalAmount = (
  amount: bigint | null,
  currency: CurrencyCode | null,
): Wire<typeof currencyAmount> | undefined =>
  amount === null || currency === null ? undefined : serializeAmount(amount, currency);
