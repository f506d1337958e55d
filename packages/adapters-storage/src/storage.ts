import type { JobStore, OutboxStore, Unavailable, UnitOfWork } from '@corridor/core/ports';

/** What every database gives to the host: units of work, and the two ports of the workers. */
export interface Storage {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /**
   * Brings the schema up to date. Safe to call from several hosts at once, and again. Throws NewerSchemaError, and changes
   * nothing, where a newer release has migrated the database.
   */
  migrate(): Promise<void>;
  /** True when the schema is up to date and the database takes writes; answers within 2 seconds. */
  ready(): Promise<boolean>;
  /** Lets running units finish, for 1.5 seconds at most where the database can be left in the middle, then closes. */
  close(): Promise<void>;
}

export interface StorageOptions {
  readonly onStatement?: OnStatement;
  /** Told why a unit is answered SERVICE_UNAVAILABLE; its caller is not. */
  readonly onUnavailable?: OnUnavailable;
}

/** Called with every statement that is sent, for statement budgets and tracing. */
export type OnStatement = (sql: string, parameters: readonly unknown[]) => void;

export type OnUnavailable = (error: Unavailable) => void;

export { Unavailable } from '@corridor/core/ports';

/** The database has the migrations of a newer release. The message names them, and says what to do. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';

  constructor(readonly migrations: readonly string[]) {
    super(
      `the database has a newer schema than this release knows: ${migrations.join(', ')}. ` +
        'Start the release that ran these migrations, or a later one; or restore a backup from before them',
    );
  }
}
