import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteDialect } from 'kysely';
import { areDone, isCurrent, MIGRATION_TABLE, migrateWith } from '../migrations/index.js';
import { type Connection, isBusy } from './connection.js';
import { driver } from './driver.js';

const RETRY_MS = 50;

/**
 * Migrates on a connection of its own, unless `connection` finds the schema up to date. Waits for another process
 * that migrates at the same time.
 */
export async function migrate(path: string, connection: Connection, lockWaitMs: number): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      if (!isCurrent(migrationsOf(connection))) await migrateOnce(path);
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > lockWaitMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

/** All missing migrations run in one transaction: a process that ends in the middle leaves the former schema. */
class TransactionalSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

async function migrateOnce(path: string): Promise<void> {
  const db = new Kysely({ dialect: new TransactionalSqlite({ database: new (driver())(path, { timeout: 0 }) }) });
  try {
    await migrateWith(db, 'sqlite');
  } finally {
    await db.destroy();
  }
}

export const isMigrated = (connection: Connection): boolean => areDone(migrationsOf(connection));

function migrationsOf(connection: Connection): readonly string[] {
  const names = () => ({ sql: `select name from ${MIGRATION_TABLE} order by name`, params: [] });
  try {
    return connection.rows('migrations', names, []).map(([name]) => name as string);
  } catch (error) {
    if ((error as Error).message === `no such table: ${MIGRATION_TABLE}`) return [];
    throw error;
  }
}
