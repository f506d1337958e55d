import { describe, expect, it } from 'vitest';
import { drawRun } from './draw-run.js';
import { type Operation, pasted } from './operation.js';
import { replay } from './replay.js';
import { shrink } from './shrink.js';

/**
 * Random operations of every area on two hosts, with faults. A failing run prints its seed and the shortest list of
 * operations that fails in the same way; set SIMULATION_SEED to repeat a run.
 */
const RUNS = 40;
const OPERATIONS = 500;
const given = process.env['SIMULATION_SEED'];
const seeds = given === undefined ? Array.from({ length: RUNS }, (_, run) => `run-${run}`) : [given];

async function findingOf(operations: readonly Operation[]): Promise<string | null> {
  const { finding, operations: played } = await replay(operations);
  if (finding === null) return null;
  const shrunk = await shrink(operations.slice(0, played + 1), finding);
  return pasted(shrunk.operations, shrunk.finding);
}

describe('the service', () => {
  it.each(seeds)(
    'keeps books, states and events in agreement (SIMULATION_SEED=%s)',
    async (seed) => expect(await findingOf(drawRun(seed, OPERATIONS))).toBeNull(),
    300_000,
  );

  it('plays the same run from the same operations', async () => {
    const operations = drawRun('twice', 150);
    const [first, second] = [await replay(operations), await replay(operations)];
    expect(second).toEqual(first);
  });
});
