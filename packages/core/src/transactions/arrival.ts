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
  showSealed,
} from '../kernel/index.js';

/**
 * What happened to arrived money.
 * - `QUOTE_FUNDED`: it executes its quote.
 * - `QUOTE_REFUNDED`: its quote cannot use it, and it is refunded.
 * - `ACCOUNT_CREDITED`: it is on an internal account.
 * - `RETURNED`: it matches no quote or account, and goes back by way of suspense.
 */
export const ARRIVAL_OUTCOMES = ['QUOTE_FUNDED', 'QUOTE_REFUNDED', 'ACCOUNT_CREDITED', 'RETURNED'] as const;
export type ArrivalOutcome = (typeof ARRIVAL_OUTCOMES)[number];

/**
 * A payment that a rail reported, stored under the rail's id: rails report at least once, and a repeated report must
 * have no effect.
 */
export interface Arrival extends BaseRecord {
  readonly id: Id<'Arrival'>;
  readonly rail: string;
  /** The rail's id of the payment. */
  readonly paymentId: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** Smallest units. */
  readonly amount: bigint;
  /** The sender, sealed (`openRemitter`); null if the rail did not name it, and for older arrivals. */
  readonly sealedRemitter: string | null;
  /** The value date, YYYY-MM-DD. */
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

/** Name and account are null if the rail did not name the sender. */
export const openRemitter = (
  sealer: Sealer,
  { id, sealedRemitter }: Pick<Arrival, 'id' | 'sealedRemitter'>,
): Remitter =>
  sealedRemitter === null
    ? { name: null, account: null }
    : (JSON.parse(sealer.open(sealedRemitter, remitterOf(id))) as Remitter);

/** The sender; null if it cannot be opened. The audit names such an arrival. */
export function readableRemitter(
  sealer: Sealer,
  { id, sealedRemitter }: Pick<Arrival, 'id' | 'sealedRemitter'>,
): Remitter | null {
  if (sealedRemitter === null) return { name: null, account: null };
  const text = showSealed(sealer, sealedRemitter, remitterOf(id));
  return text === null ? null : (JSON.parse(text) as Remitter);
}

/** The sender for a page or a statement; null if the rail did not name it, or if it cannot be opened. */
export const showRemitter = (sealer: Sealer, arrival: Pick<Arrival, 'id' | 'sealedRemitter'>): Remitter =>
  readableRemitter(sealer, arrival) ?? { name: null, account: null };

/**
 * The first arrival of a transaction or deposit. A later arrival with the same reference becomes a deposit of its own.
 * Null if the record is older than arrivals.
 */
export async function arrivalOf(
  reads: Reads,
  of: { readonly transactionId: Id<'Transaction'> } | { readonly depositId: Id<'Deposit'> },
): Promise<Arrival | null> {
  const { rows } = await reads.list(ARRIVALS, { where: of, order: 'asc', limit: 1, counted: false });
  return rows.find(({ depositId }) => 'depositId' in of || depositId === null) ?? null;
}

/** The arrived payment, as a refund describes it to the rail. */
export const refundedArrival = (sealer: Sealer, arrival: Arrival | null): FundingRefund['arrival'] =>
  arrival && {
    paymentId: arrival.paymentId,
    remitter: openRemitter(sealer, arrival),
    valueDate: arrival.valueDate,
  };
