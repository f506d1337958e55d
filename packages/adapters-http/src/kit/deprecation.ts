/** Minimum notice before an operation is removed: half a year (docs/versioning.md). */
const NOTICE_MS = 180 * 24 * 3_600_000;

/**
 * When an operation was deprecated, and the day after which it may be removed. Days such as `2026-01-31` begin at
 * midnight UTC.
 */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string;
}

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation): Readonly<Record<'Deprecation' | 'Sunset', string>> {
  const since = midnight(deprecation.since);
  const sunset = midnight(deprecation.sunset);
  if (!(sunset.getTime() - since.getTime() >= NOTICE_MS)) {
    throw new Error(
      `a deprecation from ${deprecation.since} to ${deprecation.sunset} is too short; give at least 180 days`,
    );
  }
  return { Deprecation: `@${since.getTime() / 1000}`, Sunset: sunset.toUTCString() };
}

function midnight(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new Error(`${day} is not a date such as 2026-01-31`);
  return date;
}
