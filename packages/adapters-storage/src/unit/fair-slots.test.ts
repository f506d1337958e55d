import { ok, type Result } from '@corridor/core';
import type { Traffic, UnitOfWork } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { inFairSlots } from './fair-slots.js';

/** Units that last until the test ends them. */
function heldUnits(slots: number) {
  const running: { readonly traffic: Traffic; readonly end: () => void; readonly fail: () => void }[] = [];
  const units = {
    run: (_tenant: unknown, _work: unknown, traffic: Traffic) =>
      new Promise<Result<null>>((resolve, reject) =>
        running.push({ traffic, end: () => resolve(ok(null)), fail: () => reject(new Error('broken')) }),
      ),
  } as unknown as UnitOfWork;
  const fair = inFairSlots(units, slots);
  const run = (traffic?: Traffic) => fair.run(null, async () => ok(null), traffic);
  return { running, run };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

it('runs no more units at a time than there are slots, and starts another one when a unit ends or fails', async () => {
  const { running, run } = heldUnits(2);
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
  const { running, run } = heldUnits(2);
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
