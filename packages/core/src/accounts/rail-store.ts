import type { Instant, Result } from '../kernel/index.js';

/** What a rail stores: JSON, in which amounts are bigints. */
export type RailValue =
  | null
  | boolean
  | number
  | string
  | bigint
  | readonly RailValue[]
  | { readonly [name: string]: RailValue };

/** Personal data in a record, such as names and account numbers. */
export type RailSecret = Readonly<Record<string, string | null>>;

/** The content of a record of a rail connection. */
export interface RailRecordContent {
  /** The status by which lists find the record; null leaves the record out of all lists. */
  readonly status: string | null;
  readonly value: RailValue;
  /** Sealed with the host's master key. Null if there is none. */
  readonly secret: RailSecret | null;
}

/** A record that a rail connection keeps: docs/rails/write-a-rail.md#what-a-connection-stores. */
export interface RailRecord extends RailRecordContent {
  readonly collection: string;
  /** Unique in its collection. */
  readonly key: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Grows by one with each change, and guards each change. */
  readonly version: number;
}

export interface RailRecords {
  get(collection: string, key: string): Promise<RailRecord | null>;
  /** The records with these keys, in no particular order. Unknown keys are left out. */
  getMany(collection: string, keys: readonly string[]): Promise<readonly RailRecord[]>;
  /** The records with a status, oldest first, after the record `after`. */
  list(
    collection: string,
    query: { readonly status: string; readonly limit: number; readonly after?: RailRecord | undefined },
  ): Promise<readonly RailRecord[]>;
  /** The number of records with a status; 10,000 if there are more. */
  count(collection: string, status: string): Promise<number>;
}

/** The writes of one unit of work: all of them are stored, or none. */
export interface RailWrites extends RailRecords {
  /**
   * Adds a record. If its key is taken, the unit ends with 409 CONFLICT; with `unlessExists`, the existing record stays
   * and the new one is dropped.
   */
  add(
    record: Pick<RailRecord, 'collection' | 'key'> & Partial<RailRecordContent>,
    options?: { readonly unlessExists?: true },
  ): void;
  /**
   * Changes a record that was read from this store; absent members stay. If another unit changed it first, the unit runs
   * again. Returns the new record.
   */
  change(record: RailRecord, content: Partial<RailRecordContent>): RailRecord;
  remove(record: RailRecord): void;
}

/**
 * The records of one rail connection, in the database of the service. Names of other connections cannot be reached. A
 * collection has a name of lower-case letters and hyphens; a key has 1 to 200 characters.
 */
export interface RailStore {
  /**
   * A unit of work. The closure may run again from the start, so it keeps nothing outside itself, and it awaits nothing
   * but the records. An error result or a throw stores nothing. 503 SERVICE_UNAVAILABLE without a database.
   */
  run<T>(work: (records: RailWrites) => Promise<Result<T>>): Promise<Result<T>>;
  /** A consistent read. It never waits for a writer. */
  read<T>(work: (records: RailRecords) => Promise<T>): Promise<T>;
}
