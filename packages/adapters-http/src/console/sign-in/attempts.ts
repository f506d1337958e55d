import ipaddr from 'ipaddr.js';
import { createBuckets } from '../../app/rate-limit.js';

/** Attempts from one address: ten at once, then one every six seconds. */
const ATTEMPTS = { perSecond: 1 / 6, burst: 10 };

/** Parts of an IPv6 address that name a network: its subscriber chooses the rest freely. */
const NETWORK_PARTS = 4;

function sourceOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.parse(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, NETWORK_PARTS).join(':') : address;
}

/** Limits sign-ins and enrolments of each client address on this host. Returns 0, or the seconds to wait. */
export function attemptLimit(now?: () => number): (address: string) => number {
  const buckets = createBuckets(ATTEMPTS, now);
  return (address) => buckets.takeToken(sourceOf(address));
}
