import type { CardReply } from '@corridor/core/ports';
import { DECLINE_REASONS } from '@corridor/core/ports';
import { z } from 'zod';
import { currencyCode, id } from '../partners/values.js';

/* What the service answers to a message that asks. */

const smallestUnits = z
  .string()
  .regex(/^(?:0|[1-9][0-9]*)$/)
  .meta({ description: 'Smallest units of the currency.', examples: ['1250'] });

/** The answer to a message. */
export const reply = z
  .discriminatedUnion('outcome', [
    z
      .strictObject({
        outcome: z.literal('APPROVED'),
        messageId: id,
        amount: smallestUnits.meta({ description: 'What is approved: all, or a part if the message allows it.' }),
        currency: currencyCode,
      })
      .meta({ description: 'The card pays.' }),
    z
      .strictObject({ outcome: z.literal('DECLINED'), messageId: id, reason: z.enum(DECLINE_REASONS) })
      .meta({ description: 'The card does not pay.' }),
    z
      .strictObject({
        outcome: z.literal('BALANCE'),
        messageId: id,
        available: smallestUnits,
        currency: currencyCode,
      })
      .meta({ description: 'What the card can spend.' }),
    z
      .strictObject({ outcome: z.literal('BOOKED'), messageId: id })
      .meta({ description: 'The message is received, now or before. Nothing was asked.' }),
  ])
  .meta({ id: 'Reply' });

/** The reply as the processor reads it. It names the message, so that it answers no other one. */
export function replyBody(messageId: string, given: CardReply): z.input<typeof reply> {
  switch (given.kind) {
    case 'approved':
      return { outcome: 'APPROVED', messageId, amount: String(given.amount), currency: given.currency };
    case 'declined':
      return { outcome: 'DECLINED', messageId, reason: given.reason };
    case 'balance':
      return { outcome: 'BALANCE', messageId, available: String(given.available), currency: given.currency };
    case 'booked':
      return { outcome: 'BOOKED', messageId };
  }
}
