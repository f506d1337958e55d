import { createSealer } from '@corridor/adapters-rails/custody';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type { RailCondition, RailStore, TellCore } from '@corridor/core/ports';
import { fixedClock } from '@corridor/core/testing';
import { describe, expect, it } from 'vitest';
import { FAILING_TASKS, watchTasks } from './watched-tasks.js';

const CONDITION: RailCondition = { isReachable: true, lastExchangeAt: null, backlog: { files: 2 }, problems: ['one'] };
const tell: TellCore = () => Promise.reject(new Error('no message is expected'));

function watched(store?: RailStore) {
  const clock = fixedClock();
  const { units } = createMemoryStorage();
  const own = createRailStore({ units, clock, sealer: createSealer(new Uint8Array(32)) }, 'PRODUCTION', 'acme.tasks');
  const warnings: unknown[] = [];
  let failure: Error | null = null;
  const connection = {
    name: 'acme',
    tasks: ['send', 'receive'].map((name) => ({
      name,
      run: async () => {
        if (failure !== null && name === 'send') throw failure;
        return 30;
      },
    })),
    check: async () => CONDITION,
  };
  const open = () =>
    watchTasks(connection, {
      store: store ?? own,
      clock,
      log: { warn: (fields, message) => void warnings.push([fields, message]) },
    });
  const { tasks, check } = open();
  return {
    clock,
    check,
    warnings,
    /** On another host. */
    checkElsewhere: open().check,
    fail: (message: string | null) => (failure = message === null ? null : new Error(message)),
    run: (name = 'send') => tasks.find((task) => task.name === name)!.run(tell, async () => new Set()),
  };
}

describe('a task of a connection', () => {
  it('that fails for a minute is a problem with its last error and since when, on every host', async () => {
    const { clock, fail, run, check, checkElsewhere } = watched();
    expect(await run()).toBe(30);
    fail('the disk\nis full');
    await expect(run()).rejects.toThrow('the disk\nis full');
    const since = new Date(clock.now()).toISOString().replace('.000', '');
    clock.advance(59);
    fail('the server refuses');
    await expect(run()).rejects.toThrow('the server refuses');
    await run('receive');
    expect(await check()).toEqual(CONDITION);
    clock.advance(1);
    for (const condition of [await check(), await checkElsewhere()]) {
      expect(condition).toMatchObject({ isReachable: true, backlog: { files: 2, [FAILING_TASKS]: 1 } });
      expect(condition.problems[1]).toMatch(/^the task send has failed since \d{4}-\S+Z: the server refuses$/);
      expect(new Date(/since (\S+):/.exec(condition.problems[1]!)![1]!).toISOString()).toBe(
        new Date(since).toISOString(),
      );
    }
  });

  it('that works again ends the problem', async () => {
    const { clock, fail, run, check } = watched();
    fail('x');
    await expect(run()).rejects.toThrow('x');
    clock.advance(600);
    expect((await check()).problems).toHaveLength(2);
    fail(null);
    await run();
    expect(await check()).toEqual(CONDITION);
    fail('y');
    await expect(run()).rejects.toThrow('y');
    expect(await check()).toEqual(CONDITION);
  });

  it('fails with its own error although the failure cannot be kept', async () => {
    const broken: RailStore = {
      run: () => Promise.reject(new Error('no database')),
      read: () => Promise.reject(new Error('no database')),
    };
    const { fail, run, warnings } = watched(broken);
    fail('the bank hung up');
    await expect(run()).rejects.toThrow('the bank hung up');
    expect(warnings).toEqual([
      [{ rail: 'acme', task: 'send', reason: 'no database' }, 'the failure of a rail task cannot be kept'],
    ]);
  });
});
