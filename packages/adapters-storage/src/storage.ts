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
  /** Waits for running units of work, in Postgres for at most 1.5 seconds, then closes. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly onStatement?: OnStatement;
  /**
   * Called with the cause when a unit of work is answered SERVICE_UNAVAILABLE; the caller of the unit does not receive
   * the cause.
   */
  readonly onUnavailable?: OnUnavailable;
}

/**
 * Called with every statement of units of work and workers that is sent, for statement budgets and tracing. What a
 * Postgres host reads once on a connection of its own, such as the dictionary, is not reported.
 */
export type OnStatement = (sql: string, parameters: readonly unknown[]) => void;

export type OnUnavailable = (error: Unavailable) => void;

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
