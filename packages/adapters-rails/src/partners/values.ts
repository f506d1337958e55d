import type { CurrencyCode } from '@corridor/core';
import { MAX_COMPUTED } from '@corridor/core/internal';
import { z } from 'zod';

/** One month: a partner that wants to be asked later than that reports the outcome by itself. */
const LONGEST_WAIT_SECONDS = 31 * 86_400;

export const PRINTABLE = /^[^\x00-\x1f\x7f-\x9f]*$/;

/**
 * Text without control characters, which databases and files of banks refuse, and without halves of characters. The
 * pattern is published, and no pattern that Python and RE2 compile as well can name such halves.
 */
export const printable = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(PRINTABLE)
    .refine((text) => !/\p{Surrogate}/u.test(text));

export const id = printable(255).min(1).meta({ description: '1 to 255 characters.' });
export const memo = printable(255);
export const note = printable(500);
export const seconds = z.int().min(1).max(LONGEST_WAIT_SECONDS).meta({ description: 'Seconds: 1 to 31 days.' });
export const date = z.iso.date().meta({ examples: ['2026-01-15'] });

/** The only version of the protocol. */
export const PROTOCOL = 1;

export const currencyCode = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{2,7}$/)
  .transform((code) => code as CurrencyCode)
  .meta({ description: 'The code of a currency, as the API names it.', examples: ['USD'] });

/** The other checks and the conversion wait for the pattern: BigInt throws for a text of another form. */
export const integer = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, { abort: true })
    .refine((text) => BigInt(text) <= MAX_COMPUTED && BigInt(text) >= -MAX_COMPUTED)
    .transform(BigInt);

/** An amount in smallest units. It is a text, because many JSON parsers round large numbers. */
export const amount = integer(/^[1-9][0-9]{0,15}$/).meta({
  description: 'Smallest units of the currency, such as cents: a positive integer, at most 9007199254740991.',
  examples: ['125000'],
});
