import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { TenantKey } from '@corridor/core';
import type { Reads, UnitOfWork } from '@corridor/core/ports';
import { Unavailable } from '../port/storage.js';
import type { ReadEngine } from '../unit/handle.js';
import { attemptRead } from '../unit/run.js';
import { type Connection, isBusy, isUnavailable } from './connection.js';
import { createReadEngine } from './engine.js';

export interface Reader extends Pick<UnitOfWork, 'read'> {
  /** Ends long reads with `Unavailable`. */
  breakOff(): void;
}

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
      connection.rollBack();
      throw error;
    }
  }

  /** The connections of long reads. */
  const alone = new Set<Connection>();
  let isBrokenOff = false;

  async function readAlone<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    if (isBrokenOff) throw new Unavailable('the storage is closed');
    const connection = openConnection();
    alone.add(connection);
    try {
      return await once(connection, { ...createReadEngine(connection), remote: true }, tenant, work);
    } finally {
      alone.delete(connection);
      connection.close();
    }
  }

  return {
    async read(tenant, work, extent) {
      const since = performance.now();
      for (;;) {
        try {
          return await (extent === 'long' ? readAlone(tenant, work) : once(shared, engine, tenant, work));
        } catch (error) {
          if (isBrokenOff) throw new Unavailable('the storage was closed during the read', { cause: error });
          const patient = isBusy(error) && performance.now() - since < lockWaitMs;
          if (!patient && isUnavailable(error)) throw new Unavailable((error as Error).message, { cause: error });
          if (!patient) throw error;
          await setTimeout(RETRY_MS);
        }
      }
    },
    breakOff() {
      isBrokenOff = true;
      for (const connection of alone) connection.close();
    },
  };
}
