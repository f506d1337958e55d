/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number & { readonly __brand: 'Instant' };

export const instant = (milliseconds: number): Instant => milliseconds as Instant;

export const plusSeconds = (at: Instant, seconds: number): Instant => (at + seconds * 1000) as Instant;

/** ISO 8601 in UTC with milliseconds: the only timestamp format of the API. */
export const toIso = (at: Instant): string => new Date(at).toISOString();

/** A time as people read it: `2026-01-15 10:00:00 UTC`. */
export const timeText = (at: Instant): string => `${toIso(at).slice(0, 19).replace('T', ' ')} UTC`;

/** The day of a time in UTC: `2026-01-15`. */
export const dayOf = (at: Instant): string => toIso(at).slice(0, 10);

/** Parses an ISO 8601 timestamp; null if the text is not a timestamp. */
export function fromIso(text: string): Instant | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : (at as Instant);
}

/** The clocks of hosts that share a database may differ by this many seconds. */
export const SKEW_SECONDS = 5;

/** A clock outside the service, such as that of a browser or of a processor, may differ from its own by this many seconds. */
export const OUTSIDE_SKEW_SECONDS = 300;

/**
 * The stored time of a beginning; `now` if there is none, or if a clock that was ahead has written it. A payment whose
 * submission is in the future would wait for it.
 */
export const begunAt = (stored: Instant | null, now: Instant): Instant =>
  stored === null || stored > plusSeconds(now, SKEW_SECONDS) ? now : stored;

/**
 * The stored time of a beginning that cannot be changed. One in the future, which a clock that was ahead has written,
 * counts as one that is as long ago, so that nothing waits until then.
 */
export const begunBefore = (stored: Instant, now: Instant): Instant =>
  instant(stored > now ? 2 * now - stored : stored);
