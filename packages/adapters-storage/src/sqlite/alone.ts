import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setTimeout } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import { DatabaseInUseError } from '../port/storage.js';
import { type Connection, isBusy } from './connection.js';
import { driver } from './driver.js';
import { lockOut } from './migrate.js';

/** How long other processes have to close the file. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Runs `work` while no other process has the file open. `own`: the connections of this storage, which are closed
 * meanwhile. Throws DatabaseInUseError.
 */
export async function withFileAlone(
  path: string,
  own: readonly Connection[],
  work: (native: Database.Database) => void,
): Promise<void> {
  const since = performance.now();
  for (;;) {
    for (const connection of own) connection.release();
    const native = new (driver())(path, { timeout: 0 });
    try {
      lockOut(native);
      work(native);
      return;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() - since > PATIENCE_MS) throw inUse(error);
    } finally {
      native.close();
    }
    await setTimeout(RETRY_MS);
  }
}

const inUse = (cause: unknown): DatabaseInUseError =>
  new DatabaseInUseError(
    'another process has the database open: stop all hosts of the database, and run the command again',
    { cause },
  );

/**
 * Writes the file again, without the pages and parts of pages that are free: they still contain what changed and deleted
 * rows have contained. The same holds for the write-ahead log, which is emptied.
 */
export function rewrite(native: Database.Database): void {
  native.pragma('secure_delete = ON');
  native.exec('VACUUM');
  native.pragma('wal_checkpoint(TRUNCATE)');
}
