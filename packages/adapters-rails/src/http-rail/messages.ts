import type { RailTelling } from '@corridor/core/ports';
import { z } from 'zod';
import { payoutStatus, pullStatus, refundStatus } from './answers.js';
import { date, id, memo, note } from '../partners/values.js';
import { amount, currencyCode } from './values.js';

/** The fees of chains need a value at the moment of the payment, and transfers a second rail of the connection: this one has neither. */
const BOOKINGS_OF_BANKS = ['TOP_UP', 'WITHDRAWAL', 'CHARGE', 'INTEREST'] as const;

/** The rail, and its id of the message. */
const named = {
  rail: id.meta({ description: 'The name of the rail in the connections file.' }),
  messageId: id.meta({ description: 'Your id of the message. A repeated id has no effect.' }),
};
const arrived = { paymentId: id.meta({ description: 'Your id of the arrival.' }), amount, reason: note.nullable() };
const reference = id.meta({ description: 'The reference that the service gave you.' });

/** As many as core looks up. */
const MOST_CANDIDATES = 300;

/** The messages of a rail: `RailTelling` with amounts as texts. */
export const railMessage: z.ZodType<RailTelling, unknown> = z
  .discriminatedUnion('kind', [
    z
      .strictObject({ kind: z.literal('payout'), ...named, reference, status: payoutStatus })
      .meta({ description: 'The state of a payout.' }),
    z
      .strictObject({ kind: z.literal('collection'), ...named, reference, status: pullStatus })
      .meta({ description: 'The state of a collection.' }),
    z
      .strictObject({ kind: z.literal('refund'), ...named, reference, status: refundStatus })
      .meta({ description: 'The state of a refund, by the reference of the refund.' }),
    z
      .strictObject({
        kind: z.literal('arrival'),
        rail: named.rail,
        paymentId: id.meta({ description: 'Your id of the payment, and of the message. A repeated id has no effect.' }),
        reference: memo.meta({ description: 'The text that the payer gave; empty if there is none.' }),
        candidates: z
          .array(memo)
          .max(MOST_CANDIDATES)
          .exactOptional()
          .meta({
            description:
              'Texts of the payment that may be references. If exactly one is, it replaces `reference`; if several are, the ' +
              'money cannot be attributed.',
          }),
        currency: currencyCode,
        amount,
        remitter: z
          .strictObject({ name: note.nullable(), account: note.nullable() })
          .nullable()
          .meta({ description: 'The sender. Without an account the money cannot be sent back.' }),
        valueDate: date.nullable(),
        returnAfterSeconds: z
          .int()
          .min(0)
          .max(366 * 86_400)
          .exactOptional()
          .meta({
            description:
              'How long money that cannot be attributed waits for an operator before it goes back. Default 0.',
          }),
      })
      .meta({ description: 'Money arrived.' }),
    z
      .strictObject({ kind: z.literal('reversal'), ...named, ...arrived })
      .meta({ description: 'A whole arrival was taken back: a correction, or a block that left its chain.' }),
    z
      .strictObject({ kind: z.literal('recall'), ...named, ...arrived })
      .meta({ description: "The sender's bank asks for an arrival back; an operator decides." }),
    z
      .strictObject({
        kind: z.literal('booking'),
        ...named,
        booking: z.enum(BOOKINGS_OF_BANKS),
        currency: currencyCode,
        amount,
        note: note.nullable(),
      })
      .meta({ description: "The service's own money moved." }),
    z
      .strictObject({
        kind: z.literal('difference'),
        ...named,
        currency: currencyCode,
        amount,
        direction: z.enum(['IN', 'OUT']),
        reason: note.min(1),
      })
      .meta({ description: 'Your books and those of the service differ; an operator decides.' }),
    z
      .strictObject({
        kind: z.literal('held'),
        ...named,
        currency: currencyCode,
        amount,
        reason: note.min(1),
      })
      .meta({ description: "Deliveries wait for an operator, because of a reason of the service's own account." }),
  ])
  .meta({ id: 'Message' });
