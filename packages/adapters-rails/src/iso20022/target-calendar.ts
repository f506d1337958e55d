import { type Instant, instant } from '@corridor/core';
import type { CreditTransferScheme } from './messages.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the text is a day of the calendar: `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A calendar day as the number of days since 1970-01-01, so that no time zone takes part. */
function dayOf(date: string): number {
  if (!isDate(date)) throw new RangeError(`${JSON.stringify(date.slice(0, 20))} is not a date`);
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS;
}

const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  const day = (h + l - 7 * m + 33 * month + 19) % 32;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

const FIXED_CLOSING_DAYS = ['01-01', '05-01', '12-25', '12-26'];

/** Whether TARGET settles on this day: not on weekends, four fixed days, Good Friday and Easter Monday. */
export function isTargetDay(date: string): boolean {
  const day = dayOf(date);
  const weekday = new Date(day * DAY_MS).getUTCDay();
  if (weekday === 0 || weekday === 6 || FIXED_CLOSING_DAYS.includes(date.slice(5))) return false;
  const fromEaster = day - dayOf(easterSunday(Number(date.slice(0, 4))));
  return fromEaster !== -2 && fromEaster !== 1;
}

/** The first TARGET day after this day. */
export function nextTargetDay(date: string): string {
  let next = dateOf(dayOf(date) + 1);
  while (!isTargetDay(next)) next = dateOf(dayOf(next) + 1);
  return next;
}

/** The number of TARGET days after one day up to another one, which counts. */
export function targetDaysBetween(from: string, to: string): number {
  let count = 0;
  for (let day = nextTargetDay(from); day <= to; day = nextTargetDay(day)) count += 1;
  return count;
}

export interface ExecutionDateInput {
  readonly now: Instant;
  /** The IANA time zone of the bank, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** `HH:MM` in this time zone. A payment at this minute is too late for the day. */
  readonly cutOff: string;
  readonly scheme: CreditTransferScheme;
}

/**
 * The execution date to request: today, or the next TARGET day after the cut-off and on closing days. Instant payments
 * are executed today on every day. Throws a `RangeError` for an unknown time zone or a cut-off of another form.
 */
export function executionDate({ now, timeZone, cutOff, scheme }: ExecutionDateInput): string {
  const { date, minute } = localTime(now, timeZone);
  if (scheme === 'SEPA_INSTANT') return date;
  return isTargetDay(date) && minute < minuteOf(cutOff) ? date : nextTargetDay(date);
}

/** The minute of the day of a cut-off `HH:MM`; throws a `RangeError` for another form. */
export function minuteOf(cutOff: string): number {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(cutOff);
  if (match === null) throw new RangeError(`the cut-off ${JSON.stringify(cutOff.slice(0, 20))} is not HH:MM`);
  return Number(match[1]) * 60 + Number(match[2]);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day and the minute of the day in a time zone, which follows daylight saving time. */
function localTime(now: Instant, timeZone: string): { readonly date: string; readonly minute: number } {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    } as Intl.DateTimeFormatOptions);
    formats.set(timeZone, format);
  }
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type)!;
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/** The calendar day in a time zone, as YYYY-MM-DD. */
export const localDay = (at: Instant, timeZone: string): string => localTime(at, timeZone).date;

/**
 * The moment at which clocks of a time zone show this time of this day. A time that daylight saving time skips becomes
 * the time after the gap; of a time that comes twice, the first one is meant.
 */
export function localInstant(date: string, time: string, timeZone: string): Instant {
  const wanted = dayOf(date) * DAY_MS + minuteOf(time) * 60_000;
  // A time comes twice when clocks go back: the earlier offset is then the larger one, so its moment is the first.
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((at) => offsetAt(at, timeZone));
  const moments = offsets.map((offset) => wanted - offset);
  return instant(moments.find((at) => at + offsetAt(at, timeZone) === wanted) ?? Math.max(...moments));
}

/** What clocks of the time zone are ahead of UTC at this moment, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { date, minute } = localTime(instant(at), timeZone);
  return dayOf(date) * DAY_MS + minute * 60_000 - Math.floor(at / 60_000) * 60_000;
}
