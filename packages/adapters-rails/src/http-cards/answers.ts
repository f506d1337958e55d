import { CARD_BRANDS } from '@corridor/core/records';
import { z } from 'zod';
import { currencyCode, id, printable, PROTOCOL, seconds } from '../partners/values.js';

/*
 * The readers of what a processor answers. They accept exactly what docs/connections/cards.md describes: an answer with a
 * member that is missing, unknown or malformed orders, changes and shows nothing, so the call is repeated.
 */

const FIRST_YEAR = 2000;
const LAST_YEAR = 9999;
const MONTHS = 12;
const LONGEST_URL = 2048;

const expMonth = z.int().min(1).max(MONTHS);
const expYear = z.int().min(FIRST_YEAR).max(LAST_YEAR);
export const last4 = z
  .string()
  .regex(/^[0-9]{4}$/)
  .meta({ description: 'The last four digits of the number.' });
export const expiry = { expMonth, expYear };

const known = [
  z
    .strictObject({ state: z.literal('pending'), checkAfterSeconds: seconds })
    .meta({ description: 'Not made yet. The service asks again after this time.' }),
  z
    .strictObject({
      state: z.literal('issued'),
      processorCardId: id.meta({ description: 'Your id of the card.' }),
      brand: z.enum(CARD_BRANDS),
      last4,
      ...expiry,
    })
    .meta({ description: 'Made. No answer has the number of the card.' }),
  z.strictObject({ state: z.literal('rejected') }).meta({ description: 'Refused for good: the card is closed.' }),
] as const;

/** The answer to an order. */
export const orderedCard = z.discriminatedUnion('state', known).meta({ id: 'OrderedCard' });

/** The answer to a look-up. */
export const cardLookUp = z
  .discriminatedUnion('state', [
    ...known,
    z
      .strictObject({ state: z.literal('unknown') })
      .meta({ description: 'The card was not ordered: the service orders it.' }),
  ])
  .meta({ id: 'CardLookUp' });

export type OrderedCard = z.infer<typeof orderedCard>;

export const stored = z.strictObject({ stored: z.literal(true) }).meta({ id: 'Stored' });

/** The answer to a request for the page that shows a card. */
export const revealed = z
  .strictObject({
    url: printable(LONGEST_URL)
      .min(1)
      .meta({ description: 'Of your page, valid once: https, in the sandbox also http.' }),
    expiresAt: z.iso.datetime({ offset: true }).meta({
      description: 'Until when it can be opened, not after the time in the request.',
      examples: ['2026-01-05T10:02:00Z'],
    }),
  })
  .meta({ id: 'Revealed' });

const MOST_CURRENCIES = 200;

export const capabilities = z
  .strictObject({
    currencies: z
      .array(currencyCode)
      .min(1)
      .max(MOST_CURRENCIES)
      .meta({ description: 'The currencies of the cards, in which their uses are reported.' }),
    brands: z.array(z.enum(CARD_BRANDS)).min(1),
    partialApproval: z
      .boolean()
      .meta({ description: 'Whether an authorization can be approved in part, if its message allows it.' }),
  })
  .meta({ id: 'ProcessorCapabilities' });

export const capabilitiesAnswer = z
  .strictObject({ protocol: z.literal(PROTOCOL), capabilities })
  .meta({ id: 'ProcessorCapabilitiesAnswer' });
