import { AsyncResource } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate, setTimeout } from 'node:timers';
import type { Result, TenantKey } from '@corridor/core';
import type { Traffic, Tx } from '@corridor/core/ports';
import { type OnUnavailable, Unavailable } from '../port/storage.js';
import type { Outcome } from '../unit/handle.js';
import { attempt, UNAVAILABLE } from '../unit/run.js';
import { createFairQueue } from '../unit/fair-queue.js';
import { type Connection, isBusy, isUnavailable } from './connection.js';
import { createUnitEngine } from './flush.js';
import { type Attempt, createSavepoints, STAIN } from './savepoint.js';

export interface Writer {
  run<T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>, traffic?: Traffic): Promise<Result<T>>;
  /** Runs a write of the storage itself. It waits in the same queue as the units of work. */
  direct<T>(work: (connection: Connection) => T, traffic?: Traffic): Promise<T>;
}

/** In longer batches the first callers would wait long for the commit. */
const BATCH_MS = 40;
const RETRY_MS = 2;
/** How often a unit of work runs if its batch is rolled back because of another unit. */
const MAX_BATCHES = 3;

interface Entry {
  readonly traffic: Traffic;
  readonly since: number;
  batches: number;
  /** Runs in a savepoint of its own. */
  careful: boolean;
  readonly attempt: Attempt;
  readonly answer: (outcome: Outcome<unknown>) => void;
}

interface Done {
  readonly entry: Entry;
  readonly outcome: Outcome<unknown>;
}

const ROLLED_BACK = 'the transaction of several units of work was rolled back';

/**
 * The single writer, with group commit: waiting units of work run one after another in one transaction and are answered
 * after its COMMIT, so that one flush of the disk serves all of them. Few units fail after they have written, and a
 * savepoint costs a fifth of the work that it guards. So units run without savepoints until one fails after a write:
 * then the batch is rolled back, and its units and all that wait by then run in savepoints of their own. Requests, jobs
 * and deliveries have equal parts of the time. `lockWaitMs` is how long a unit waits for another process to release the
 * database.
 */
export function createWriter(
  connection: Connection,
  lockWaitMs: number,
  onUnavailable: OnUnavailable = () => undefined,
): Writer {
  const queue = createFairQueue<Entry>();
  let busy = false;
  const { beforeWrite, afterWrite, run } = createSavepoints(connection);
  const engine = createUnitEngine(connection, beforeWrite, afterWrite);

  function enqueue(traffic: Traffic, attempt: Entry['attempt'], answer: Entry['answer']): void {
    const caller = new AsyncResource('corridor.unit');
    queue.push({
      traffic,
      since: performance.now(),
      batches: 0,
      careful: false,
      attempt: () => caller.runInAsyncScope(attempt),
      answer,
    });
    if (!busy) schedule();
  }

  /** Runs after the poll phase, so that all requests that arrived in it share the batch. */
  function schedule(): void {
    busy = true;
    setImmediate(() => void batch());
  }

  function next(): void {
    if (queue.size > 0) schedule();
    else busy = false;
  }

  async function batch(): Promise<void> {
    if (!beginBatch()) return;
    const done: Done[] = [];
    let cause: unknown;
    const until = performance.now() + BATCH_MS;
    for (let now = performance.now(); queue.size > 0 && now < until;) {
      const entry = queue.shift()!;
      const outcome = await run(entry.attempt, entry.careful);
      const then = now;
      now = performance.now();
      queue.charge(entry.traffic, now - then);
      if (outcome === STAIN) {
        connection.rollBack();
        queue.putBack([...done.map((other) => other.entry), entry]);
        // All units of work in the queue now run in savepoints, also those outside the batch: repetitions of one
        // request arrive in groups, and each would make the batch run again.
        for (const waiting of queue.items()) waiting.careful = true;
        return next();
      }
      if (!connection.inTransaction) {
        // SQLite has rolled back the whole batch: this unit of work keeps its answer, the others run again.
        entry.answer(outcome);
        cause = outcome.kind === 'threw' ? outcome.error : undefined;
        break;
      }
      done.push({ entry, outcome });
    }
    finish(done, cause);
    next();
  }

  /** Waits without blocking the event loop while another process holds the lock. */
  function beginBatch(): boolean {
    try {
      connection.control('BEGIN IMMEDIATE');
      return true;
    } catch (error) {
      const patient = isBusy(error) ? performance.now() - lockWaitMs : Number.POSITIVE_INFINITY;
      const late = queue.removeUnless((entry) => entry.since >= patient);
      for (const entry of late) entry.answer({ kind: 'threw', error });
      setTimeout(() => (queue.size > 0 ? void batch() : next()), RETRY_MS);
      return false;
    }
  }

  /**
   * Commits the batch and answers its callers. Each answer depends on the writes of the units of work before it, so if
   * the commit fails, no answer is valid. `cause` is the error with which SQLite has rolled back the batch.
   */
  function finish(done: readonly Done[], cause: unknown): void {
    let lost: unknown = null;
    try {
      if (connection.inTransaction) connection.control('COMMIT');
      else lost = isUnavailable(cause) ? cause : new Unavailable(ROLLED_BACK, { cause });
    } catch (error) {
      lost = error;
      connection.rollBack();
    }
    if (lost === null) {
      for (const { entry, outcome } of done) entry.answer(outcome);
      return;
    }
    for (const { entry } of done) entry.batches++;
    const again = done.filter(({ entry }) => entry.batches < MAX_BATCHES).map(({ entry }) => entry);
    queue.putBack(again);
    for (const { entry } of done.filter((other) => !again.includes(other.entry))) {
      entry.answer({ kind: 'threw', error: lost });
    }
  }

  return {
    run: <T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>, traffic: Traffic = 'requests') =>
      new Promise<Result<T>>((resolve, reject) =>
        enqueue(
          traffic,
          () => attempt(engine, tenant, work, (steps) => engine.flush(steps, tenant) as void),
          (outcome) => {
            if (outcome.kind === 'answer') return resolve(outcome.result as Result<T>);
            const error = faultOf(outcome);
            if (!(error instanceof Unavailable)) return reject(error);
            onUnavailable(error);
            resolve(UNAVAILABLE);
          },
        ),
      ),

    direct: <T>(work: (connection: Connection) => T, traffic: Traffic = 'requests') =>
      new Promise<T>((resolve, reject) =>
        enqueue(
          traffic,
          async () => {
            try {
              beforeWrite();
              afterWrite();
              return { kind: 'answer', result: { ok: true, value: work(connection) } };
            } catch (error) {
              return { kind: 'threw', error };
            }
          },
          (outcome) => {
            if (outcome.kind === 'answer' && outcome.result.ok) resolve(outcome.result.value as T);
            else reject(faultOf(outcome));
          },
        ),
      ),
  };
}

/** The error for a unit of work without an answer: `Unavailable` if the database is at fault. */
function faultOf(outcome: Outcome<unknown>): Error {
  const error = outcome.kind === 'threw' ? outcome.error : new Unavailable('the database is locked');
  return isUnavailable(error) ? new Unavailable((error as Error).message, { cause: error }) : (error as Error);
}
