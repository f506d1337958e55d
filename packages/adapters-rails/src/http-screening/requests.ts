import {
  SCREENED_ROLES,
  type ScreenedParty,
  type ScreenedPayment,
  SCREENING_OCCASIONS,
  type ScreeningQuestion,
} from '@corridor/core/ports';
import { z } from 'zod';
import { date, id } from '../partners/values.js';

/* The body of a question. A repeated question has an equal body. */

const text = z.string().nullable();
const MOST_PARTIES = 50;

const smallestUnits = (what: string) =>
  z
    .string()
    .regex(/^[0-9]+$/)
    .meta({ description: `${what} A text, because many JSON parsers round large numbers.`, examples: ['125000'] });

const currency = z.string().meta({ description: 'The code of a currency, as the API names it.', examples: ['USD'] });

const party = z
  .strictObject({
    id: id.meta({ description: 'Names the party in the answer.' }),
    role: z.enum(SCREENED_ROLES),
    kind: z.enum(['INDIVIDUAL', 'BUSINESS']).nullable(),
    name: text.meta({ description: 'In any script; null if it is unknown.' }),
    birthDate: date.nullable(),
    nationality: text.meta({ description: 'A country; ISO 3166-1 alpha-2.' }),
    country: text.meta({ description: 'Of residence, or of registration; ISO 3166-1 alpha-2.' }),
    address: text.meta({ description: 'An address on a chain, or a UMA address; null for a bank account.' }),
  })
  .meta({ id: 'Party', description: 'Null is what the service does not know.' });

const sum = z
  .strictObject({
    days: z.union([z.literal(1), z.literal(30)]),
    direction: z.enum(['IN', 'OUT']),
    currency,
    amount: smallestUnits('Smallest units of the currency.'),
    count: z.int().min(0),
  })
  .meta({ id: 'Sum', description: 'What the customer sent or received in the last days, without this payment.' });

const payment = z
  .strictObject({
    id: id.meta({ description: 'Of the transaction, or of the arrival.' }),
    direction: z
      .enum(['IN', 'OUT', 'INSIDE'])
      .meta({ description: 'As the customer sees it; `INSIDE`: between accounts of this service.' }),
    currency,
    amount: smallestUnits('Smallest units of the currency, above 0.'),
    paymentRail: text.meta({ description: 'Such as `SEPA`; null if the payment uses none.' }),
    sums: z.array(sum),
  })
  .meta({ id: 'Payment' });

export const questionRequest = z
  .strictObject({
    reference: id.meta({ description: 'Names the question. The same reference has the same content.' }),
    occasion: z.enum(SCREENING_OCCASIONS),
    parties: z.array(party).min(1).max(MOST_PARTIES),
    payment: payment.nullable().meta({ description: 'Null for a question about parties alone.' }),
  })
  .meta({ id: 'Question' });

/** The schemas that the question refers to. */
export const PARTS_OF_REQUESTS: readonly z.ZodType[] = [party, sum, payment];

const partyOf = (given: ScreenedParty): z.input<typeof party> => ({
  id: given.id,
  role: given.role,
  kind: given.kind,
  name: given.name,
  birthDate: given.birthDate,
  nationality: given.nationality,
  country: given.country,
  address: given.address,
});

const paymentOf = (given: ScreenedPayment): z.input<typeof payment> => ({
  id: given.id,
  direction: given.direction,
  currency: given.currency,
  amount: String(given.amount),
  paymentRail: given.paymentRail,
  sums: given.sums.map(({ days, direction, currency: of, amount, count }) => ({
    ...{ days, direction, currency: of },
    ...{ amount: String(amount), count },
  })),
});

/** `payments`: whether the provider judges payments. One that does not learns nothing about them. */
export const questionBody = (
  { reference, occasion, parties, payment: of }: ScreeningQuestion,
  payments: boolean,
): z.input<typeof questionRequest> => ({
  reference,
  occasion,
  parties: parties.map(partyOf),
  payment: payments && of !== null ? paymentOf(of) : null,
});
