import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { clearTimeout, setTimeout } from 'node:timers';
import type { Traffic } from '@corridor/core/ports';
import { Unavailable } from '../port/storage.js';
import { createFairQueue } from './fair-queue.js';

/** Slots for work of which only a limited number can be done at a time. */
export interface FairSlots {
  /** Waits for a free slot, and returns the function that frees it. Throws `Unavailable` if none becomes free in time. */
  take(traffic: Traffic): Promise<() => void>;
  /** How much work waits for a slot. */
  waiting(): number;
}

interface Waiting {
  readonly traffic: Traffic;
  readonly start: () => void;
}

/** While more work waits than there are slots, requests, jobs and deliveries get equal parts of the time. */
export function createFairSlots(slots: number, waitMs: number): FairSlots {
  const waiting = createFairQueue<Waiting>();
  /** How long the last work took, charged in advance for the next one of the same traffic. */
  const lastTook: Record<Traffic, number> = { requests: 1, jobs: 1, deliveries: 1 };
  let free = slots;

  function startNext(): void {
    const next = free > 0 ? waiting.shift() : undefined;
    if (next === undefined) return;
    free -= 1;
    next.start();
  }

  return {
    waiting: () => waiting.size,
    async take(traffic) {
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => {
          waiting.removeUnless((other) => other !== entry);
          reject(new Unavailable(`no connection was free within ${waitMs} ms`));
        }, waitMs);
        const entry: Waiting = {
          traffic,
          start() {
            clearTimeout(late);
            resolve();
          },
        };
        waiting.push(entry);
        startNext();
      });
      const expected = lastTook[traffic];
      waiting.charge(traffic, expected);
      const begun = performance.now();
      return () => {
        lastTook[traffic] = performance.now() - begun;
        waiting.charge(traffic, lastTook[traffic] - expected);
        free += 1;
        startNext();
      };
    },
  };
}
