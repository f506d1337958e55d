import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import { type MigrationOptions, migrateWith } from '../migrations/index.js';
import { Unavailable } from '../port/storage.js';

/** The id that Kysely uses, so that hosts of earlier releases exclude this one. */
const LOCK = 'select pg_try_advisory_xact_lock(3853314791062309107) as taken';
const RETRY_MS = 100;

/** Runs the missing migrations in one transaction. Waits for another host that migrates, at most for `waitMs`. */
export async function migrateOnce(pool: pg.Pool, waitMs: number, options: MigrationOptions): Promise<void> {
  const db = new Kysely({ dialect: new MigrationDialect({ pool }, waitMs) });
  try {
    await migrateWith(db, options);
  } finally {
    await db.destroy();
  }
}

/**
 * Takes the lock of migrations in their transaction. Kysely's own lock belongs to the session: a connection pooler in
 * transaction mode would release it on another connection, and the next host would wait for it.
 */
class MigrationDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #waitMs: number;

  constructor(config: PostgresDialectConfig, waitMs: number) {
    super(config);
    this.#config = config;
    this.#waitMs = waitMs;
  }

  override createAdapter(): PostgresAdapter {
    return new LocklessAdapter();
  }

  override createDriver(): PostgresDriver {
    return new LockingDriver(this.#config, this.#waitMs);
  }
}

class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

class LockingDriver extends PostgresDriver {
  readonly #waitMs: number;

  constructor(config: PostgresDialectConfig, waitMs: number) {
    super(config);
    this.#waitMs = waitMs;
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings);
    try {
      await lock(connection, this.#waitMs);
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  /** Follows an error, which is reported. The pool ends after the migration, and the server rolls back then. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => undefined);
  }
}

/** Asks repeatedly, because the time limit of locks is shorter than a migration. */
async function lock(connection: DatabaseConnection, waitMs: number): Promise<void> {
  const since = performance.now();
  for (;;) {
    const { rows } = await connection.executeQuery<{ taken: boolean }>(CompiledQuery.raw(LOCK));
    if (rows[0]?.taken === true) return;
    if (performance.now() - since > waitMs) throw new Unavailable('another host is migrating the database');
    await setTimeout(RETRY_MS);
  }
}
