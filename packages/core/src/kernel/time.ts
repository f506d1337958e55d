/** Milliseconds since the Unix epoch, UTC. */
export type Instant = number & { readonly __brand: 'Instant' };

export const instant = (milliseconds: number): Instant => milliseconds as Instant;

export const plusSeconds = (at: Instant, seconds: number): Instant => (at + seconds * 1000) as Instant;

/** ISO 8601 in UTC with milliseconds, the only form of a timestamp on the wire. */
export const toIso = (at: Instant): string => new Date(at).toISOString();

/** The instant of an ISO 8601 timestamp, or null when the text is none. */
export function fromIso(text: string): Instant | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : (at as Instant);
}
