import { PAYMENT_RAILS } from '@corridor/core/records';
import { toIso } from '@corridor/core';
import { type AnnouncedTerms, corridorOf, type TermsContent } from '@corridor/core/internal';
import * as z from 'zod';
import { answeredAmount, timestamp } from '../../kit/schemas.js';
import { optionalInteger, type Wire } from '../../kit/wire.js';

const statements = z
  .object({
    variableFeeBps: z.int().optional().describe('Fee of the service in basis points of the amount.'),
    fixedFee: answeredAmount.optional().describe('Fixed part of the fee of the service.'),
    spreadBps: z.int().optional().describe('How much worse than the mid-rate the rate of a quote is, in basis points.'),
    minAmount: answeredAmount.optional().describe('Smallest amount that can be sent.'),
    maxAmount: answeredAmount.optional().describe('Largest amount that can be sent.'),
    transactionCap: answeredAmount.optional().describe('Largest amount of one payment.'),
    dailyVolume: answeredAmount.optional().describe('Largest sum that a platform can send in one day, in UTC.'),
    quoteSeconds: z.int().optional().describe('For how many seconds a quote is valid.'),
    ownershipVerification: z
      .boolean()
      .optional()
      .describe('Whether payments go only to external accounts whose owner is verified.'),
  })
  .meta({ id: 'CorridorTerms' });

/** A change of fees, spreads or limits, as it is announced to platforms. */
export const announcedTerms = z
  .object({
    id: z.string().describe('Names the change; its withdrawal has the same id.'),
    sourceCurrency: z
      .string()
      .optional()
      .describe('The currency that is sent; absent if the change concerns all corridors without a fee of their own.'),
    destinationCurrency: z.string().optional().describe('The currency that arrives; that of the source for transfers.'),
    paymentRail: z
      .enum(PAYMENT_RAILS)
      .optional()
      .describe('The payment rail that delivers; absent if the change concerns every rail.'),
    validFrom: timestamp.describe(
      'Quotes that are created from this time of the service on have the new terms. A test clock does not move it.',
    ),
    terms: statements.describe(
      'The new terms; after a withdrawal those that do not come into force. Amounts are in smallest units of the source currency. What is absent is set by the terms of the corridor for every rail, or by those of the service.',
    ),
    previousTerms: statements.describe(
      'The terms until then; after a withdrawal those that stay in force. Before the first terms of a corridor, the general fee and the terms of the corridor for every rail.',
    ),
  })
  .meta({ id: 'TermsChange' });

const serializeContent = (content: TermsContent): Wire<typeof statements> => ({
  variableFeeBps: content.variableFeeBps,
  fixedFee: optionalInteger(content.fixedFee ?? null),
  spreadBps: content.spreadBps,
  minAmount: optionalInteger(content.minAmount ?? null),
  maxAmount: optionalInteger(content.maxAmount ?? null),
  transactionCap: optionalInteger(content.transactionCap ?? null),
  dailyVolume: optionalInteger(content.dailyVolume ?? null),
  quoteSeconds: content.quoteSeconds,
  ownershipVerification: content.ownershipVerification,
});

export function serializeTerms({ id, scope, validFrom, content, before }: AnnouncedTerms): Wire<typeof announcedTerms> {
  const corridor = corridorOf(scope);
  return {
    id,
    sourceCurrency: corridor?.source,
    destinationCurrency: corridor?.destination,
    paymentRail: corridor?.rail,
    validFrom: toIso(validFrom),
    terms: serializeContent(content),
    previousTerms: serializeContent(before),
  };
}
