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

/** One currency that a receiver accepts. Amounts are in smallest units of the currency. */
export interface CurrencyPreference {
  readonly currency: CurrencyCode;
  /** Major units of the currency for one major unit of the sender's currency: an estimate that locks nothing. */
  readonly estimatedExchangeRate: Rate;
  readonly min: bigint;
  readonly max: bigint;
}

/**
 * The result of looking up a receiver: an external account or a UMA address. A quote to the receiver may name it for
 * ten minutes (docs/areas/quotes.md#look-up-a-receiver, docs/areas/uma.md).
 */
export interface Lookup extends BaseRecord {
  readonly id: Id<'Lookup'>;
  readonly receiverType: 'EXTERNAL_ACCOUNT' | 'UMA_ADDRESS';
  /** Account id or UMA address. */
  readonly receiver: string;
  /** The sender; null if none was named. */
  readonly customerId: string | null;
  readonly expiresAt: Instant;
  readonly supportedCurrencies: readonly CurrencyPreference[];
  readonly requiredPayerDataFields: readonly { readonly name: CustomerInfoField; readonly mandatory: boolean }[];
  /** Domain of the institution of a UMA address. */
  readonly vasp: string | null;
  /** The institution's offer, for the payment that follows. */
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

/** Whether a quote to this receiver may name the lookup: it belongs to the receiver and is at most ten minutes old. */
export async function isLookupOf(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  lookupId: string,
  receiver: string,
): Promise<boolean> {
  const lookup = isId('Lookup', lookupId) ? await reads.get(LOOKUPS, lookupId) : null;
  return lookup !== null && lookup.receiver === receiver && lookup.expiresAt > ctx.now;
}
