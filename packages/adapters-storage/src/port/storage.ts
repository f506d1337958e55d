import type { Instant } from '@corridor/core';
import type { JobStore, OutboxStore, Unavailable, UnitOfWork } from '@corridor/core/ports';

/**
 * What every storage backend provides to the host: units of work, and the two ports of the workers. A unit of work is
 * one database transaction; the storage may run its closure several times, until the transaction commits.
 */
export interface Storage {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /**
   * Brings the schema up to date. Safe to call from several hosts at once, and repeatedly. Throws NewerSchemaError,
   * and changes nothing, if a newer release has migrated the database.
   */
  migrate(): Promise<void>;
  /** True if the schema is up to date and the database accepts writes; answers within 2 seconds. */
  ready(): Promise<boolean>;
  /** The connections to the database server now; null if the database runs in this process. */
  connectionUse(): ConnectionUse | null;
  /** Reads the state of the schema and the clock of the server, and changes nothing. Throws Unavailable. */
  inspect(): Promise<DatabaseState>;
  /**
   * Tells the other hosts of the database by how many milliseconds the clock of this machine is ahead of that of the
   * database, and returns what hosts on other machines have told: `inspect` alone does not show which of two clocks is
   * wrong. Empty if the database runs in this process.
   */
  exchangeSkew(machine: string, aheadMs: number): Promise<readonly number[]>;
  /**
   * Throws DatabaseInUseError if hosts or commands have the database open beside this storage, and waits two seconds for
   * them to close it. For work during which no host may run.
   */
  refuseOthers(): Promise<void>;
  /**
   * Removes what changed and deleted rows have left in the database file. SQLite writes the file again, which needs as
   * much free disk as the content; elsewhere this does nothing. Throws if another process has the file open.
   */
  eraseRemains(): Promise<void>;
  /** Waits for running units of work, in Postgres for at most 1.5 seconds, then closes. */
  close(): Promise<void>;
}

/** The connections of the pools that serve units of work. */
export interface ConnectionUse {
  readonly max: number;
  readonly inUse: number;
  readonly idle: number;
  /** Units of work that wait for a connection because all are in use. */
  readonly waiting: number;
}

/** What a storage says about its database before it migrates it. */
export interface DatabaseState {
  /** The migrations of this release that have not run. */
  readonly missing: readonly string[];
  /** The migrations that have run and that this release does not know. */
  readonly unknown: readonly string[];
  /** The clock of the server; null if the database runs in this process. */
  readonly now: Instant | null;
}

export interface StorageOptions {
  readonly onStatement?: OnStatement;
  /**
   * Called with the cause when a unit of work is answered SERVICE_UNAVAILABLE; the caller of the unit does not receive
   * the cause.
   */
  readonly onUnavailable?: OnUnavailable;
  /** Called when `migrate` runs a migration that rewrites the database, before it starts and with its progress. */
  readonly onMigration?: OnMigration;
}

/**
 * Called with every statement of units of work and workers that is sent, for statement budgets and tracing. What a
 * Postgres host reads once on a connection of its own, such as the dictionary, is not reported.
 */
export type OnStatement = (sql: string, parameters: readonly unknown[]) => void;

export type OnUnavailable = (error: Unavailable) => void;

/**
 * `start`: a migration is about to rewrite the database, with all hosts stopped · `table`: it has copied a large table ·
 * `indexes`: it has built the indexes of a large table · `end`: it has rewritten all tables, and commits.
 */
export type MigrationNotice =
  | {
      readonly step: 'start';
      readonly migration: string;
      readonly databaseBytes: number;
      /** An estimate of the duration. */
      readonly seconds: number;
      /** An estimate of the disk space that the migration needs in addition, until it has ended. */
      readonly neededBytes: number;
      /** The free space of the disk; null in Postgres, where only the server knows it. */
      readonly freeBytes: number | null;
      /** The same estimates for a database of 1,000,000 settled payments. */
      readonly millionPayments: { readonly seconds: number; readonly neededBytes: number };
    }
  | {
      readonly step: 'table' | 'indexes';
      readonly migration: string;
      readonly table: string;
      readonly rows: number;
      readonly seconds: number;
    }
  | { readonly step: 'end'; readonly migration: string; readonly seconds: number };

export type OnMigration = (notice: MigrationNotice) => void;

export { Unavailable } from '@corridor/core/ports';

/** The database has migrations of a newer release. The message names them and the remedy. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(readonly migrations: readonly string[]) {
    super(
      `the database has a newer schema than this release knows: ${migrations.join(', ')}. ` +
        'Start the release that ran these migrations, or a later one; or restore a backup from before them',
    );
  }
}

/**
 * A migration did not start, and nothing has changed: other hosts have the database open, or its disk has too little
 * free space. The message names the remedy.
 */
export class MigrationRefusedError extends Error {
  override readonly name = 'MigrationRefusedError';
}

/** Other processes have the database open. The message says which, and ends with what to do. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError';
}
