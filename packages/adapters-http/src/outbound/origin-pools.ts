import type { Pool } from 'undici';

/** Keep-alive connections by origin. Above `limit`, the origins that were used longest ago are closed. */
export interface OriginPools {
  of(origin: string): Pool;
  /** Waits for requests in progress. */
  close(): Promise<void>;
}

export function createOriginPools(limit: number, open: (origin: string) => Pool): OriginPools {
  /** Connection pools by origin, in the order of last use. */
  const pools = new Map<string, Pool>();
  const closing = new Set<Promise<void>>();

  function letGo(origin: string, pool: Pool): void {
    pools.delete(origin);
    const closed = pool.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  return {
    of(origin) {
      const pool = pools.get(origin) ?? open(origin);
      pools.delete(origin);
      pools.set(origin, pool);
      if (pools.size > limit) letGo(...pools.entries().next().value!);
      return pool;
    },

    async close() {
      for (const [origin, pool] of pools) letGo(origin, pool);
      await Promise.all(closing);
    },
  };
}
