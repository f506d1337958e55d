import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { TenantKey } from '@corridor/core';
import type { Reads } from '@corridor/core/ports';
import { Unavailable } from '../storage.js';
import { attemptRead } from '../unit/run.js';
import { type Connection, isBusy, isUnavailable } from './connection.js';
import { createReadEngine } from './engine.js';

export interface Reader {
  read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T>;
}

const RETRY_MS = 2;

/** Reads on a connection of their own, each in one snapshot of committed data. They do not wait for the writer. */
export function createReader(connection: Connection, lockWaitMs: number): Reader {
  const engine = createReadEngine(connection);

  async function once<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    try {
      const value = await attemptRead(engine, tenant, work, () => connection.control('BEGIN'));
      connection.control('COMMIT');
      return value;
    } catch (error) {
      if (connection.inTransaction) connection.control('ROLLBACK');
      throw error;
    }
  }

  return {
    async read(tenant, work) {
      const since = performance.now();
      for (;;) {
        try {
          return await once(tenant, work);
        } catch (error) {
          const patient = isBusy(error) && performance.now() - since < lockWaitMs;
          if (!patient && isUnavailable(error)) throw new Unavailable((error as Error).message, { cause: error });
          if (!patient) throw error;
          await setTimeout(RETRY_MS);
        }
      }
    },
  };
}
