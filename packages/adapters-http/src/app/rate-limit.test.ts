import { describe, expect, test } from 'vitest';
import { basic, BASE, startServer } from '../testing/server.js';
import { CLIENT_ID } from '../testing/fake-core.js';
import { createBuckets, createLimits } from './rate-limit.js';

describe('a token bucket', () => {
  test('gives its burst at once, and then what flows in', () => {
    let now = 0;
    const { take } = createBuckets({ perSecond: 10, burst: 3 }, () => now);
    expect([take('a'), take('a'), take('a')]).toEqual([0, 0, 0]);
    expect(take('a')).toBeCloseTo(0.1);
    now = 60;
    expect(take('a')).toBeCloseTo(0.04);
    now = 100;
    expect(take('a')).toBe(0);
    expect(take('a')).toBeCloseTo(0.1);
    now = 100_000;
    expect([take('a'), take('a'), take('a'), take('a')].map((wait) => wait === 0)).toEqual([true, true, true, false]);
  });

  test('is one for each key', () => {
    const { take, wait } = createBuckets({ perSecond: 1, burst: 1 }, () => 0);
    expect([take('a'), take('b'), take('a'), wait('c')]).toEqual([0, 0, 1, 0]);
  });

  test('of a key that is made up goes before memory does, and those in use stay', () => {
    let now = 0;
    const { take, wait } = createBuckets({ perSecond: 1, burst: 2 }, () => now);
    for (let key = 0; key < 50_000; key++) {
      now += 1;
      take(`made up ${key}`);
    }
    take('in use');
    take('in use');
    expect(wait('in use')).toBe(1);
    expect(wait('made up 0')).toBe(0);
  });
});

describe('guesses of a secret', () => {
  const IN_FLIGHT = 40;

  function world() {
    let now = 0;
    const limits = createLimits({ perSecond: 100, burst: 200 }, () => now);
    /** So many requests, whose secrets are all looked at before the first turns out wrong. */
    const guessAtOnce = (count: number): number => {
      const heard = Array.from({ length: count }, () => limits.guess('victim', '192.0.2.1')).filter(
        (wait) => wait === 0,
      );
      for (const _guess of heard) limits.guessed('victim', '192.0.2.1');
      return heard.length;
    };
    return { limits, guessAtOnce, pass: (seconds: number) => void (now += seconds * 1000) };
  }

  test('that are in flight at the same time are paid for one by one, in seconds', () => {
    const { guessAtOnce, pass } = world();
    expect(guessAtOnce(IN_FLIGHT)).toBe(IN_FLIGHT);
    pass(IN_FLIGHT - 10);
    expect(guessAtOnce(IN_FLIGHT)).toBe(0);
    pass(1);
    expect(guessAtOnce(1)).toBe(1);
    expect(guessAtOnce(1)).toBe(0);
  });

  test('shut out whoever knows the secret for a minute at the most', () => {
    const { limits, guessAtOnce, pass } = world();
    guessAtOnce(10_000);
    expect(limits.guess('victim', '192.0.2.1')).toBeGreaterThan(60);
    expect(limits.guess('victim', '192.0.2.2')).toBe(0);
    pass(61);
    expect(limits.guess('victim', '192.0.2.1')).toBe(0);
  });
});

describe('a host with a rate limit', () => {
  test('answers 429 with the time to wait beyond it, and another token as before', async () => {
    const server = await startServer({ rateLimit: { perSecond: 0.1, burst: 3 } });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await server.call('GET', `${BASE}/config`)).status);
    expect(statuses).toEqual([200, 200, 200]);
    const refused = await server.call('GET', `${BASE}/config`);
    expect(refused).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('10');
  });

  test('slows down who guesses secrets, and nobody else', async () => {
    const server = await startServer({ rateLimit: { perSecond: 1000, burst: 1000 } });
    const guess = (username: string, secret: string) =>
      server.call('GET', `${BASE}/config`, undefined, { authorization: basic(username, secret) });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await guess('victim', `guess-${i}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await guess(CLIENT_ID, 'secret-1')).status).toBe(200);
    expect((await guess('somebody-else', 'wrong')).status).toBe(401);
  });

  test('looks at no secret while it slows down, be it the right one', async () => {
    const server = await startServer({ rateLimit: { perSecond: 1000, burst: 1000 } });
    const guess = (secret: string) =>
      server.call('GET', `${BASE}/config`, undefined, { authorization: basic(CLIENT_ID, secret) });
    for (let i = 0; i < 11; i++) await guess(`guess-${i}`);
    expect((await guess('secret-1')).status).toBe(429);
  });

  test('without a limit answers as fast as it can', async () => {
    const server = await startServer();
    const replies = await Promise.all(Array.from({ length: 300 }, () => server.call('GET', `${BASE}/config`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
