import { type CorridorSetting, type CurrencyCode, isCurrency, type ProviderRequirements } from '@corridor/core';
import { CUSTOMER_INFO_FIELDS, PAYMENT_RAILS } from '@corridor/core/records';
import { corridorName, KNOWN_FIELDS, MAX_FEE_BPS } from '@corridor/core/internal';
import * as z from 'zod';
import { readDataFile, refuseRepeats } from './data-file.js';

/** What the file says of corridors and providers. */
export interface CorridorsFile {
  readonly corridors: readonly CorridorSetting[];
  readonly providerRequirements: readonly ProviderRequirements[];
}

const MAX_ENTRIES = 10_000;
const MAX_QUOTE_SECONDS = 86_400;

const currency = z
  .string()
  .refine(isCurrency, { error: 'is not a currency' })
  .transform((code) => code as CurrencyCode);
/** Smallest units. Larger ones cannot be written in JSON so that every reader reads the same. */
const amount = z.int({ error: 'must be a whole number from 0 to 9007199254740991' }).min(0).transform(BigInt);

const corridor = z
  .strictObject({
    source: currency,
    destination: currency,
    rail: z.enum(PAYMENT_RAILS).optional(),
    variableFeeBps: z.int().min(0).max(MAX_FEE_BPS).optional(),
    fixedFee: amount.optional(),
    minAmount: amount.optional(),
    maxAmount: amount.optional(),
    transactionCap: amount.optional(),
    dailyVolume: amount.optional(),
    quoteSeconds: z.int().min(1).max(MAX_QUOTE_SECONDS).optional(),
    ownershipVerification: z.boolean().optional(),
  })
  .refine(({ minAmount = 0n, maxAmount }) => maxAmount === undefined || minAmount <= maxAmount, {
    path: ['minAmount'],
    error: 'is above maxAmount',
  })
  .refine((of) => of.source !== of.destination || (of.variableFeeBps ?? of.fixedFee ?? of.quoteSeconds) === undefined, {
    error: 'between equal currencies money moves by transfer, which has no fees and no quote',
  });

const corridors = z
  .array(corridor)
  .max(MAX_ENTRIES)
  .superRefine((all, context) => refuseRepeats(all.map(corridorName), context, (index) => [index]));

const field = z.enum(CUSTOMER_INFO_FIELDS);
/** One that no customer can have would stop every payment in the currency. */
const customerField = field.refine((name) => Object.hasOwn(KNOWN_FIELDS, name), {
  error: ({ input }) => `${String(input)} is no field of a customer: every payment would lack it`,
});
const requirements = z
  .array(
    z.strictObject({
      currency,
      customerFields: z.array(customerField).default([]),
      counterpartyCustomerFields: z.array(field).default([]),
    }),
  )
  .max(MAX_ENTRIES)
  .superRefine((all, context) =>
    refuseRepeats(
      all.map((each) => each.currency),
      context,
      (index) => [index],
    ),
  );

const schema = z.strictObject({ corridors: corridors.default([]), providerRequirements: requirements.default([]) });

/** The terms that an operator has written; none without a file. Throws a ConfigurationError. */
export const readCorridorsFile = (path: string | null): CorridorsFile =>
  path === null
    ? { corridors: [], providerRequirements: [] }
    : readDataFile('CORRIDOR_CORRIDORS_FILE', path, schema as z.ZodType<CorridorsFile>);
