import {
  BASE_COLUMNS,
  type BaseRecord,
  deadlineOf,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { RecordedRequest } from './order.js';
import type { StablecoinOperationType } from './vocabulary.js';

/** The states of a stablecoin quote. They emit no events. */
export const STABLECOIN_QUOTE = machine('Stablecoin quote', 'status', ['EXECUTED', 'EXPIRED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'the issuer has stated its fees' },
  { from: 'PENDING', on: 'execute', to: 'EXECUTED', emits: null, why: 'its operation was created' },
  { from: 'PENDING', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
] as const);
export type StablecoinQuoteStatus = StateOf<typeof STABLECOIN_QUOTE>;

/** Amounts in smallest units of the token. */
export interface StablecoinQuote extends BaseRecord {
  readonly id: Id<'StablecoinQuote'>;
  readonly stablecoinId: Id<'Stablecoin'>;
  readonly operationType: StablecoinOperationType;
  readonly status: StablecoinQuoteStatus;
  readonly amount: bigint;
  /** The fees of the issuer. */
  readonly fees: bigint;
  readonly netAmount: bigint;
  /** The request. */
  readonly request: RecordedRequest;
  readonly timing: string | null;
  readonly stablecoinOperationId: Id<'StablecoinOperation'> | null;
  readonly expiresAt: Instant;
}

export const STABLECOIN_QUOTES = recordKind<StablecoinQuote>()({
  name: 'stablecoin_quotes',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    stablecoinId: 'text',
    operationType: 'text',
    status: 'text',
    amount: 'amount',
    fees: 'amount',
    netAmount: 'amount',
    request: 'json',
    timing: 'text?',
    stablecoinOperationId: 'text?',
    expiresAt: 'instant',
  },
  states: ['status'],
  unique: [],
  filters: [],
  deadline: deadlineOf(STABLECOIN_QUOTE, 'expire', 'expiresAt'),
  immutable: ['stablecoinId', 'operationType', 'amount', 'fees', 'netAmount', 'request', 'timing', 'expiresAt'],
});
