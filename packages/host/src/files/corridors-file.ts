import { type CorridorSetting, type CurrencyCode, isCurrency, type ProviderRequirements } from '@corridor/core';
import { CUSTOMER_INFO_FIELDS, PAYMENT_RAILS } from '@corridor/core/records';
import { corridorName, KNOWN_FIELDS, MAX_FEE_BPS } from '@corridor/core/internal';
import * as z from 'zod';
import { readDataFile, refuseRepeats } from './data-file.js';

/** The content of the file: terms of corridors and requirements of providers. */
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
/** An amount in smallest units. Larger integers are not portable in JSON. */
const amount = z.int({ error: 'must be a whole number from 0 to 9007199254740991' }).min(0).transform(BigInt);

const corridor = z
  .strictObject({
    source: currency,
    destination: currency,
    rail: z.enum(PAYMENT_RAILS).optional(),
    variableFeeBps: z.int().min(0).max(MAX_FEE_BPS).optional(),
    fixedFee: amount.optional(),
    spreadBps: z.int().min(0).max(MAX_FEE_BPS).optional(),
    minAmount: amount.optional(),
    maxAmount: amount.optional(),
    transactionCap: amount.optional(),
    dailyVolume: amount.optional(),
    quoteSeconds: z.int().min(1).max(MAX_QUOTE_SECONDS).optional(),
    ownershipVerification: z.boolean().optional(),
  })
  .refine(({ minAmount = 0n, maxAmount }) => maxAmount === undefined || minAmount <= maxAmount, {
    path: ['minAmount'],
    error: 'must not be greater than maxAmount',
  })
  .refine(
    (of) =>
      of.source !== of.destination ||
      (of.variableFeeBps ?? of.fixedFee ?? of.spreadBps ?? of.quoteSeconds) === undefined,
    {
      error:
        'variableFeeBps, fixedFee, spreadBps and quoteSeconds are not allowed between equal currencies: transfers have no fees, no rates and no quotes',
    },
  );

const corridors = z
  .array(corridor)
  .max(MAX_ENTRIES)
  .superRefine((all, context) => refuseRepeats(all.map(corridorName), context, (index) => [index]));

const field = z.enum(CUSTOMER_INFO_FIELDS);
/** A field that no customer can have would block every payment in the currency. */
const customerField = field.refine((name) => Object.hasOwn(KNOWN_FIELDS, name), {
  error: ({ input }) => `${String(input)} is not a field of a customer, so every payment would be refused`,
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

/** The operator's terms; empty without a file. Throws a ConfigurationError. */
export const readCorridorsFile = (path: string | null): CorridorsFile =>
  path === null
    ? { corridors: [], providerRequirements: [] }
    : readDataFile('CORRIDOR_CORRIDORS_FILE', path, schema as z.ZodType<CorridorsFile>);
