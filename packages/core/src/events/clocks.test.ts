import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { type Context, createIds, type Id, type Instant, newRecord, ok, tenantKey, type Tx } from '../kernel/index.js';
import { seededRandom } from '../testing/ports.js';
import { createClockCheck } from './clock-check.js';
import { createClockCatchUp, hasFailed, type Job, JOB_LEASE_LOST, JOBS, reschedule, schedule } from './index.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const AHEAD = 60_000;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: (NOW + AHEAD) as Instant, hostNow: NOW };
const ids = createIds({ now: () => NOW }, seededRandom());

it('the clock of a host is checked every 5 seconds, and at once when it has gone back', async () => {
  const corrections: unknown[] = [];
  const correctClock = async (correction: object) => {
    corrections.push(correction);
    return 0;
  };
  const check = createClockCheck({ correctClock }, 90);
  const at = (seconds: number) => (NOW + seconds * 1_000) as Instant;
  const correction = (seconds: number) => ({ now: at(seconds), latest: at(seconds + 95) });
  expect([await check(at(0)), corrections.splice(0)]).toEqual([false, [correction(0)]]);
  expect([await check(at(0)), corrections.splice(0)]).toEqual([false, []]);
  expect([await check(at(4.999)), corrections.splice(0)]).toEqual([false, []]);
  expect([await check(at(5)), corrections.splice(0)]).toEqual([false, [correction(5)]]);
  expect([await check(at(4)), corrections.splice(0)]).toEqual([true, [correction(4)]]);
  expect([await check(at(8)), corrections.splice(0)]).toEqual([false, []]);
  expect([await check(at(9)), corrections.splice(0)]).toEqual([false, [correction(9)]]);
});

describe('work that a moved test clock has made due', () => {
  /** A catch-up whose looks at the due work find these numbers of moved rows, and then due jobs and events. */
  function world({
    moved = [],
    jobsDue = [],
    eventsDue = [],
    work = [],
    paused = true,
  }: {
    readonly moved?: readonly (readonly [jobs: number, events: number])[];
    readonly jobsDue?: readonly boolean[];
    readonly eventsDue?: readonly boolean[];
    readonly work?: readonly (number | Error)[];
    readonly paused?: boolean;
  }) {
    const calls: unknown[] = [];
    const [moves, dueJobs, dueEvents, works] = [[...moved], [...jobsDue], [...eventsDue], [...work]];
    let looked: readonly [number, number] = [0, 0];
    const { units } = createMemoryStorage();
    const catchUp = createClockCatchUp({
      units,
      clock: { now: () => NOW },
      contextOf: async () => ctx,
      resume: (of) => void calls.push(['resume', of]),
      endOverdue: async (of) => {
        calls.push(['end overdue', of]);
        return 0;
      },
      work: async () => {
        calls.push('work');
        const done = works.shift() ?? 0;
        if (done instanceof Error) throw done;
        return done;
      },
      pause: paused ? async (milliseconds) => void calls.push(milliseconds) : null,
      report: (error) => void calls.push(error),
      jobs: {
        moveDue: async (move: object) => {
          expect(move).toEqual({ tenant, offset: AHEAD, now: NOW });
          looked = moves.shift() ?? [0, 0];
          return looked[0];
        },
        isDue: async () => dueJobs.shift() ?? false,
      } as never,
      outbox: { moveDue: async () => looked[1], isDue: async () => dueEvents.shift() ?? false } as never,
    });
    return { ...catchUp, units, calls };
  }
  const begin = [
    ['end overdue', tenant],
    ['resume', tenant],
  ];

  it('is what was moved and what is due, of jobs and of events', async () => {
    expect(await world({ moved: [[2, 3]] }).move(ctx)).toBe(5);
    for (const due of [{ moved: [[1, 0]] }, { moved: [[0, 1]] }, { jobsDue: [true] }, { eventsDue: [true] }] as const) {
      const { catchUp, calls } = world(due as never);
      await catchUp(tenant);
      expect(calls).toEqual([...begin, 'work', 4, ['resume', tenant]]);
    }
    const { catchUp, calls } = world({});
    await catchUp(tenant);
    expect(calls).toEqual(begin);
  });

  it('is awaited with longer and longer pauses, for at most 5 seconds', async () => {
    const { catchUp, calls } = world({ jobsDue: Array.from({ length: 1_000 }, () => true) });
    await catchUp(tenant);
    const pauses = calls.filter((call) => typeof call === 'number');
    expect(pauses.slice(0, 8)).toEqual([4, 8, 16, 32, 64, 100, 100, 100]);
    expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(5_024);
  });

  it('is reported if it fails, and looked at again', async () => {
    const failure = new Error('no database');
    const { catchUp, calls } = world({ jobsDue: [true], work: [failure] });
    await catchUp(tenant);
    expect(calls).toContain(failure);
    expect(calls.filter((call) => call === 'work')).toHaveLength(1);
  });

  it('is done to its end if the embedder cannot wait', async () => {
    const due = { paused: false, jobsDue: [true, true, true, true] };
    const { catchUp, calls } = world({ ...due, work: [2, 1, 0, 5] });
    await catchUp(tenant);
    expect(calls).toEqual([...begin, 'work', ['resume', tenant], 'work', ['resume', tenant], 'work']);
    const nothing = world({ paused: false });
    await nothing.catchUp(tenant);
    expect(nothing.calls).toEqual(begin);
  });

  it('is moved by a job, which ends in a unit of work', async () => {
    const { handler, units, calls } = world({});
    const at = { kind: 'clock.catch-up', subject: tenant, dueAt: NOW } as const;
    const id = await units.run(tenant, async (tx) => ok(schedule({ tx, ctx, ids }, at)));
    const job = (await units.read(tenant, (reads) => reads.get(JOBS, id.ok ? id.value : '')))!;
    const ask = () => Promise.reject(new Error('this job makes no outside call'));
    expect(await handler(ctx, job, ask)).toEqual(ok());
    expect(calls).toEqual([['resume', tenant]]);
    expect(await units.read(tenant, (reads) => reads.get(JOBS, job.id))).toBeNull();
    expect(await handler(ctx, job, ask)).toEqual({ ok: false, error: JOB_LEASE_LOST });
  });
});

describe('a job', () => {
  const planned = { kind: 'payout.check', subject: 'Transaction:1', dueAt: (NOW + 5) as Instant } as const;
  const { units } = createMemoryStorage();
  const add = async (over: object = {}, context = ctx): Promise<Job | null> => {
    const id = await units.run(tenant, async (tx) => ok(schedule({ tx, ctx: context, ids }, { ...planned, ...over })));
    return units.read(tenant, (reads) => reads.get(JOBS, id.ok ? id.value : ''));
  };

  it('is due in host time, is not leased, and belongs to the trace of its request', async () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const job = await add({}, { ...ctx, trace });
    expect(job).toEqual({
      ...{ ...planned, clockOffset: AHEAD, leaseUntil: 0, attempts: 0, dedupe: null, lastError: null, trace },
      ...newRecord(job!.id, ctx),
    });
    expect(job!.id).toMatch(/^Job:/);
    expect((await add())!.trace).toBeNull();
  });

  it('exists once for a key', async () => {
    expect(await add({ dedupe: 'k' })).toMatchObject({ dedupe: 'k' });
    expect(await add({ dedupe: 'k' })).toBeNull();
    expect(await add({ dedupe: 'l' })).toMatchObject({ dedupe: 'l' });
  });

  it('is scheduled again with its error and its attempts, or without both', async () => {
    const { id } = (await add())!;
    const stored = () => units.read(tenant, (reads) => reads.get(JOBS, id));
    const change = (how: (tx: Tx, job: Job) => void) =>
      units.run(tenant, async (tx) => ok(how(tx, (await tx.get(JOBS, id))!)));
    await change((tx, job) =>
      tx.change(JOBS, job, { ...job, attempts: 3, leaseUntil: NOW, clockOffset: 0, version: 2 }),
    );
    await change((tx, job) => reschedule(tx, ctx, job, 7, 'no answer'));
    const again = { leaseUntil: 0, clockOffset: AHEAD, updatedAt: ctx.now };
    expect(await stored()).toMatchObject({ ...again, attempts: 3, lastError: 'no answer', dueAt: NOW + 7_000 });
    await change((tx, job) => reschedule(tx, ctx, job, 8));
    expect(await stored()).toMatchObject({ ...again, attempts: 0, lastError: null, dueAt: NOW + 8_000 });
  });

  it('has failed before if it is claimed for the second time', () => {
    expect([0, 1, 2].map((attempts) => hasFailed({ attempts } as Job))).toEqual([false, false, true]);
  });
});
