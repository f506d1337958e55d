import { expect, it } from 'vitest';
import { dayOf, instant, timeText } from './index.js';

it('a time and its day are written in UTC, up to the last millisecond of the day', () => {
  const [first, last] = [instant(Date.UTC(2026, 0, 15)), instant(Date.UTC(2026, 0, 15, 23, 59, 59, 999))];
  expect([dayOf(first), dayOf(last)]).toEqual(['2026-01-15', '2026-01-15']);
  expect([timeText(first), timeText(last)]).toEqual(['2026-01-15 00:00:00 UTC', '2026-01-15 23:59:59 UTC']);
});
