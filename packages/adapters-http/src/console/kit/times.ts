import { countText } from './words.js';
import { type Instant, toIso } from '@corridor/core';

export { dayOf, timeText } from '@corridor/core/internal';

const AGES = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How far a time is from now, in its largest unit: `3 hours ago`, `in 2 days`, `in 44 seconds`; `now` in its first minute. */
export function ageText(at: Instant, now: Instant): string {
  const far = Math.abs(now - at);
  const [unit, length] = AGES.find(([, each]) => far >= each) ?? ['minute', Infinity];
  const count = Math.floor(far / length);
  if (count === 0) return at > now ? `in ${countText(Math.ceil(far / 1_000), 'second')}` : 'now';
  const words = countText(count, unit);
  return at > now ? `in ${words}` : `${words} ago`;
}

/** A time to the minute, as a filter takes it: `2026-01-15 10:00`. */
export const minuteText = (at: Instant): string => toIso(at).slice(0, 16).replace('T', ' ');

/**
 * A time as a field takes it: to the minute where it is a whole one, as the hint of the field shows it, and otherwise to the
 * millisecond, so that a form that continues from it leaves out nothing and repeats nothing.
 */
export const fieldTime = (at: Instant): string =>
  at % MINUTE_MS === 0 ? minuteText(at) : toIso(at).slice(0, 'YYYY-MM-DDTHH:MM:SS.mmm'.length).replace('T', ' ');

const MINUTE_MS = 60_000;
