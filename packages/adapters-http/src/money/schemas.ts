import { MAX_FEE_BPS } from '@corridor/core/internal';
import * as z from 'zod';
import { amount, answeredAmount, text } from '../app/schemas.js';

/** The code of a currency; whether there is such a currency, and whether it can be used here, the use case says. */
export const currencyCode = text(16);

export const currency = z
  .object({ code: z.string(), name: z.string(), symbol: z.string(), decimals: z.int().min(0).max(18) })
  .meta({ id: 'Currency' });

export const currencyAmount = z.object({ amount: answeredAmount, currency }).meta({ id: 'CurrencyAmount' });

export const fixedFee = z.object({ amount: amount(0), currency: currencyCode }).meta({ id: 'FixedFee' });

/** One hundredth of a percent each; fees never take all of an amount. */
export const basisPoints = z.int().min(0).max(MAX_FEE_BPS);
