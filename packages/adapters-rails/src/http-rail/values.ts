import type { CurrencyCode } from '@corridor/core';
import { PAYMENT_RAILS } from '@corridor/core/records';
import { EXTERNAL_ACCOUNT_TYPES, MAX_COMPUTED } from '@corridor/core/internal';
import { z } from 'zod';

export const currencyCode = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{2,7}$/)
  .transform((code) => code as CurrencyCode)
  .meta({ description: 'The code of a currency, as the API names it.', examples: ['USD'] });

/** The other checks and the conversion wait for the pattern: BigInt throws for a text of another form. */
const integer = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, { abort: true })
    .refine((text) => BigInt(text) <= MAX_COMPUTED)
    .transform(BigInt);

/** An amount in smallest units. It is a text, because many JSON parsers round large numbers. */
export const amount = integer(/^[1-9][0-9]{0,15}$/).meta({
  description: 'Smallest units of the currency, such as cents: a positive integer, at most 9007199254740991.',
  examples: ['125000'],
});

export const fee = integer(/^(0|[1-9][0-9]{0,15})$/).meta({
  description: 'Smallest units of the currency; 0 if the rail charges nothing.',
  examples: ['2500'],
});

export const accountTypeName = z.enum(EXTERNAL_ACCOUNT_TYPES).meta({ id: 'AccountType' });
export const paymentRailName = z.enum(PAYMENT_RAILS).meta({ id: 'PaymentRail' });
