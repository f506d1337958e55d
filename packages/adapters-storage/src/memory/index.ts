import type { Result, TenantKey } from '@corridor/core';
import type { Reads, Tx } from '@corridor/core/ports';
import { attempt, attemptRead, CONTENDED, MAX_TRIES } from '../unit/run.js';
import { anyKind } from '../schema/tables.js';
import { gated } from '../unit/gate.js';
import { inTurns } from '../unit/turns.js';
import type { Storage } from '../port/storage.js';
import { createDatabase } from './database.js';
import { createJobStore, createOutboxStore } from './workers.js';

/**
 * A storage that is not durable: for tests, and for trying Corridor out. Units of work run one after another,
 * each in a turn of its own.
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

  async function run<T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const outcome = await attempt(database.engine, tenant, work, (steps) => database.engine.flush(steps, tenant));
      if (outcome.kind === 'answer' && outcome.result.ok) database.commit();
      else database.rollback();
      if (outcome.kind === 'answer') return outcome.result;
      if (outcome.kind === 'threw') throw outcome.error;
    }
    return CONTENDED;
  }

  const read = <T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> =>
    attemptRead(database.engine, tenant, work);

  /** Runs a change of the workers between the units of work. */
  const inTurn = <T>(work: () => T): Promise<T> =>
    inTurns(async () => {
      try {
        const value = work();
        database.commit();
        return value;
      } catch (error) {
        database.rollback();
        throw error;
      }
    });

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
    inspect: async () => ({ missing: [], unknown: [], now: null }),
    connectionUse: () => null,
    exchangeSkew: async () => [],
    refuseOthers: async () => undefined,
    eraseRemains: async () => undefined,
    close: async () => undefined,
  });
}
