import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { TenantKey } from '@corridor/core';
import type { Reads, UnitOfWork } from '@corridor/core/ports';
import { Unavailable } from '../storage.js';
import { attemptRead } from '../unit/run.js';
import type { ReadEngine } from '../unit/handle.js';
import { type Connection, isBusy, isUnavailable } from './connection.js';
import { createReadEngine } from './engine.js';

export type Reader = Pick<UnitOfWork, 'read'>;

const RETRY_MS = 2;

/**
 * Reads on a connection of their own, each in one snapshot of committed data. They do not wait for the writer. A long read
 * has a connection for itself, so that other reads can run between its calls.
 */
export function createReader(shared: Connection, openConnection: () => Connection, lockWaitMs: number): Reader {
  const engine = createReadEngine(shared);

  async function once<T>(
    connection: Connection,
    reading: ReadEngine,
    tenant: TenantKey | null,
    work: (reads: Reads) => Promise<T>,
  ): Promise<T> {
    try {
      const value = await attemptRead(reading, tenant, work, () => connection.control('BEGIN'));
      connection.control('COMMIT');
      return value;
    } catch (error) {
      if (connection.inTransaction) connection.control('ROLLBACK');
      throw error;
    }
  }

  async function alone<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    const connection = openConnection();
    try {
      return await once(connection, { ...createReadEngine(connection), remote: true }, tenant, work);
    } finally {
      connection.close();
    }
  }

  return {
    async read(tenant, work, extent) {
      const since = performance.now();
      for (;;) {
        try {
          return await (extent === 'long' ? alone(tenant, work) : once(shared, engine, tenant, work));
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
