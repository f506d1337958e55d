import { type Clock, type Instant, instant } from '../kernel/index.js';

/** A clock that moves only on request. */
export interface FixedClock extends Clock {
  advance(seconds: number): void;
}

export const START: Instant = instant(Date.UTC(2026, 0, 15, 12, 0, 0));

/**
 * A clock for tests of embedders: move it and call `core.work.drain()` to run the work that is due.
 *
 * ```ts
 * const clock = fixedClock();
 * const core = createCore({ ...ports, clock, random: seededRandom() });
 * clock.advance(300);
 * await core.work.drain();
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
