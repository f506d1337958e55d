import type { Traffic } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { createFairSlots } from './fair-slots.js';

/** Work that lasts until the test ends it. */
function heldWork(slots: number) {
  const running: { readonly traffic: Traffic; readonly end: () => void; readonly fail: () => void }[] = [];
  const fair = createFairSlots(slots, 5_000);
  const run = async (traffic: Traffic = 'requests'): Promise<void> => {
    const leave = await fair.take(traffic);
    try {
      await new Promise<void>((resolve, reject) =>
        running.push({ traffic, end: resolve, fail: () => reject(new Error('broken')) }),
      );
    } finally {
      leave();
    }
  };
  return { running, run };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

it('does no more work at a time than there are slots, and starts more when work ends or fails', async () => {
  const { running, run } = heldWork(2);
  const results = [run(), run(), run(), run()];
  await turn();
  expect(running).toHaveLength(2);
  running[0]!.end();
  running[1]!.fail();
  await expect(results[1]).rejects.toThrow('broken');
  await turn();
  expect(running).toHaveLength(4);
  for (const each of running) each.end();
  await Promise.all([results[0], results[2], results[3]]);
});

it('starts jobs and deliveries in turn with requests that waited before them', async () => {
  const { running, run } = heldWork(2);
  const results = Array.from({ length: 40 }, () => run('requests'));
  results.push(run('jobs'), run('jobs'), run('deliveries'), run('deliveries'));
  const order: Traffic[] = [];
  while (order.length < results.length) {
    await turn();
    for (const { traffic, end } of running.splice(0)) {
      order.push(traffic);
      end();
    }
  }
  await Promise.all(results);
  expect(order.lastIndexOf('jobs')).toBeLessThan(20);
  expect(order.lastIndexOf('deliveries')).toBeLessThan(20);
});

it('refuses work for which no slot becomes free in time, and then goes on', async () => {
  const fair = createFairSlots(1, 20);
  const leave = await fair.take('requests');
  await expect(fair.take('jobs')).rejects.toThrow('no connection was free within 20 ms');
  const next = fair.take('requests');
  leave();
  (await next)();
  (await fair.take('deliveries'))();
});
