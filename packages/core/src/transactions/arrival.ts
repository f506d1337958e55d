import type { FundingRefund, Remitter } from '../accounts/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  type Reads,
  recordKind,
  type SealedPlace,
  sealedPlace,
  type Sealer,
} from '../kernel/index.js';

/**
 * What became of arrived money. `QUOTE_FUNDED`: it executes its quote · `QUOTE_REFUNDED`: its quote cannot use it, and
 * it goes back · `ACCOUNT_CREDITED`: it is on an internal account · `RETURNED`: nobody can be credited with it, and it
 * goes back by way of suspense.
 */
export const ARRIVAL_OUTCOMES = ['QUOTE_FUNDED', 'QUOTE_REFUNDED', 'ACCOUNT_CREDITED', 'RETURNED'] as const;
export type ArrivalOutcome = (typeof ARRIVAL_OUTCOMES)[number];

/**
 * A payment that a rail told of, kept under the rail's own id of it: rails tell at least once, and what they tell twice
 * must not count twice.
 */
export interface Arrival extends BaseRecord {
  readonly id: Id<'Arrival'>;
  readonly rail: string;
  /** The rail's own id of the payment. */
  readonly paymentId: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
  /** Who sent it, sealed (`openRemitter`); null where the rail did not say so, or it came before this was kept. */
  readonly sealedRemitter: string | null;
  /** The day from which the money counts, YYYY-MM-DD. */
  readonly valueDate: string | null;
  readonly outcome: ArrivalOutcome;
  readonly transactionId: Id<'Transaction'> | null;
  readonly depositId: Id<'Deposit'> | null;
}

export const ARRIVALS = recordKind<Arrival>()({
  name: 'arrivals',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    rail: 'text',
    paymentId: 'text',
    reference: 'text',
    currency: 'text',
    amount: 'amount',
    sealedRemitter: 'text?',
    valueDate: 'text?',
    outcome: 'text',
    transactionId: 'text?',
    depositId: 'text?',
  },
  states: [],
  unique: [{ name: 'payment', columns: ['rail', 'paymentId'], global: true }],
  filters: ['transactionId', 'depositId'],
  sealed: ['sealedRemitter'],
  immutable: ['rail', 'paymentId', 'reference', 'currency', 'amount', 'outcome', 'transactionId', 'depositId'],
});

const remitterOf = (id: string): SealedPlace => sealedPlace(ARRIVALS, id, 'sealedRemitter');

export const sealRemitter = (sealer: Sealer, id: Arrival['id'], remitter: Remitter | null): string | null =>
  remitter === null
    ? null
    : sealer.seal(JSON.stringify({ name: remitter.name, account: remitter.account }), remitterOf(id));

/** Nobody where the rail named nobody. */
export const openRemitter = (
  sealer: Sealer,
  { id, sealedRemitter }: Pick<Arrival, 'id' | 'sealedRemitter'>,
): Remitter =>
  sealedRemitter === null
    ? { name: null, account: null }
    : (JSON.parse(sealer.open(sealedRemitter, remitterOf(id))) as Remitter);

/**
 * The arrival that a transaction or a deposit came to be by: the first one, for a later one of the same reference is a
 * deposit beside it. Null where it is older than arrivals.
 */
export async function arrivalOf(
  reads: Reads,
  of: { readonly transactionId: Id<'Transaction'> } | { readonly depositId: Id<'Deposit'> },
): Promise<Arrival | null> {
  const { rows } = await reads.list(ARRIVALS, { where: of, order: 'asc', limit: 1, counted: false });
  return rows.find(({ depositId }) => 'depositId' in of || depositId === null) ?? null;
}

/** What a refund tells the rail of the money that goes back. */
export const refundedArrival = (sealer: Sealer, arrival: Arrival | null): FundingRefund['arrival'] =>
  arrival && {
    paymentId: arrival.paymentId,
    remitter: openRemitter(sealer, arrival),
    valueDate: arrival.valueDate,
  };
