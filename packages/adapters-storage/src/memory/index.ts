import type { Result, TenantKey } from '@corridor/core';
import type { Reads, Tx } from '@corridor/core/ports';
import { attempt, attemptRead, CONTENDED, MAX_TRIES } from '../unit/run.js';
import { createTurns } from '../unit/serial.js';
import { anyKind } from '../unit/handle.js';
import { gated } from '../unit/gate.js';
import type { Storage } from '../storage.js';
import { createDatabase } from './database.js';
import { createJobStore, createOutboxStore } from './workers.js';

/**
 * A storage that is not durable: for tests, and for trying Corridor out. Units of work run one after another.
 *
 * @example
 * ```ts
 * import { createMemoryStorage } from '@corridor/adapters-storage/memory';
 *
 * const storage = createMemoryStorage();
 * await storage.ready(); // true
 * ```
 */
export function createMemoryStorage(): Storage {
  const database = createDatabase();
  const turn = createTurns();

  function run<T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> {
    return new Promise((resolve, reject) =>
      turn(async (onStart) => {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const outcome = await attempt(database.engine, tenant, work, onStart, (steps) =>
            database.engine.flush(steps, tenant),
          );
          if (outcome.kind === 'answer' && outcome.result.ok) database.commit();
          else database.rollback();
          if (outcome.kind === 'answer') return resolve(outcome.result);
          if (outcome.kind === 'threw') return reject(outcome.error as Error);
        }
        resolve(CONTENDED);
      }),
    );
  }

  function read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) =>
      turn((onStart) => attemptRead(database.engine, tenant, work, onStart).then(resolve, reject)),
    );
  }

  const inTurn = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) =>
      turn(async () => {
        try {
          resolve(work());
          database.commit();
        } catch (error) {
          database.rollback();
          reject(error as Error);
        }
      }),
    );

  return gated({
    units: {
      run,
      read,
      removeExpired: (tenant, kind, until, limit) =>
        inTurn(() => database.removeExpired(anyKind(kind), tenant, until, limit)),
    },
    jobs: createJobStore(database, inTurn),
    outbox: createOutboxStore(database, inTurn),
    migrate: async () => undefined,
    ready: async () => true,
    close: async () => undefined,
  });
}
