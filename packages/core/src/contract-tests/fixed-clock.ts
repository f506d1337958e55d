import { type Clock, type Instant, instant } from '../kernel/index.js';

/** A clock that moves only on request. */
export interface FixedClock extends Clock {
  advance(seconds: number): void;
}

export const START: Instant = instant(Date.UTC(2026, 0, 15, 12, 0, 0));

/**
 * A clock for tests of embedders: move it and call `core.work.drain()` to run the work that is due.
 *
 * @example
 * ```ts
 * import { fixedClock } from '@corridor/core/testing';
 *
 * const clock = fixedClock();
 * const start = clock.now();
 * clock.advance(300); // seconds
 * clock.now() - start; // 300_000
 * ```
 */
export function fixedClock(start: Instant = START): FixedClock {
  let now = start;
  return {
    now: () => now,
    advance: (seconds) => {
      now = instant(now + seconds * 1000);
    },
  };
}
