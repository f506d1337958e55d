import type { Instant } from '@corridor/core';

const UNITS = [
  ['year', 365 * 24 * 60 * 60_000],
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** How long ago a time was, in the largest unit that fits; empty for less than a minute, and for times ahead. */
export function ageText(now: Instant, at: Instant): string {
  const found = UNITS.find(([, length]) => now - at >= length);
  if (found === undefined) return '';
  const [unit, length] = found;
  const count = Math.floor((now - at) / length);
  return `(${count} ${unit}${count === 1 ? '' : 's'} ago)`;
}
