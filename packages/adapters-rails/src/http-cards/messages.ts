import { type Instant, instant } from '@corridor/core';
import {
  type CardDetails,
  type CardMessage,
  DISPUTE_EVENTS,
  DISPUTE_REASONS,
  type Merchant,
  SETTLEMENT_LINE_KINDS,
} from '@corridor/core/ports';
import { z } from 'zod';
import { currencyCode, date, id, integer, printable } from '../partners/values.js';
import { expiry, last4 } from './answers.js';

/* The messages of a processor. Amounts are texts of smallest units, because many JSON parsers round large numbers. */

const LONGEST_NAME = 255;
const LONGEST_WORD = 40;
const MOST_FEES = 20;

const when = z.iso
  .datetime({ offset: true })
  .transform((text): Instant => instant(Date.parse(text)))
  .meta({ examples: ['2026-01-05T10:00:00Z'] });

const positive = integer(/^[1-9][0-9]{0,15}$/).meta({
  description: 'Smallest units of the currency, such as cents: at least 1, at most 9007199254740991.',
  examples: ['1250'],
});
const orZero = integer(/^(?:0|[1-9][0-9]{0,15})$/).meta({
  description: 'Smallest units of the currency, such as cents: 0 to 9007199254740991.',
  examples: ['1250'],
});

const word = printable(LONGEST_WORD).min(1);

const merchant: z.ZodType<Merchant, unknown> = z
  .strictObject({
    descriptor: printable(LONGEST_NAME).min(1).meta({ description: 'As on a statement of the card.' }),
    mcc: z
      .string()
      .regex(/^[0-9]{4}$/)
      .nullable()
      .meta({ description: 'The category, four digits (ISO 18245).' }),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable()
      .meta({ description: 'ISO 3166-1 alpha-2.' }),
  })
  .meta({ id: 'Merchant' });

const original = z
  .strictObject({
    amount: orZero,
    currency: printable(LONGEST_WORD).min(1),
    exchangeRate: z
      .string()
      .regex(/^[0-9]{1,15}(?:\.[0-9]{1,15})?$/)
      .nullable()
      .meta({ description: 'Units of the currency of the card for one of this currency.' }),
  })
  .meta({ description: 'What the merchant charged, in another currency than that of the card.' });

/** A member that is missing and one that is null say the same: the processor does not know it. */
const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const details = z
  .strictObject({
    merchantName: maybe(printable(LONGEST_NAME).min(1)),
    merchantId: maybe(printable(LONGEST_NAME).min(1)),
    city: maybe(printable(LONGEST_NAME).min(1)),
    original: maybe(original),
    fees: maybe(z.array(z.strictObject({ type: word, amount: orZero })).max(MOST_FEES)),
    wallet: maybe(word.meta({ description: 'The wallet whose token paid, such as APPLE_PAY.' })),
    network: maybe(word.meta({ description: 'Such as VISA.' })),
  })
  .transform(
    (given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as CardDetails,
  )
  .meta({ id: 'Details', description: 'What else is known. It is kept and shown.' });

const common = {
  messageId: id.meta({ description: 'Your id of the message. A repeated message has the first answer.' }),
  at: when.meta({ description: 'When the network or you decided or booked it.' }),
  cardId: id.meta({ description: 'The id of the order.' }),
};
const authorizationId = id.meta({ description: 'Your id of the use, the same in each message about it.' });
const currency = currencyCode.meta({ description: 'The currency of the card.' });
const money = {
  ...common,
  currency,
  details: details.nullable(),
};
const expiresAt = when.nullable().meta({ description: 'When the authorization expires; null if it is not known.' });

const authorization = z
  .strictObject({
    kind: z.literal('authorization'),
    ...money,
    authorizationId,
    decision: z.enum(['ASK', 'APPROVED', 'DECLINED']).meta({
      description: 'ASK: the answer decides. Otherwise it is decided already, also against an earlier answer.',
    }),
    direction: z.enum(['DEBIT', 'CREDIT']).meta({ description: 'CREDIT: the merchant gives money.' }),
    amount: orZero.meta({ description: '0 verifies the account.' }),
    merchant,
    isFinal: z.boolean().meta({ description: 'Cleared with its approval: no clearing follows.' }),
    partialAllowed: z.boolean(),
    expiresAt,
  })
  .meta({ description: 'A use of the card.' });

const increment = z
  .strictObject({
    kind: z.literal('increment'),
    ...money,
    authorizationId,
    decision: z.enum(['ASK', 'APPROVED']),
    amount: positive.meta({ description: 'What is added.' }),
    partialAllowed: z.boolean(),
    expiresAt,
  })
  .meta({ description: 'More is authorized for a use.' });

const advice = z
  .strictObject({
    kind: z.literal('advice'),
    ...money,
    authorizationId,
    amount: orZero.meta({ description: 'The whole authorized amount.' }),
    expiresAt,
  })
  .meta({ description: 'The authorized amount is another one. It cannot be declined.' });

const reversal = z
  .strictObject({
    kind: z.literal('reversal'),
    ...money,
    authorizationId,
    amount: positive.nullable().meta({ description: 'The part that is given up; null for all that is not cleared.' }),
  })
  .meta({ description: 'A part of a use is not collected any more.' });

const clearing = z
  .strictObject({
    kind: z.literal('clearing'),
    ...money,
    authorizationId: authorizationId.nullable().meta({ description: 'Null without an authorization.' }),
    amount: orZero,
    isFinal: z.boolean().meta({ description: 'No other clearing of this use follows.' }),
    clearedAt: when.nullable().meta({ description: 'The date by which the clearing is judged; null for `at`.' }),
    merchant,
  })
  .meta({ description: 'The network has settled an amount.' });

const refund = z
  .strictObject({
    kind: z.literal('return'),
    ...money,
    authorizationId: authorizationId.nullable().meta({ description: 'Null if it belongs to no use.' }),
    clearingId: id.nullable().meta({ description: '`messageId` of the clearing; null if it is not known.' }),
    amount: positive,
    merchant,
  })
  .meta({ description: 'The network has paid back an amount.' });

const returnReversal = z
  .strictObject({
    kind: z.literal('return.reversal'),
    ...money,
    authorizationId: authorizationId.nullable(),
    returnId: id.meta({ description: '`messageId` of the return.' }),
    amount: positive.nullable().meta({ description: 'Null for the whole return.' }),
  })
  .meta({ description: 'The network takes back a return.' });

const dispute = z
  .strictObject({
    kind: z.literal('dispute'),
    ...money,
    event: z.enum(DISPUTE_EVENTS).meta({
      description:
        'The network pays with chargeback, pre_arbitration, arbitration, won and funds_disbursement, and takes with ' +
        'representment, lost and fee_collection.',
    }),
    amount: orZero.meta({
      description:
        'What moved with it; 0 if nothing. A chargeback, a representment, a fee_collection and a funds_disbursement ' +
        'move at least 1.',
    }),
    disputeId: id.nullable().meta({ description: 'The id of our dispute; null if you have opened it.' }),
    networkCaseId: id.meta({ description: 'The id of the dispute at the network, the same in each message about it.' }),
    authorizationId: authorizationId.nullable().meta({ description: 'The use; null if it is not known.' }),
    clearingId: id
      .nullable()
      .meta({ description: '`messageId` of the clearing; null for the use as a whole. Without a use, it names it.' }),
    reason: z.enum(DISPUTE_REASONS).nullable().meta({ description: 'Of a dispute that you have opened.' }),
    networkReason: word.nullable().meta({ description: 'The reason of the network, such as its code.' }),
    dueAt: when.nullable().meta({ description: 'By when the network wants an answer; null if it wants none.' }),
  })
  .meta({ description: 'What happened to a dispute about a use.' });

const balance = z
  .strictObject({ kind: z.literal('balance'), ...common, merchant })
  .meta({ description: 'The network asks how much the card can spend.' });

const change = z
  .strictObject({
    kind: z.literal('card'),
    ...common,
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('renewed'), last4, ...expiry }),
      z.strictObject({ kind: z.literal('closed') }),
    ]),
  })
  .meta({ description: 'You have renewed or closed the card.' });

const LONGEST_REPORT_PART = 500;
const MOST_PARTS = 10_000;

const signed = integer(/^(?:0|-?[1-9][0-9]{0,15})$/).meta({
  description: 'Smallest units of the currency: positive for money that the service receives.',
  examples: ['-1250'],
});

const settlementLine = z
  .strictObject({
    kind: z.enum(SETTLEMENT_LINE_KINDS).meta({ description: '`final`: a use that was cleared with its approval.' }),
    messageId: id.meta({ description: '`messageId` of the message that moved the money.' }),
    authorizationId: authorizationId
      .nullable()
      .meta({ description: 'Of a `final` line: the use. Otherwise it is null.' }),
    amount: signed,
  })
  .refine(({ kind, authorizationId }) => (kind === 'final') === (authorizationId !== null), {
    path: ['authorizationId'],
    message: 'is required in a line of the kind final, and null in all others',
  })
  .meta({ id: 'SettlementLine' });

const settlementTotals = z
  .strictObject({
    interchange: signed.meta({ description: 'What the service earns; negative if it pays.' }),
    fees: z
      .array(z.strictObject({ name: word, amount: signed.meta({ description: 'Positive if the service pays it.' }) }))
      .max(MOST_FEES),
    net: signed.meta({ description: 'All lines of all parts, and interchange, less all fees.' }),
  })
  .meta({ id: 'SettlementTotals' });

const settlement = z
  .strictObject({
    kind: z.literal('settlement'),
    messageId: common.messageId,
    at: common.at,
    reportId: id.meta({ description: 'Your id of the report, the same in all of its parts.' }),
    day: date,
    currency: currencyCode.meta({ description: 'The currency of the report. Each currency has reports of its own.' }),
    part: z.int().min(1).max(MOST_PARTS),
    parts: z.int().min(1).max(MOST_PARTS),
    lines: z.array(settlementLine).max(LONGEST_REPORT_PART),
    totals: settlementTotals.nullable().meta({ description: 'In the last part; null in all others.' }),
  })
  .refine(({ part, parts }) => part <= parts, { path: ['part'], message: 'must be at most parts' })
  .refine(({ part, parts, totals }) => (part === parts) === (totals !== null), {
    path: ['totals'],
    message: 'are required in the last part, and null in all others',
  })
  .meta({ description: 'A part of the report of what you settled on a day.' });

/** The messages of a processor. */
export const processorMessage = z
  .discriminatedUnion('kind', [
    ...[authorization, increment, advice, reversal, clearing],
    ...[refund, returnReversal, dispute, balance, change, settlement],
  ] as const)
  .meta({ id: 'ProcessorMessage' });

/** The schemas that messages refer to. */
export const PARTS_OF_MESSAGES: readonly z.ZodType[] = [merchant, details, settlementLine, settlementTotals];

/** The compiler compares what is read with what core hears. */
export const asCardMessage = (message: z.output<typeof processorMessage>): CardMessage => message as CardMessage;
