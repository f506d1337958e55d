import { sourceOf } from '../../kit/client-address.js';
import { createBuckets, type Wait } from '../../kit/rate-limit.js';

/** Attempts from one address: ten at once, then one every six seconds. */
const ATTEMPTS = { perSecond: 1 / 6, burst: 10 };
/** Wrong attempts from one address: five, then one a minute. */
const WRONG = { perSecond: 1 / 60, burst: 5 };

/**
 * Limits sign-ins and enrolments of each client, which is an address, or a browser in which an operator has signed in
 * before.
 */
export interface SignInLimits {
  /** Seconds to wait before an attempt; 0 if it may be made. */
  attempt(client: string): Wait;
  /** The password, the code or the passkey was wrong. */
  wrong(client: string): void;
}

/** Limits whose counts are in the memory of this process. */
export interface OwnSignInLimits extends SignInLimits {
  attempt(client: string): number;
}

export function createSignInLimits(now?: () => number): OwnSignInLimits {
  const attempts = createBuckets(ATTEMPTS, now);
  const wrong = createBuckets(WRONG, now);
  return {
    attempt(client) {
      const seconds = wrong.secondsToWait(sourceOf(client));
      return seconds > 0 ? seconds : attempts.takeToken(sourceOf(client));
    },
    wrong: (client) => void wrong.takeToken(sourceOf(client)),
  };
}
