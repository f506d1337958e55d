import { sourceOf } from '../../app/client-address.js';
import { createBuckets } from '../../app/rate-limit.js';

/** Attempts from one address: ten at once, then one every six seconds. */
const ATTEMPTS = { perSecond: 1 / 6, burst: 10 };

/** Limits sign-ins and enrolments of each client address on this host. Returns 0, or the seconds to wait. */
export function attemptLimit(now?: () => number): (address: string) => number {
  const buckets = createBuckets(ATTEMPTS, now);
  return (address) => buckets.takeToken(sourceOf(address));
}
