import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { TenantKey } from '@corridor/core';
import type { Reads } from '@corridor/core/ports';
import { Unavailable } from '../storage.js';
import { attemptRead } from '../unit/run.js';
import { createTurns } from '../unit/serial.js';
import { type Connection, isBusy, isUnavailable } from './connection.js';
import { createReadEngine } from './engine.js';

export interface Reader {
  read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T>;
}

const RETRY_MS = 2;

/** Reads on a connection of their own, each in one snapshot of committed data. They do not wait for the writer. */
export function createReader(connection: Connection, lockWaitMs: number): Reader {
  const engine = createReadEngine(connection);
  const turn = createTurns();

  function once<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) =>
      turn(async (onStart) => {
        try {
          connection.control('BEGIN');
          const value = await attemptRead(engine, tenant, work, onStart);
          connection.control('COMMIT');
          resolve(value);
        } catch (error) {
          if (connection.inTransaction) connection.control('ROLLBACK');
          reject(error as Error);
        }
      }),
    );
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
