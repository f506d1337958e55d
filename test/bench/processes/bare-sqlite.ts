import { performance } from 'node:perf_hooks';
import { serve } from '../child.js';
import { Database } from '../sqlite.js';
import type { Recording } from '../statements/recording.js';
import { createValues, type Values } from '../statements/replay.js';

export interface Replay {
  readonly path: string;
  readonly recording: Recording;
  /** Payments in one transaction; with 1, each request commits on its own. */
  readonly batch: number;
  readonly seconds: number;
}

/** Values are prepared in advance, outside the measured time. */
const MADE_AHEAD = 256;

/**
 * Replays the recorded statements with better-sqlite3 alone: prepared statements, and one transaction for the same
 * request of all payments of a batch.
 */
function open({ path, recording }: Replay) {
  const db = new Database(path);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('temp_store = MEMORY');
  const requests = recording.requests.map((statements) => statements.map(({ sql }) => db.prepare(sql)));
  const begin = db.prepare('BEGIN IMMEDIATE');
  const commit = db.prepare('COMMIT');
  const makeValues = createValues(recording);

  return {
    make: (count: number): readonly Values[] => Array.from({ length: count }, makeValues),
    pay(batch: readonly Values[]): void {
      requests.forEach((statements, request) => {
        begin.run();
        for (const values of batch) {
          for (let i = 0; i < statements.length; i++) {
            const statement = statements[i]!;
            if (statement.reader) statement.get(values[request]![i]!);
            else if (statement.run(values[request]![i]!).changes === 0) throw new Error(`no row: ${statement.source}`);
          }
        }
        commit.run();
      });
    },
  };
}

let database: ReturnType<typeof open> | null = null;

/** Payments per second. */
serve((replay: Replay) => {
  database ??= open(replay);
  let payments = 0;
  let milliseconds = 0;
  while (milliseconds < replay.seconds * 1000) {
    const ahead = database.make(Math.max(MADE_AHEAD, replay.batch));
    const begun = performance.now();
    for (let at = 0; at < ahead.length; at += replay.batch) database.pay(ahead.slice(at, at + replay.batch));
    milliseconds += performance.now() - begun;
    payments += ahead.length;
  }
  return payments / (milliseconds / 1000);
});
