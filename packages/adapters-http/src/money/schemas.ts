import { MAX_FEE_BPS } from '@corridor/core/internal';
import * as z from 'zod';
import { amount, answeredAmount, text } from '../app/schemas.js';

/** A currency code; the use case checks whether the currency exists and can be used. */
export const currencyCode = text(16);

export const currency = z
  .object({ code: z.string(), name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(18) })
  .meta({ id: 'Currency' });

export const currencyAmount = z.object({ amount: answeredAmount, currency }).meta({ id: 'CurrencyAmount' });

export const fixedFee = z.object({ amount: amount(0), currency: currencyCode }).meta({ id: 'FixedFee' });

/** Hundredths of a percent; a fee cannot take the whole amount. */
export const basisPoints = z.int().min(0).max(MAX_FEE_BPS);
