import { performance } from 'node:perf_hooks';
import type { Traffic, UnitOfWork } from '@corridor/core/ports';
import { createFairQueue } from './fair-queue.js';

interface Waiting {
  readonly traffic: Traffic;
  readonly start: () => void;
}

/**
 * Units of work of which at most `slots` run at a time. While more wait, requests, jobs and deliveries get equal parts
 * of the time.
 */
export function inFairSlots(units: UnitOfWork, slots: number): UnitOfWork {
  const waiting = createFairQueue<Waiting>();
  /** How long the last unit took, charged in advance for the next one of the same traffic. */
  const lastTook: Record<Traffic, number> = { requests: 1, jobs: 1, deliveries: 1 };
  let free = slots;

  function startNext(): void {
    const next = free > 0 ? waiting.shift() : undefined;
    if (next === undefined) return;
    free -= 1;
    next.start();
  }

  async function entered<T>(traffic: Traffic, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((start) => {
      waiting.push({ traffic, start });
      startNext();
    });
    const expected = lastTook[traffic];
    waiting.charge(traffic, expected);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      lastTook[traffic] = performance.now() - begun;
      waiting.charge(traffic, lastTook[traffic] - expected);
      free += 1;
      startNext();
    }
  }

  return {
    run: (tenant, work, traffic = 'requests') => entered(traffic, () => units.run(tenant, work, traffic)),
    read: (tenant, work) => units.read(tenant, work),
    removeExpired: (tenant, kind, until, limit) =>
      entered('jobs', () => units.removeExpired(tenant, kind, until, limit)),
  };
}
