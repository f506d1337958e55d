import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { MIGRATION_TABLE, migrateWith, migrationNames } from '../migrations/index.js';
import { type Connection, isBusy } from './connection.js';

const RETRY_MS = 50;

/** Migrates on a connection of its own. Another process that migrates at the same time is waited for. */
export async function migrate(path: string, lockWaitMs: number): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      return await migrateOnce(path);
    } catch (error) {
      if (!isBusy(error) || performance.now() - since > lockWaitMs) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

async function migrateOnce(path: string): Promise<void> {
  const db = new Kysely({ dialect: new SqliteDialect({ database: new Database(path, { timeout: 0 }) }) });
  try {
    await migrateWith(db, 'sqlite');
  } finally {
    await db.destroy();
  }
}

export function isMigrated(connection: Connection): boolean {
  const table = () => ({ sql: `select name from sqlite_master where name = '${MIGRATION_TABLE}'`, params: [] });
  if (connection.row('migration table', table, []) === undefined) return false;
  const names = () => ({ sql: `select name from ${MIGRATION_TABLE} order by name`, params: [] });
  const done = connection.rows('migrations', names, []).map(([name]) => name);
  return migrationNames.every((name) => done.includes(name));
}
