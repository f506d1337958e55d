import { BASE_COLUMNS, type BaseRecord, type CurrencyCode, type Id, recordKind } from '../kernel/index.js';

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
    outcome: 'text',
    transactionId: 'text?',
    depositId: 'text?',
  },
  states: [],
  unique: [{ name: 'payment', columns: ['rail', 'paymentId'] }],
  filters: [],
  immutable: ['rail', 'paymentId', 'reference', 'currency', 'amount', 'outcome', 'transactionId', 'depositId'],
});
