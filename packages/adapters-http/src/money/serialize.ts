import { type CurrencyCode, wireCurrency } from '@corridor/core';
import { integer } from '../app/wire.js';

export const serializeAmount = (amount: bigint, currency: CurrencyCode): object => ({
  amount: integer(amount),
  currency: wireCurrency(currency),
});

/** Null where the record has none: left out on the wire. */
export const optionalAmount = (amount: bigint | null, currency: CurrencyCode | null): object | undefined =>
  amount === null || currency === null ? undefined : serializeAmount(amount, currency);
