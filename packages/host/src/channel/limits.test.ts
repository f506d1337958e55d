import { expect, test, vi } from 'vitest';
import { channels } from '../testing/channels.js';
import { answerLimits, createHostLimits, limitsOver } from './limits.js';

/** Two processes of a host that allows each token three requests, and then one a second. */
function host(rateLimit: Parameters<typeof createHostLimits>[0] = { perSecond: 1, burst: 3 }) {
  const limits = createHostLimits(rateLimit, () => 0);
  const pairs = [channels(), channels()];
  for (const { supervisor } of pairs) answerLimits(supervisor, limits);
  const [one, two] = pairs.map(({ process }) => limitsOver(process));
  return { limits, pairs, one: one!, two: two! };
}

const allowed = async (waits: readonly unknown[]): Promise<number> =>
  (await Promise.all(waits)).filter((wait) => wait === 0).length;
const times = <V>(count: number, each: (at: number) => V): V[] => Array.from({ length: count }, (_, at) => each(at));

test('requests of one token are counted over all processes', async () => {
  const { one, two } = host();
  const waits = times(6, (at) => (at % 2 === 0 ? one : two).requests.request('token'));
  expect(await allowed(waits)).toBe(3);
  expect(await two.requests.request('token')).toBe(1);
  expect(await two.requests.request('other')).toBe(0);
});

test('wrong secrets and sign-ins are counted over all processes', async () => {
  const { one, two } = host();
  const both = [one, two] as const;
  expect(await allowed(times(40, (at) => both[at % 2]!.requests.guessed('victim', '192.0.2.1')))).toBe(10);
  expect(await two.requests.guessed('other', '192.0.2.1')).toBe(0);
  expect(await allowed(times(40, (at) => both[at % 2]!.signIns.attempt('192.0.2.1')))).toBe(10);
});

test('look-ups of unknown usernames are counted over all processes, and a proven one is known to all', async () => {
  const { one, two, pairs } = host();
  one.requests.proven('client');
  const both = [one, two] as const;
  expect(await allowed(times(600, (at) => both[at % 2]!.requests.lookUp(`made-up-${at}`, '192.0.2.1')))).toBe(200);
  expect(await two.requests.lookUp('client', '192.0.2.1')).toBe(0);
  const ask = vi.spyOn(pairs[0]!.process, 'ask');
  expect(one.requests.lookUp('client', '192.0.2.1')).toBe(0);
  expect(ask).not.toHaveBeenCalled();
});

test('a username, which may be a secret, leaves a process only as a hash', async () => {
  const { one, pairs } = host();
  const [{ process }] = pairs as [(typeof pairs)[number]];
  const sent = [vi.spyOn(process, 'ask'), vi.spyOn(process, 'tell')];
  await one.requests.lookUp('agent-secret', '192.0.2.1');
  await one.requests.guessed('agent-secret', '192.0.2.1');
  one.requests.proven('agent-secret');
  expect(sent.map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
  expect(JSON.stringify(sent.map(({ mock }) => mock.calls))).not.toContain('agent-secret');
});

test('guesses of codes are counted over all processes, and a known code does not count', async () => {
  const { one, two } = host();
  const both = [one, two] as const;
  for (let at = 0; at < 40; at += 1) {
    expect(await both[at % 2]!.requests.tryCode('192.0.2.1')).toBe(0);
    both[at % 2]!.requests.knownCode('192.0.2.1');
  }
  expect(await allowed(times(60, (at) => both[at % 2]!.requests.tryCode('192.0.2.1')))).toBe(20);
  expect(await two.requests.tryCode('192.0.2.2')).toBe(0);
});

test('without its supervisor a process refuses', async () => {
  const { one, pairs } = host();
  const waiting = one.requests.guessed('victim', '192.0.2.1');
  pairs[0]!.disconnect();
  const { requests } = one;
  const waits = [
    waiting,
    requests.request('token'),
    requests.lookUp('new', '192.0.2.1'),
    one.signIns.attempt('192.0.2.1'),
  ];
  expect(await Promise.all(waits)).toEqual([1, 1, 1, 1]);
});

test('a host without a rate limit still counts sign-ins and guesses of codes', async () => {
  const { one } = host(null);
  expect(await allowed(times(50, () => one.requests.tryCode('192.0.2.1')))).toBe(20);
  expect(await allowed(times(50, () => one.requests.request('token')))).toBe(50);
  expect(await allowed(times(50, () => one.signIns.attempt('192.0.2.1')))).toBe(10);
});
