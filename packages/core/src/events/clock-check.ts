import { type Instant, plusSeconds } from '../kernel/index.js';
import type { JobStore } from './ports.js';

/** By how much the clocks of hosts that share a database may differ. */
const SKEW_SECONDS = 5;
const EVERY_SECONDS = 5;

/**
 * A clock that jumps ahead and back would leave behind leases and due times that are years away. From time to time, and
 * whenever this host's own clock has gone back, what no right clock can have written is set right. Answers whether the
 * clock has gone back.
 */
export function createClockCheck(
  { correctClock }: Pick<JobStore, 'correctClock'>,
  leaseSeconds: number,
): (now: Instant) => Promise<boolean> {
  let checkedAt: Instant | null = null;
  return async (now) => {
    const wentBack = checkedAt !== null && now < checkedAt;
    if (checkedAt !== null && !wentBack && now < plusSeconds(checkedAt, EVERY_SECONDS)) return false;
    await correctClock({ now, latest: plusSeconds(now, leaseSeconds + SKEW_SECONDS) });
    checkedAt = now;
    return wentBack;
  };
}
