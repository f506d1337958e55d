import { expect, test } from 'vitest';
import { retryAfterOf } from './retry-after.js';

const NOW = Date.UTC(2026, 0, 5, 10, 0, 0);

test.each<[Readonly<Record<string, string>>, number | null]>([
  [{ 'retry-after': '120' }, 120],
  [{ 'retry-after': ' 0 ' }, 0],
  [{ 'retry-after': 'Mon, 05 Jan 2026 10:02:00 GMT' }, 120],
  [{ 'retry-after': 'Mon, 05 Jan 2026 09:00:00 GMT' }, 0],
  [{ 'retry-after': 'Sunday, 06-Nov-94 08:49:46 GMT', date: 'Sun, 06 Nov 1994 08:49:37 GMT' }, 9],
  [{ 'retry-after': 'Sun Nov  6 08:49:46 1994', date: 'Sun, 06 Nov 1994 08:49:37 GMT' }, 9],
  [{ 'retry-after': 'Mon, 05 Jan 2026 10:02:00 GMT', date: 'just now' }, 120],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '2026-01-05T10:02:00Z' }, null],
  [{ 'retry-after': '' }, null],
  [{}, null],
])('the headers %j ask to wait %j seconds', (headers, seconds) => {
  expect(retryAfterOf(headers, NOW)).toBe(seconds);
});
