import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Storage, StorageOptions } from '../storage.js';
import { gated } from '../unit/gate.js';
import { openConnection } from './connection.js';
import { isMigrated, migrate } from './migrate.js';
import { createReader } from './reader.js';
import { createJobStore, createOutboxStore } from './workers.js';
import { createWriter } from './writer.js';

export interface SqliteOptions extends StorageOptions {
  /** The database file; its folder is made where it is missing. */
  readonly path: string;
  /** How long a unit waits for another process to let go of the database. Default 10 s. */
  readonly lockWaitMs?: number;
}

const LOCK_WAIT_MS = 10_000;

/** A storage in one file: one writer with group commit, readers beside it. One host at a time. */
export function createSqliteStorage({ path, onStatement, lockWaitMs = LOCK_WAIT_MS }: SqliteOptions): Storage {
  mkdirSync(dirname(path), { recursive: true });
  const writing = openConnection(path, onStatement);
  const reading = openConnection(path, onStatement);
  const writer = createWriter(writing, lockWaitMs);
  const reader = createReader(reading, lockWaitMs);

  return gated({
    units: { run: writer.run, read: reader.read },
    jobs: createJobStore(writer, reading),
    outbox: createOutboxStore(writer, reading),
    migrate: () => migrate(path, lockWaitMs),
    ready: async () => isMigrated(reading),
    async close() {
      reading.close();
      // The last to close moves the log into the database file.
      writing.close();
    },
  });
}
