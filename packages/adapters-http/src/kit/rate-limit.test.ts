import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { basic, BASE, startServer, type TestServer } from '../testing/server.js';
import { createBuckets, createLimits, type Limits } from './rate-limit.js';

describe('a token bucket', () => {
  test('allows its burst at once, and then its rate', () => {
    let now = 0;
    const { takeToken } = createBuckets({ perSecond: 10, burst: 3 }, () => now);
    expect([takeToken('a'), takeToken('a'), takeToken('a')]).toEqual([0, 0, 0]);
    expect(takeToken('a')).toBeCloseTo(0.1);
    now = 60;
    expect(takeToken('a')).toBeCloseTo(0.04);
    now = 100;
    expect(takeToken('a')).toBe(0);
    expect(takeToken('a')).toBeCloseTo(0.1);
    now = 100_000;
    expect([takeToken('a'), takeToken('a'), takeToken('a'), takeToken('a')].map((wait) => wait === 0)).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  test('is separate for each key', () => {
    const { takeToken } = createBuckets({ perSecond: 1, burst: 1 }, () => 0);
    expect([takeToken('a'), takeToken('b'), takeToken('a')]).toEqual([0, 0, 1]);
  });

  test('of an invented key is dropped before memory runs out, and buckets in use stay', () => {
    let now = 0;
    const { takeToken } = createBuckets({ perSecond: 1, burst: 2 }, () => now);
    for (let key = 0; key < 50_000; key++) {
      now += 1;
      takeToken(`made up ${key}`);
    }
    takeToken('in use');
    takeToken('in use');
    expect(takeToken('in use')).toBe(1);
    expect(takeToken('made up 0')).toBe(0);
  });
});

describe('guesses of a secret', () => {
  function world() {
    let now = 0;
    const limits = createLimits({ perSecond: 100, burst: 200 }, () => now);
    return { limits, pass: (seconds: number) => void (now += seconds * 1000) };
  }
  const guesses = (limits: Limits, count: number, address = '192.0.2.1'): number =>
    Array.from({ length: count }, () => limits.guessed('victim', address)).filter((wait) => wait === 0).length;

  test('get 401 ten times, then once a second, for each username and address', () => {
    const { limits, pass } = world();
    expect(guesses(limits, 40)).toBe(10);
    pass(1);
    expect(guesses(limits, 5)).toBe(1);
    expect(guesses(limits, 40, '192.0.2.2')).toBe(10);
    expect(limits.guessed('other', '192.0.2.1')).toBe(0);
  });

  test('of unknown usernames are limited in look-ups a second; known usernames are always looked up', () => {
    const { limits, pass } = world();
    limits.proven('client');
    const strangers = (count: number): number =>
      Array.from({ length: count }, (_, n) => limits.lookUp(`made-up-${n}`, '192.0.2.1')).filter((wait) => wait === 0)
        .length;
    expect(strangers(1_000)).toBe(200);
    expect(limits.lookUp('client', '192.0.2.1')).toBe(0);
    expect(limits.lookUp('stranger', '192.0.2.2')).toBe(0);
    pass(1);
    expect(strangers(1_000)).toBe(50);
  });

  test('with ever new usernames use bounded memory', () => {
    const { limits } = world();
    for (let n = 0; n < 10_001; n++) limits.proven(`client-${n}`);
    const before = Array.from({ length: 201 }, () => limits.lookUp('client-0', '192.0.2.1'));
    expect(before.at(-1)).toBeGreaterThan(0);
    expect(limits.lookUp('client-10000', '192.0.2.1')).toBe(0);
  });
});

describe('a host with a rate limit', () => {
  /** Token buckets refill with time. The clock is frozen here, so that slow requests do not change the result. */
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('returns 429 with the time to wait above the limit, and serves other tokens', async () => {
    const server = await startServer({ rateLimit: { perSecond: 0.1, burst: 3 } });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await server.call('GET', `${BASE}/config`)).status);
    expect(statuses).toEqual([200, 200, 200]);
    const refused = await server.call('GET', `${BASE}/config`);
    expect(refused).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('10');
  });

  test('slows down a client that guesses secrets, and no other', async () => {
    const server = await startServer({ rateLimit: { perSecond: 1000, burst: 1000 } });
    const guess = (username: string, secret: string) =>
      server.call('GET', `${BASE}/config`, undefined, { authorization: basic(username, secret) });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push((await guess('victim', `guess-${i}`)).status);
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429]);
    expect((await guess(server.token.clientId, server.token.secret)).status).toBe(200);
    expect((await guess('other', 'wrong')).status).toBe(401);
  });

  test('never refuses the right secret because of wrong ones from the same address', async () => {
    const server = await startServer({ rateLimit: { perSecond: 1000, burst: 1000 } });
    const guess = (secret: string) =>
      server.call('GET', `${BASE}/config`, undefined, { authorization: basic(server.token.clientId, secret) });
    for (let i = 0; i < 30; i++) await guess(`guess-${i}`);
    expect((await guess('guess')).status).toBe(429);
    expect((await guess(server.token.secret)).status).toBe(200);
    expect((await guess('guess')).status).toBe(429);
  });

  test('counts by the address that a trusted proxy reports', async () => {
    const rateLimit = { perSecond: 1000, burst: 1000 };
    const guess = (server: TestServer, client: string) =>
      server.call('GET', `${BASE}/config`, undefined, {
        authorization: basic('victim', 'wrong'),
        'x-forwarded-for': client,
      });
    const behind = await startServer({ rateLimit, trustedProxies: ['127.0.0.0/8'] });
    for (let i = 0; i < 11; i++) await guess(behind, '198.51.100.1');
    expect((await guess(behind, '198.51.100.1')).status).toBe(429);
    expect((await guess(behind, '198.51.100.2')).status).toBe(401);
    const direct = await startServer({ rateLimit });
    for (let i = 0; i < 11; i++) await guess(direct, `198.51.100.${i}`);
    expect((await guess(direct, '198.51.100.99')).status).toBe(429);
  });

  test('without a limit never returns 429', async () => {
    const server = await startServer();
    const replies = await Promise.all(Array.from({ length: 300 }, () => server.call('GET', `${BASE}/config`)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
