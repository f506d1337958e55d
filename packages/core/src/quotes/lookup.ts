import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type CurrencyCode,
  type Id,
  type Instant,
  isId,
  type Reads,
  recordKind,
} from '../kernel/index.js';
import type { Rate } from '../money/index.js';
import type { CustomerInfoField } from '../platforms/index.js';

/** One currency that a receiver takes (interface, "CurrencyPreference"). Amounts in its smallest units. */
export interface CurrencyPreference {
  readonly currency: CurrencyCode;
  /** Its major units for one major unit of the sender's currency; an estimate, nothing is locked. */
  readonly estimatedExchangeRate: Rate;
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * What a receiver said when it was looked up, external account or UMA address: a quote to it may name the lookup for
 * ten minutes (behaviour, "Quotes" and "UMA").
 */
export interface Lookup extends BaseRecord {
  readonly id: Id<'Lookup'>;
  readonly receiverType: 'EXTERNAL_ACCOUNT' | 'UMA_ADDRESS';
  /** Account id or UMA address. */
  readonly receiver: string;
  /** The sender, where one was named. */
  readonly customerId: string | null;
  readonly expiresAt: Instant;
  readonly supportedCurrencies: readonly CurrencyPreference[];
  readonly requiredPayerDataFields: readonly { readonly name: CustomerInfoField; readonly mandatory: boolean }[];
  /** The institution of a UMA address, by its domain. */
  readonly vasp: string | null;
  /** What it offered, for the payment that follows. */
  readonly counterparty: object | null;
}

export const LOOKUPS = recordKind<Lookup>()({
  name: 'lookups',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    receiverType: 'text',
    receiver: 'text',
    customerId: 'text?',
    expiresAt: 'instant',
    supportedCurrencies: 'json',
    requiredPayerDataFields: 'json',
    vasp: 'text?',
    counterparty: 'json?',
  },
  states: [],
  unique: [],
  filters: ['vasp'],
  immutable: [
    'receiverType',
    'receiver',
    'customerId',
    'expiresAt',
    'supportedCurrencies',
    'requiredPayerDataFields',
    'vasp',
    'counterparty',
  ],
});

export const LOOKUP_SECONDS = 600;

/** Whether a quote to this receiver may name the lookup: it is of that receiver, and no older than ten minutes. */
export async function isLookupOf(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  lookupId: string,
  receiver: string,
): Promise<boolean> {
  const lookup = isId('Lookup', lookupId) ? await reads.get(LOOKUPS, lookupId) : null;
  return lookup !== null && lookup.receiver === receiver && lookup.expiresAt > ctx.now;
}
