import { type Instant, instant, toIso } from '../kernel/index.js';

const DAY_MS = 86_400_000;

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/**
 * Whether as many full months have passed since the end of a month (YYYY-MM), in every time zone. Null: no number of months
 * is enough.
 */
export function isOver(month: string, keepMonths: number | null, now: Instant): boolean {
  if (keepMonths === null) return false;
  // A day later than in UTC, the month has ended in the last time zone too.
  const current = toIso(instant(now - DAY_MS)).slice(0, 7);
  return numberOf(current) > numberOf(month) + keepMonths;
}
