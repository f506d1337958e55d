import { fromIso, type Instant, instant } from '@corridor/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { easterSunday, executionDate, isTargetDay, localInstant, nextTargetDay } from './index.js';

const at = (iso: string): Instant => fromIso(iso)!;

/** As published by the churches. */
const EASTER = `2020-04-12 2021-04-04 2022-04-17 2023-04-09 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16
  2029-04-01 2030-04-21 2031-04-13 2032-03-28 2033-04-17 2034-04-09 2035-03-25 2038-04-25 2049-04-18 2076-04-19
  1666-04-25 1761-03-22 1818-03-22 1900-04-15 1943-04-25 1954-04-18 1981-04-19 2285-03-22`.split(/\s+/);

test.each(EASTER)('Easter is on %s', (date) => {
  expect(easterSunday(Number(date.slice(0, 4)))).toBe(date);
});

describe('TARGET', () => {
  test.each([
    ['2026-01-01', 'New Year'],
    ['2026-04-03', 'Good Friday'],
    ['2026-04-05', 'Easter Sunday'],
    ['2026-04-06', 'Easter Monday'],
    ['2026-05-01', '1 May'],
    ['2026-12-25', 'Christmas'],
    ['2028-12-26', 'the day after Christmas'],
    ['2026-01-03', 'a Saturday'],
    ['2026-01-04', 'a Sunday'],
  ])('is closed on %s, %s', (date) => {
    expect(isTargetDay(date)).toBe(false);
  });

  test.each(['2026-01-02', '2026-04-02', '2026-04-07', '2026-05-14', '2026-10-26', '2026-11-02', '2028-12-27'])(
    'is open on %s',
    (date) => {
      expect(isTargetDay(date)).toBe(true);
    },
  );

  test('opens again after long closings', () => {
    expect(nextTargetDay('2026-04-02')).toBe('2026-04-07');
    expect(nextTargetDay('2025-12-24')).toBe('2025-12-29');
    expect(nextTargetDay('2026-12-31')).toBe('2027-01-04');
    expect(nextTargetDay('2028-02-28')).toBe('2028-02-29');
  });

  test('is never closed for more than five days', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const from = date.toISOString().slice(0, 10);
        const next = nextTargetDay(from);
        expect(isTargetDay(next)).toBe(true);
        expect(next > from).toBe(true);
        expect(Date.parse(next) - Date.parse(from)).toBeLessThanOrEqual(6 * 86_400_000);
      }),
      { seed: 20_022 },
    );
  });

  test.each(['2026-02-30', '2026-13-01', '26-01-01', '+012026-01-01', '', '2026-01-01T00:00:00Z'])(
    'refuses the date %s',
    (date) => {
      expect(() => isTargetDay(date)).toThrow(RangeError);
    },
  );
});

describe('the execution date', () => {
  const dateAt = (iso: string, more = {}): string =>
    executionDate({ now: at(iso), timeZone: 'Europe/Berlin', cutOff: '16:00', scheme: 'SEPA', ...more });

  test('is today until the cut-off, in winter and in summer', () => {
    expect(dateAt('2026-01-05T14:59:59Z')).toBe('2026-01-05');
    expect(dateAt('2026-01-05T15:00:00Z')).toBe('2026-01-06');
    expect(dateAt('2026-07-06T13:59:59Z')).toBe('2026-07-06');
    expect(dateAt('2026-07-06T14:00:00Z')).toBe('2026-07-07');
  });

  test('follows daylight saving time on the days of the change', () => {
    expect(dateAt('2026-03-27T15:00:00Z')).toBe('2026-03-30');
    expect(dateAt('2026-03-30T13:59:59Z')).toBe('2026-03-30');
    expect(dateAt('2026-03-30T14:00:00Z')).toBe('2026-03-31');
    expect(dateAt('2026-10-26T14:59:59Z')).toBe('2026-10-26');
  });

  test('is the day of the bank, not the day of UTC', () => {
    expect(dateAt('2026-01-05T23:30:00Z')).toBe('2026-01-06');
    expect(dateAt('2026-01-05T04:30:00Z', { timeZone: 'America/New_York' })).toBe('2026-01-05');
    expect(dateAt('2026-01-06T04:30:00Z', { timeZone: 'America/New_York' })).toBe('2026-01-06');
  });

  test('skips closing days', () => {
    expect(dateAt('2026-04-02T15:00:00Z')).toBe('2026-04-07');
    expect(dateAt('2026-04-04T08:00:00Z')).toBe('2026-04-07');
  });

  test('is today for instant payments on every day at every hour', () => {
    expect(dateAt('2026-04-05T22:30:00Z', { scheme: 'SEPA_INSTANT' })).toBe('2026-04-06');
    expect(dateAt('2026-12-25T21:00:00Z', { scheme: 'SEPA_INSTANT' })).toBe('2026-12-25');
  });

  test('refuses a cut-off of another form and an unknown time zone', () => {
    for (const cutOff of ['24:00', '4:00', '16.00', '16:60', '116:00', '16:000', '']) {
      expect(() => dateAt('2026-01-05T10:00:00Z', { cutOff })).toThrow(RangeError);
    }
    expect(() => dateAt('2026-01-05T10:00:00Z', { timeZone: 'Europe/Atlantis' })).toThrow(RangeError);
  });
});

describe('the moment of a local time', () => {
  const berlin = (date: string, time: string): Instant => localInstant(date, time, 'Europe/Berlin');

  test('follows daylight saving time', () => {
    expect(berlin('2026-01-05', '16:00')).toBe(at('2026-01-05T15:00:00Z'));
    expect(berlin('2026-07-06', '16:00')).toBe(at('2026-07-06T14:00:00Z'));
  });

  test('is after the gap for a skipped time, and the first one for a repeated time', () => {
    expect(berlin('2026-03-29', '02:30')).toBe(at('2026-03-29T01:30:00Z'));
    expect(berlin('2026-10-25', '02:30')).toBe(at('2026-10-25T00:30:00Z'));
  });

  test('shows the same time when it is printed again', () => {
    const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'UTC');
    const minute = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2035, 11, 31) / 60_000 });
    fc.assert(
      fc.property(zone, minute, (timeZone, minutes) => {
        const moment = minutes * 60_000;
        const printed = new Date(moment).toLocaleString('sv-SE', { timeZone });
        const found = localInstant(printed.slice(0, 10), printed.slice(11, 16), timeZone);
        expect(new Date(found).toLocaleString('sv-SE', { timeZone })).toBe(printed);
        expect([0, 3_600_000]).toContain(moment - found);
        const date = executionDate({ now: instant(moment), timeZone, cutOff: '23:59', scheme: 'SEPA_INSTANT' });
        expect(date).toBe(printed.slice(0, 10));
      }),
      { seed: 20_022, numRuns: 500 },
    );
  });
});
