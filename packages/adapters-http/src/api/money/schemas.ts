import { MAX_FEE_BPS } from '@corridor/core/internal';
import * as z from 'zod';
import { amount, answeredAmount, text } from '../../kit/schemas.js';

/** A currency code; the use case checks whether the currency exists and can be used. */
export const currencyCode = text(16);

export const currency = z
  .object({
    code: z.string().describe('ISO 4217, or the ticker of a cryptocurrency, such as `USD` or `BTC`.'),
    name: z.string().describe('In English, for display.'),
    symbol: z.string().describe('The sign to print beside an amount, such as `$`.'),
    decimals: z
      .int()
      .min(0)
      .max(18)
      .describe('How many digits of an amount are behind the decimal point: with 2, 1234 means 12.34.'),
  })
  .meta({ id: 'Currency' });

export const currencyAmount = z
  .object({
    amount: answeredAmount.describe('An integer in smallest units: 1234 in a currency with two decimals is 12.34.'),
    currency: currency.describe('What the number counts, and how to display it.'),
  })
  .meta({ id: 'CurrencyAmount' });

export const fixedFee = z
  .object({
    amount: amount(0).describe('In smallest units, charged once for each payment whatever its size; 0 for none.'),
    currency: currencyCode.describe('Code of the currency in which the payment is sent.'),
  })
  .meta({ id: 'FixedFee' });

/** Hundredths of a percent; a fee cannot take the whole amount. */
export const basisPoints = z.int().min(0).max(MAX_FEE_BPS);
