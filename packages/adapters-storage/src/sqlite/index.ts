import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Storage, StorageOptions } from '../port/storage.js';
import { gated } from '../unit/gate.js';
import { createReadiness } from '../unit/readiness.js';
import { rewrite, withFileAlone } from './alone.js';
import { openConnection } from './connection.js';
import { removeExpiredBy } from './expiry.js';
import { createFolder } from './create-folder.js';
import { inspect, isMigrated, migrate } from './migrate.js';
import { probeWrites } from './probe.js';
import { createReader } from './reader.js';
import { createJobStore, createOutboxStore } from './workers.js';
import { createWriter } from './writer.js';

export interface SqliteOptions extends StorageOptions {
  /** The database file. It and its folder are created if missing, with access for this user only. */
  readonly path: string;
  /** How long a unit of work waits for another process to release the database. Default 10 s. */
  readonly lockWaitMs?: number;
}

const LOCK_WAIT_MS = 10_000;

/**
 * A storage in one file: one writer with group commit, and readers beside it. Processes of one machine can share the
 * file; they take turns to write.
 *
 * @example
 * ```ts
 * import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
 *
 * const storage = createSqliteStorage({ path: `${folder}/corridor.db` });
 * await storage.migrate(); // before the first use, and after every update
 * await storage.ready(); // true
 * await storage.close();
 * ```
 */
export function createSqliteStorage(options: SqliteOptions): Storage {
  const { path, onStatement, lockWaitMs = LOCK_WAIT_MS } = options;
  createPrivately(path);
  const writing = openConnection(path, onStatement, true);
  const reading = openConnection(path, onStatement, false);
  const writer = createWriter(writing, lockWaitMs, options.onUnavailable);
  const reader = createReader(reading, () => openConnection(path, onStatement, false), lockWaitMs);

  const readiness = createReadiness({
    isMigrated: async () => isMigrated(reading),
    write: () => writer.direct(probeWrites),
  });

  return gated({
    units: { run: writer.run, read: reader.read, removeExpired: removeExpiredBy(writer) },
    jobs: createJobStore(writer, reading),
    outbox: createOutboxStore(writer, reading),
    migrate: () => migrate({ path, own: [reading, writing], lockWaitMs, onMigration: options.onMigration }),
    ready: readiness.ready,
    inspect: async () => inspect(reading),
    connectionUse: () => null,
    exchangeSkew: async () => [],
    refuseOthers: () => withFileAlone(path, [reading, writing], () => undefined),
    eraseRemains: () => withFileAlone(path, [reading, writing], rewrite),
    breakOff: () => reader.breakOff(),
    async close() {
      reading.close();
      // The last connection to close copies the log into the database file.
      writing.close();
    },
  });
}

/**
 * Creates the file so that only the user of the process can read it. SQLite creates its other files with the same
 * permissions.
 */
function createPrivately(path: string): void {
  createFolder(dirname(path));
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    // If the file exists, it is not opened: closing it would release the locks that this process holds on it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
