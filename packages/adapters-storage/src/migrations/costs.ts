import type { DialectName } from './table.js';

/** What a migration that rewrites the database takes, as measured on a database of settled payments. */
export interface Costs {
  /** Bytes of the database that are rewritten in a second. */
  readonly bytesPerSecond: number;
  /** Disk that must be free, as a factor of the size of the database. */
  readonly spaceFactor: number;
  /** The size of the database before the migration for one settled payment. */
  readonly paymentBytes: number;
}

export type CostsByDialect = Readonly<Record<DialectName, Costs>>;

/** Seconds, and bytes of disk that must be free. */
export interface Estimate {
  readonly seconds: number;
  readonly neededBytes: number;
}

export const estimateOf = ({ bytesPerSecond, spaceFactor }: Costs, databaseBytes: number): Estimate => ({
  seconds: Math.ceil(databaseBytes / bytesPerSecond),
  neededBytes: Math.ceil(databaseBytes * spaceFactor),
});

const MILLION = 1_000_000;

export const estimateOfMillionPayments = (costs: Costs): Estimate => estimateOf(costs, costs.paymentBytes * MILLION);
