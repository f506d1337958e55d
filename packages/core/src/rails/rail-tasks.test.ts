import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RailConnection, RailTask } from '../accounts/index.js';
import { type Job, JOBS } from '../events/index.js';
import { houseTenant } from '../kernel/index.js';
import type { CorePorts } from '../service/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';

const HOUSE = houseTenant('SANDBOX');

let clock: FixedClock;
let storage: CorePorts['storage'];
let reports: { readonly what: string; readonly details: Readonly<Record<string, unknown>> }[];

const connectionOf = (...tasks: readonly RailTask[]): RailConnection => ({
  name: 'acme-bank',
  environment: 'SANDBOX',
  claims: [],
  rails: [],
  tasks,
  callback: null,
  check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }),
  releases: null,
});

/** A host on the common storage. */
const hostWith = (
  tasks: readonly RailTask[],
  over: Omit<Partial<CorePorts>, 'clock'> = {},
  existing = true,
): Promise<PlayCore> =>
  playCore(
    {
      clock,
      storage,
      connections: tasks.length === 0 ? [] : [connectionOf(...tasks)],
      report: (what, details) => void reports.push({ what, details }),
      ...over,
    },
    { existing },
  );

const jobs = async (): Promise<readonly Job[]> => {
  const { rows } = await storage.units.read(HOUSE, (reads) => reads.list(JOBS, { order: 'asc', limit: 10 }));
  return rows.filter(({ kind }) => kind === 'rail.task');
};
const dueInSeconds = async (): Promise<number> => ((await jobs())[0]!.dueAt - clock.now()) / 1000;

/** A task that counts its runs, with the results of the first ones. */
function countingTask(name: string, ...results: (number | Error)[]) {
  const task = {
    name,
    runs: 0,
    run: async (): Promise<number> => {
      task.runs += 1;
      const result = results.shift() ?? 60;
      if (result instanceof Error) throw result;
      return result;
    },
  };
  return task;
}

/** A task that ends when the test says so. */
function longTask() {
  let finish: (seconds: number) => void = () => undefined;
  let begin: () => void = () => undefined;
  const task = {
    name: 'exchange',
    runs: 0,
    begun: new Promise<void>((resolve) => (begin = resolve)),
    end: (seconds: number) => finish(seconds),
    run: () => {
      task.runs += 1;
      begin();
      return new Promise<number>((resolve) => (finish = resolve));
    },
  };
  return task;
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

beforeEach(() => {
  clock = fixedClock();
  storage = createMemoryStorage();
  reports = [];
});

describe('a task of a rail connection', () => {
  it('runs once at the start of any number of hosts, and again after the time that it names', async () => {
    const task = countingTask('send', 90, 30);
    const first = await hostWith([task], {}, false);
    const second = await hostWith([task]);
    for (const { core } of [first, second, first]) valueOf(await core.rails.start());
    expect(await jobs()).toHaveLength(1);
    await first.pass(0);
    await second.pass(0);
    expect([task.runs, await dueInSeconds()]).toEqual([1, 90]);
    valueOf(await second.core.rails.start());
    expect(await dueInSeconds()).toBe(90);
    await second.pass(89);
    expect(task.runs).toBe(1);
    await first.pass(1);
    expect([task.runs, await dueInSeconds()]).toEqual([2, 30]);
  });

  it('does not run before the host has started', async () => {
    const task = countingTask('send');
    const { pass } = await hostWith([task], {}, false);
    await pass(600);
    expect(task.runs).toBe(0);
  });

  it('runs beside the other tasks of its connection', async () => {
    const [slow, fast] = [longTask(), countingTask('send')];
    const { core } = await hostWith([slow, fast], {}, false);
    valueOf(await core.rails.start());
    const pass = core.work.runJobs();
    await slow.begun;
    await turns();
    expect(fast.runs).toBe(1);
    slow.end(60);
    await pass;
  });

  it('that throws is reported and runs again, with delays that grow to a minute', async () => {
    const failures = Array.from({ length: 9 }, () => new Error('the bank hung up'));
    const task = countingTask('send', ...failures, 45);
    const { core, pass } = await hostWith([task], {}, false);
    valueOf(await core.rails.start());
    const delays: number[] = [];
    for (let run = 0; run < 9; run++) {
      await pass(run === 0 ? 0 : delays.at(-1)!);
      delays.push(await dueInSeconds());
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(reports.map(({ what }) => what)).toEqual(failures.map(() => 'a rail task failed'));
    expect(reports[0]!.details).toEqual({ rail: 'acme-bank', task: 'send', cause: 'Error: the bank hung up' });
    await pass(60);
    expect([task.runs, await dueInSeconds()]).toEqual([10, 45]);
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 0, lastError: null });
  });

  it('that throws at once, and not as a promise, runs again in the same way', async () => {
    const task: RailTask = {
      name: 'send',
      run: () => {
        throw new TypeError('a mistake of the rail');
      },
    };
    const { core, pass } = await hostWith([task], {}, false);
    valueOf(await core.rails.start());
    await pass(0);
    expect(await dueInSeconds()).toBe(1);
    expect(reports).toMatchObject([
      { what: 'a rail task failed', details: { cause: 'TypeError: a mistake of the rail' } },
    ]);
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, undefined as never])(
    'that returns %s instead of a number of seconds has failed',
    async (seconds) => {
      const { core, pass } = await hostWith([{ name: 'send', run: async () => seconds }], {}, false);
      valueOf(await core.rails.start());
      await pass(0);
      expect(await dueInSeconds()).toBe(1);
      expect(reports).toMatchObject([{ what: 'a rail task failed', details: { rail: 'acme-bank', task: 'send' } }]);
    },
  );

  it('can name a part of a second, which is rounded up to a millisecond', async () => {
    const { core, pass } = await hostWith([countingTask('send', 0.000_1)], {}, false);
    valueOf(await core.rails.start());
    await core.work.runJobs();
    expect(await dueInSeconds()).toBe(0.001);
    await pass(1);
    expect(await dueInSeconds()).toBe(60);
  });

  it('waits for a host that has its connection, and does not fail on one that lacks it', async () => {
    const task = countingTask('send');
    const withIt = await hostWith([task], {}, false);
    valueOf(await withIt.core.rails.start());
    const without = await hostWith([]);
    await without.pass(0);
    expect([await dueInSeconds(), reports]).toEqual([300, []]);
    await withIt.pass(299);
    expect(task.runs).toBe(0);
    await withIt.pass(1);
    expect(task.runs).toBe(1);
  });
});

describe('a task that takes longer than the lease of its job', () => {
  /** Time passes only while a host waits to renew the lease, so that the test decides when it does. */
  function steps() {
    const waiting: (() => void)[] = [];
    return {
      pause: () => new Promise<void>((resolve) => void waiting.push(resolve)),
      async step(seconds: number) {
        clock.advance(seconds);
        for (const go of waiting.splice(0)) go();
        await turns();
      },
    };
  }

  it('keeps the lease, so that no other host starts it', async () => {
    const task = longTask();
    const { pause, step } = steps();
    const first = await hostWith([task], { pause }, false);
    const second = await hostWith([task], { pause });
    valueOf(await first.core.rails.start());
    const pass = first.core.work.runJobs();
    await task.begun;
    for (let step10 = 0; step10 < 12; step10++) {
      await step(10);
      await second.core.work.runJobs();
    }
    expect(task.runs).toBe(1);
    task.end(60);
    await pass;
    expect([await dueInSeconds(), reports]).toEqual([60, []]);
    const [job] = await jobs();
    expect(job).toMatchObject({ leaseUntil: 0, attempts: 0 });
  });

  it('changes nothing after its lease has passed to another host', async () => {
    const [stuck, other] = [longTask(), countingTask('exchange', 500)];
    const never = (): Promise<never> => new Promise(() => undefined);
    const first = await hostWith([stuck], { pause: never }, false);
    const second = await hostWith([other], { pause: never });
    valueOf(await first.core.rails.start());
    const pass = first.core.work.runJobs();
    await stuck.begun;
    clock.advance(31);
    await second.core.work.runJobs();
    expect([other.runs, await dueInSeconds()]).toEqual([1, 500]);
    stuck.end(5);
    await pass;
    expect(await dueInSeconds()).toBe(500);
    const [job] = await jobs();
    expect(job).toMatchObject({ attempts: 0, lastError: null });
  });

  it('notices at the next renewal that the lease has passed to another host', async () => {
    const [stuck, other] = [longTask(), countingTask('exchange', 500)];
    const { pause, step } = steps();
    const first = await hostWith([stuck], { pause }, false);
    const second = await hostWith([other]);
    valueOf(await first.core.rails.start());
    const pass = first.core.work.runJobs();
    await stuck.begun;
    clock.advance(31);
    await second.core.work.runJobs();
    await step(0);
    stuck.end(5);
    await pass;
    expect([other.runs, await dueInSeconds()]).toEqual([1, 500]);
    expect(reports).toMatchObject([{ what: 'a job failed', details: { subject: 'acme-bank/exchange' } }]);
  });

  it('goes on while the database is away for less than the lease', async () => {
    const task = longTask();
    const { pause, step } = steps();
    let away = false;
    const { units } = storage;
    const flaky: CorePorts['storage'] = {
      ...storage,
      units: {
        ...units,
        run: async (tenant, work, traffic) =>
          away
            ? { ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'no database' } }
            : units.run(tenant, work, traffic),
      },
    };
    const first = await hostWith([task], { pause, storage: flaky }, false);
    valueOf(await first.core.rails.start());
    const pass = first.core.work.runJobs();
    await task.begun;
    away = true;
    await step(10);
    away = false;
    await step(10);
    task.end(60);
    await pass;
    expect(await dueInSeconds()).toBe(60);
  });
});
