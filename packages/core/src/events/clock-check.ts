import { type Instant, plusSeconds, SKEW_SECONDS } from '../kernel/index.js';
import type { JobStore } from './ports.js';

const EVERY_SECONDS = 5;

/**
 * A host clock that jumps ahead and back would leave leases and due times that are years away. Every 5 seconds, and
 * whenever this host's clock has gone back, the check corrects leases and due times that a correct clock cannot have
 * written. Returns whether the clock has gone back.
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
