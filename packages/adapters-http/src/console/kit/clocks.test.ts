import { instant } from '@corridor/core';
import { expect, it } from 'vitest';
import { hostNextAttempt, platformTime } from './clocks.js';

const HOST = instant(Date.UTC(2026, 0, 15, 12));
const AHEAD = instant(HOST + 3 * 86_400_000);
const OF_PLATFORM = 'by the clock of the platform';

it('a time in a list of several platforms says whose clock it is of where that is not the clock of the host', () => {
  const house = { now: HOST, place: null };
  expect(platformTime(house, HOST, AHEAD).text).toMatch(/3 days ago<\/span> <span class="hint">by the clock of the pl/);
  expect(platformTime(house, HOST, HOST).text).not.toContain(OF_PLATFORM);
  // The page of one platform says it once.
  const own = { now: HOST, place: { context: { now: AHEAD } } } as never;
  expect(platformTime(own, HOST, AHEAD).text).not.toContain(OF_PLATFORM);
});

it('the next attempt by the clock of the host says so, and that it is due', () => {
  const own = { now: HOST, place: { context: { now: AHEAD } } } as never;
  expect(hostNextAttempt(own, instant(HOST + 120_000)).text).toContain('in 2 minutes');
  expect(hostNextAttempt(own, instant(HOST - 120_000)).text).toMatch(/due 2 minutes ago.*by the clock of the host/);
});
