import { type Id, instant, tenantKey } from '@corridor/core';
import { expect, test } from 'vitest';
import { undeliveredReport } from './undelivered.js';

const NOW = instant(1_790_000_000_000);
const of = (platform: number, environment: 'SANDBOX' | 'PRODUCTION', ageSeconds: number, failed = 0) => ({
  tenant: tenantKey(`Platform:${platform}` as Id<'Platform'>, environment),
  count: 2,
  failed,
  oldestAt: instant(NOW - ageSeconds * 1000),
});

test('adds up the events of each environment, and counts the platforms whose endpoint fails', () => {
  const { environments } = undeliveredReport(
    [of(1, 'SANDBOX', 5), of(2, 'SANDBOX', 5, 1), of(1, 'PRODUCTION', 5, 2)],
    NOW,
  );
  expect(environments).toEqual([
    { environment: 'SANDBOX', count: 4, failing: 1 },
    { environment: 'PRODUCTION', count: 2, failing: 1 },
  ]);
});

test('reports 0 for an environment without undelivered events', () => {
  expect(undeliveredReport([], NOW)).toEqual({
    environments: [
      { environment: 'SANDBOX', count: 0, failing: 0 },
      { environment: 'PRODUCTION', count: 0, failing: 0 },
    ],
    platforms: [],
  });
});

test('names only the 20 platforms with the oldest events', () => {
  const many = Array.from({ length: 50 }, (_, n) => of(n, 'PRODUCTION', n));
  const { platforms } = undeliveredReport(many, NOW);
  expect(platforms).toHaveLength(20);
  expect(platforms[0]).toEqual({ environment: 'PRODUCTION', platform: 'Platform:49', seconds: 49 });
  expect(platforms.at(-1)?.platform).toBe('Platform:30');
});

test('gives an event from a clock that is ahead the age 0', () => {
  expect(undeliveredReport([of(1, 'SANDBOX', -3)], NOW).platforms[0]?.seconds).toBe(0);
});
