import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import type { JobStore, OutboxStore, UnitOfWork } from '@corridor/core/ports';

export interface CountingStorage {
  readonly units: UnitOfWork;
  readonly jobs: JobStore;
  readonly outbox: OutboxStore;
  /** The number of committed units of work with writes. */
  committed(): number;
}

/** A consumer's own storage around the memory storage: counts commits and reports slow units of work. */
export function countingStorage(onSlow: (milliseconds: number) => void): CountingStorage {
  const { units, jobs, outbox } = createMemoryStorage();
  let count = 0;
  const timed: UnitOfWork = {
    async run(tenant, work, traffic) {
      const begun = performance.now();
      const result = await units.run(tenant, work, traffic);
      const milliseconds = performance.now() - begun;
      if (result.ok) count += 1;
      if (milliseconds > 1_000) onSlow(milliseconds);
      return result;
    },
    read: (tenant, work, extent) => units.read(tenant, work, extent),
    removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
  };
  return { units: timed, jobs, outbox, committed: () => count };
}
