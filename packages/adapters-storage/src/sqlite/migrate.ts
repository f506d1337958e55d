import { existsSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { type DatabaseConnection, Kysely, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import { estimateOf } from '../migrations/costs.js';
import {
  areDone,
  isCurrent,
  isOffline,
  MIGRATION_TABLE,
  migrateWith,
  type Offline,
  schemaState,
} from '../migrations/index.js';
import { type DatabaseState, MigrationRefusedError, type OnMigration } from '../port/storage.js';
import { type Connection, isBusy } from './connection.js';
import { driver } from './driver.js';

const RETRY_MS = 50;

const CACHE_KIB = 64 * 1024;

export interface SqliteMigration {
  readonly path: string;
  /** Connections of this storage, which are closed while an offline migration has the file to itself. */
  readonly own: readonly Connection[];
  readonly lockWaitMs: number;
  readonly onMigration: OnMigration | undefined;
}

/**
 * Migrates on a connection of its own, unless the schema is up to date. Waits for another process that migrates at the
 * same time.
 */
export async function migrate(migration: SqliteMigration): Promise<void> {
  const since = performance.now();
  for (let offline = false; ;) {
    try {
      const done = migrationsOf(migration.own[0]!);
      if (isCurrent(done)) return;
      offline = isOffline('sqlite', done);
      await migrateOnce(migration, done, offline);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - since > migration.lockWaitMs) throw offline ? inUse(error) : error;
      await setTimeout(RETRY_MS);
    }
  }
}

const inUse = (cause: unknown): MigrationRefusedError =>
  new MigrationRefusedError(
    'another process has the database open, and this update rewrites every table: stop all hosts of the database, ' +
      'back it up, and run `corridor migrate`',
    { cause },
  );

/** All missing migrations run in one transaction: a process that ends in the middle leaves the former schema. */
class TransactionalSqlite extends SqliteDialect {
  readonly #native: Database.Database;

  constructor(native: Database.Database) {
    super({ database: native });
    this.#native = native;
  }

  override createDriver(): SqliteDriver {
    const native = this.#native;
    return new (class extends SqliteDriver {
      /** SQLite itself has rolled back, as on a full disk, or closing the file does so: the first error is reported. */
      override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
        if (native.inTransaction) await super.rollbackTransaction(connection).catch(() => undefined);
      }
    })({ database: native });
  }

  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

async function migrateOnce(
  { path, own, onMigration }: SqliteMigration,
  done: readonly string[],
  offline: boolean,
): Promise<void> {
  if (offline) for (const connection of own) connection.release();
  const native = new (driver())(path, { timeout: 0 });
  const db = new Kysely({ dialect: new TransactionalSqlite(native) });
  try {
    native.pragma('synchronous = FULL');
    native.pragma(`cache_size = -${CACHE_KIB}`);
    if (offline) lockOut(native);
    const beforeOffline = async (_db: unknown, { costs, migration }: Offline) => {
      const databaseBytes = sizeOf(path);
      const { neededBytes } = estimateOf(costs, databaseBytes);
      const { bavail, bsize } = await statfs(dirname(path));
      const freeBytes = bavail * bsize;
      if (freeBytes < neededBytes) throw tooFull(migration, neededBytes, freeBytes);
      return { databaseBytes, freeBytes };
    };
    await migrateWith(db, { dialect: 'sqlite', done, native, beforeOffline, onMigration });
    // The log is as large as the rewritten tables; otherwise it would stay until the last host has closed the database.
    if (offline) native.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    await db.destroy();
    if (native.open) native.close();
  }
}

/**
 * Keeps all other processes out of the file until the connection closes. SQLITE_BUSY if another connection is open,
 * because each has a shared lock on the file.
 */
export function lockOut(native: Database.Database): void {
  native.pragma('locking_mode = EXCLUSIVE');
  native.prepare('select count(*) from sqlite_master').get();
}

/** The size of the database with its log. */
const sizeOf = (path: string): number =>
  [path, `${path}-wal`].reduce((bytes, file) => bytes + (existsSync(file) ? statSync(file).size : 0), 0);

const GIGABYTE = 1e9;
const gigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

const tooFull = (migration: string, needed: number, free: number): MigrationRefusedError =>
  new MigrationRefusedError(
    `migration ${migration} needs ${gigabytes(needed)} of free disk space beside the database, and ${gigabytes(free)} ` +
      'are free; free the space and start again',
  );

export const isMigrated = (connection: Connection): boolean => areDone(migrationsOf(connection));

export const inspect = (connection: Connection): DatabaseState => ({
  ...schemaState(migrationsOf(connection)),
  now: null,
});

function migrationsOf(connection: Connection): readonly string[] {
  const names = () => ({ sql: `select name from ${MIGRATION_TABLE} order by name`, params: [] });
  try {
    return connection.rows('migrations', names, []).map(([name]) => name as string);
  } catch (error) {
    if ((error as Error).message === `no such table: ${MIGRATION_TABLE}`) return [];
    throw error;
  }
}
