const DAY = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/** Milliseconds since 1970 of a date in one of the three forms of RFC 9110; NaN if it is not one. */
function timeOf(date: string): number {
  // The oldest form has no zone, and means GMT as well.
  return DAY.test(date) ? Date.parse(date.endsWith('GMT') ? date : `${date} GMT`) : Number.NaN;
}

/**
 * The seconds of a `Retry-After` header, which is a number or a date; null without one. A date is compared with the
 * clock of its sender where that is known, because ours may differ.
 */
export function retryAfterOf(headers: Readonly<Record<string, string>>, now: number): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^[0-9]{1,15}$/.test(value)) return Number(value);
  const until = timeOf(value);
  if (Number.isNaN(until)) return null;
  const sent = timeOf(headers['date'] ?? '');
  return Math.max(0, Math.ceil((until - (Number.isNaN(sent) ? now : sent)) / 1000));
}
