import type { Traffic } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { createFairQueue } from './fair-queue.js';

interface Item {
  readonly traffic: Traffic;
  readonly nth: number;
}

const many = (traffic: Traffic, count: number): readonly Item[] =>
  Array.from({ length: count }, (_, nth) => ({ traffic, nth }));

/** Takes items, each of which costs its traffic the given time, and counts them by traffic. */
function taken(
  queue: ReturnType<typeof createFairQueue<Item>>,
  count: number,
  cost: Readonly<Record<Traffic, number>>,
) {
  const counts = { requests: 0, jobs: 0, deliveries: 0 };
  for (let i = 0; i < count; i++) {
    const item = queue.shift()!;
    counts[item.traffic] += 1;
    queue.charge(item.traffic, cost[item.traffic]);
  }
  return counts;
}

const EQUAL = { requests: 1, jobs: 1, deliveries: 1 };

it('gives each kind of traffic the same time, whatever its items cost and however many wait', () => {
  const queue = createFairQueue<Item>();
  for (const item of [...many('requests', 1_000), ...many('jobs', 100), ...many('deliveries', 100)]) queue.push(item);
  expect(taken(queue, 70, { requests: 1, jobs: 2, deliveries: 4 })).toEqual({ requests: 40, jobs: 20, deliveries: 10 });
});

it('takes the items of one kind in order, also those that were put back', () => {
  const queue = createFairQueue<Item>();
  for (const item of many('jobs', 4)) queue.push(item);
  const first = [queue.shift()!, queue.shift()!];
  queue.putBack(first);
  expect([queue.size, queue.items()]).toEqual([4, many('jobs', 4)]);
  expect([1, 2, 3, 4, 5].map(() => queue.shift()?.nth)).toEqual([0, 1, 2, 3, undefined]);
});

it('gives time that one kind does not use to the others, and no credit for it later', () => {
  const queue = createFairQueue<Item>();
  for (const item of many('requests', 1_000)) queue.push(item);
  expect(taken(queue, 500, EQUAL)).toMatchObject({ requests: 500 });
  for (const item of many('jobs', 100)) queue.push(item);
  const { requests, jobs } = taken(queue, 100, EQUAL);
  expect(Math.abs(requests - jobs)).toBeLessThanOrEqual(2);
});

it('removes the items that fail a test', () => {
  const queue = createFairQueue<Item>();
  for (const item of [...many('requests', 3), ...many('jobs', 3)]) queue.push(item);
  expect(queue.removeUnless(({ nth }) => nth !== 1)).toEqual([
    { traffic: 'requests', nth: 1 },
    { traffic: 'jobs', nth: 1 },
  ]);
  expect(queue.size).toBe(4);
});
