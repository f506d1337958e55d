import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  err,
  type Id,
  instant,
  ok,
  readAll,
  type Result,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { fixedClock, type FixedClock, seededRandom } from '../testing/ports.js';
import { recordedTracing } from '../testing/tracing.js';
import { FAILED_ATTEMPTS } from './failed-attempt.js';
import { type AskOutside, finish, type Job, type JobHandler, type JobKind, JOBS, schedule } from './job.js';
import { NO_OBSERVER } from './observe-work.js';
import { createJobRunner, inOneUnit, type JobRunner, type JobRunnerPorts } from './run-jobs.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');

let clock: FixedClock;
let units: UnitOfWork;
let ports: JobRunnerPorts;
let runner: JobRunner;
let reported: string[];
let lostLeases: string[];
/** The subjects of the finished jobs, in order. */
let ended: string[];
let contextOf: JobRunnerPorts['contextOf'];
const handlers: Partial<Record<JobKind, JobHandler>> = {};
const ids = createIds(fixedClock(), seededRandom('jobs'));

const failed = () => units.read(tenant, (reads) => readAll(reads, FAILED_ATTEMPTS));

const context = (): Context => ({
  tenant,
  actor: { kind: 'system' },
  requestId: 'test',
  now: clock.now(),
  hostNow: clock.now(),
});
const end = (job: Job) =>
  units.run(tenant, async (tx) => {
    finish(tx, job);
    ended.push(job.subject);
    return ok();
  });
const plan = (kind: JobKind, ...subjects: readonly string[]) =>
  units.run(tenant, async (tx) => {
    for (const subject of subjects) schedule({ tx, ctx: context(), ids }, { kind, subject, dueAt: clock.now() });
    return ok();
  });
const waiting = async () => (await units.read(tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 1000 }))).rows;
const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name} ${i}`);
/** Lets the event loop turn often enough for all work that waits for nothing but the storage. */
const letWorkRun = async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A handler that calls this rail and finishes the job when it answers. */
const asking =
  (rail: string, question: () => Promise<unknown>): JobHandler =>
  async (_ctx, job, ask: AskOutside) => {
    const asked = await ask(rail, question);
    return asked.ok ? end(job) : asked;
  };

beforeEach(() => {
  clock = fixedClock();
  const storage = createMemoryStorage();
  units = storage.units;
  reported = [];
  lostLeases = [];
  ended = [];
  contextOf = async () => context();
  handlers['fees.sweep'] = (_ctx, job) => end(job);
  ports = {
    units,
    jobs: storage.jobs,
    clock,
    contextOf: (of) => contextOf(of),
    handlers: handlers as Record<JobKind, JobHandler>,
    tracing: null,
    report: (job, reason) => reported.push(`${job.subject}: ${reason}`),
    observer: { ...NO_OBSERVER, leaseLost: (of) => lostLeases.push(of) },
  };
  runner = createJobRunner(ports);
});

describe('a job runner', () => {
  it('runs all due jobs and returns their number', async () => {
    await plan('fees.sweep', ...numbered('quote', 200));
    expect(await runner.runDue()).toBe(200);
    expect(ended).toHaveLength(200);
    expect(await runner.runDue()).toBe(0);
  });

  it('works on at most 64 jobs, and claims more once half of them are done', async () => {
    const working: (() => void)[] = [];
    handlers['fees.sweep'] = async (_ctx, job) => {
      await new Promise<void>((resolve) => working.push(resolve));
      return end(job);
    };
    const limits: number[] = [];
    const { claim } = ports.jobs;
    ports = { ...ports, jobs: { ...ports.jobs, claim: (of) => (limits.push(of.limit), claim(of)) } };
    runner = createJobRunner(ports);
    await plan('fees.sweep', ...numbered('quote', 100));
    const pass = runner.runDue();
    await letWorkRun();
    expect([limits, working.length]).toEqual([[64], 64]);
    for (const done of working.splice(0, 31)) done();
    await letWorkRun();
    expect([limits, ended.length]).toEqual([[64], 31]);
    working.shift()!();
    await letWorkRun();
    expect([limits, ended.length]).toEqual([[64, 32], 32]);
    handlers['fees.sweep'] = (_ctx, job) => end(job);
    for (const done of working.splice(0)) done();
    expect(await pass).toBe(100);
  });

  it('does not report a failure of a job that another job of the same pass has ended', async () => {
    handlers['refund.advance'] = async (_ctx, job) => {
      if (job.subject === 'retry') await letWorkRun();
      return units.run(job.tenant, async (tx) => {
        const { rows } = await tx.list(JOBS, { order: 'asc', limit: 2 });
        for (const each of rows) if (each.id !== job.id) tx.remove(JOBS, each);
        finish(tx, job);
        return ok();
      });
    };
    await plan('refund.advance', 'check', 'retry');
    await runner.runDue();
    expect([await waiting(), reported, lostLeases]).toEqual([[], [], ['job']]);
  });

  it('does not count a lease as lost if a failure cannot be recorded for another reason', async () => {
    handlers['fees.sweep'] = async () => err('CONFLICT', 'not yet');
    await plan('fees.sweep', 'quote');
    const refusing = { ...units, run: async () => err('SERVICE_UNAVAILABLE', 'too many units') } as UnitOfWork;
    await createJobRunner({ ...ports, units: refusing }).runDue();
    expect([reported, lostLeases]).toEqual([['quote: CONFLICT: not yet'], []]);
    expect((await waiting())[0]).toMatchObject({ lastError: null, leaseUntil: instant(clock.now() + 30_000) });
  });

  it('does not let a hanging rail delay other rails or other jobs', async () => {
    let answer: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (answer = resolve));
    handlers['payout.submit'] = asking('silent', () => silence);
    handlers['payout.check'] = asking('quick', async () => undefined);
    await plan('payout.submit', ...numbered('silent', 100));
    const pass = runner.runDue();
    await letWorkRun();
    await plan('payout.check', 'quick');
    await plan('fees.sweep', 'quote');
    expect(runner.runDue()).toBe(pass);
    await letWorkRun();
    expect(ended.sort()).toEqual(['quick', 'quote']);
    answer();
    expect(await pass).toBe(102);
    expect(ended).toHaveLength(102);
  });

  it('postpones the jobs of a rail with too many calls in progress, and runs the others', async () => {
    let answer: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (answer = resolve));
    handlers['payout.submit'] = asking('silent', () => silence);
    await plan('payout.submit', ...numbered('silent', 300));
    await plan('fees.sweep', 'quote');
    const pass = runner.runDue();
    await letWorkRun();
    expect(ended).toEqual(['quote']);
    expect(reported).toHaveLength(300 - 256);
    expect(reported[0]).toMatch('SERVICE_UNAVAILABLE: 256 calls to silent are in progress');
    // A job that is only postponed has made no attempt.
    expect(await failed()).toEqual([]);
    answer();
    await pass;
    clock.advance(1);
    await runner.runDue();
    expect(await waiting()).toEqual([]);
  });

  it('keeps the failed attempts of work about payments, which pages show, and of no other', async () => {
    handlers['payout.submit'] = handlers['code.send'] = async () => err('SERVICE_UNAVAILABLE', 'the service is down');
    await plan('payout.submit', 'payment');
    await plan('code.send', 'code');
    await runner.runDue();
    expect((await failed()).map(({ subject, count }) => [subject, count])).toEqual([['payment', 1]]);
  });

  it('gives an answer from outside a context with the time of its arrival', async () => {
    const times: number[] = [];
    handlers['payout.submit'] = async (ctx, job, ask) => {
      const asked = await ask('slow', async () => clock.advance(9));
      if (!asked.ok) return asked;
      times.push(ctx.hostNow, asked.value.ctx.hostNow);
      return end(job);
    };
    await plan('payout.submit', 'payment');
    const began = clock.now();
    await runner.runDue();
    expect(times).toEqual([began, began + 9_000]);
  });

  it('gives its handler the trace of the unit that scheduled it, also after an answer from outside', async () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const seen: unknown[] = [];
    handlers['payout.submit'] = async (ctx, job, ask) => {
      const asked = await ask('rail', async () => null);
      seen.push(job.trace, ctx.trace, asked.ok && asked.value.ctx.trace);
      return end(job);
    };
    await units.run(tenant, async (tx) => {
      const due = { kind: 'payout.submit', dueAt: clock.now() } as const;
      schedule({ tx, ctx: { ...context(), trace }, ids }, { ...due, subject: 'traced' });
      schedule({ tx, ctx: context(), ids }, { ...due, subject: 'untraced' });
      return ok();
    });
    await runner.runDue();
    expect(seen).toEqual([trace, trace, trace, null, null, null]);
  });

  describe('with spans', () => {
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const planTraced = (of: Partial<Context> = {}) =>
      units.run(tenant, async (tx) => {
        const due = { kind: 'payout.submit', subject: 'traced', dueAt: clock.now() } as const;
        schedule({ tx, ctx: { ...context(), trace, ...of }, ids }, due);
        return ok();
      });
    /** Runs the due jobs with a runner that records spans; returns these. */
    const spansOf = async () => {
      const tracing = recordedTracing();
      await createJobRunner({ ...ports, tracing }).runDue();
      return tracing.spans;
    };

    it('runs a job in a span of the trace that scheduled it, which is the trace of its context', async () => {
      const seen: unknown[] = [];
      handlers['payout.submit'] = async (ctx, job, ask) => {
        const asked = await ask('rail', async () => null);
        seen.push(ctx.trace, asked.ok && asked.value.ctx.trace);
        return end(job);
      };
      await planTraced();
      clock.advance(60);
      const [span, ...others] = await spansOf();
      expect(others).toEqual([]);
      expect(span).toMatchObject({
        name: 'job payout.submit',
        kind: 'consumer',
        attributes: { 'corridor.job': 'payout.submit', 'corridor.attempts': 1 },
        parent: trace,
        link: null,
        failed: null,
      });
      expect(seen).toEqual([span!.trace, span!.trace]);
    });

    it('starts a linked trace for a job that runs more than a minute after it was written', async () => {
      handlers['payout.submit'] = (_ctx, job) => end(job);
      await planTraced();
      clock.advance(60.001);
      expect(await spansOf()).toMatchObject([{ parent: null, link: trace, failed: null }]);
    });

    it('measures that minute on the clock of the host, also if the clock of the tenant is ahead', async () => {
      handlers['payout.submit'] = (_ctx, job) => end(job);
      await planTraced({ now: instant(clock.now() + 3_600_000) });
      expect(await spansOf()).toMatchObject([{ parent: trace, link: null }]);
    });

    it.each([
      ['returns an error', async () => err('SERVICE_UNAVAILABLE', 'no'), 'SERVICE_UNAVAILABLE'],
      ['throws', () => Promise.reject(new TypeError('no')), 'TypeError'],
    ] as [string, JobHandler, string][])(
      'fails the span of a job whose handler %s, and retries it in a linked trace',
      async (_, fails, code) => {
        handlers['payout.submit'] = fails;
        await planTraced();
        expect(await spansOf()).toMatchObject([{ parent: trace, link: null, failed: code }]);
        handlers['payout.submit'] = (_ctx, job) => end(job);
        clock.advance(1);
        expect(await spansOf()).toMatchObject([{ parent: null, link: trace, failed: null }]);
        expect(reported).toHaveLength(1);
      },
    );

    it('starts a trace for a job that was scheduled without one', async () => {
      await plan('fees.sweep', 'quote');
      expect(await spansOf()).toMatchObject([{ name: 'job fees.sweep', parent: null, link: null }]);
    });
  });

  it.each([
    ['returns an error', async () => err('INTERNAL_ERROR', 'no'), 'job: INTERNAL_ERROR: no'],
    ['throws', () => Promise.reject(new TypeError('no')), 'job: TypeError: no'],
  ] as [string, JobHandler, string][])(
    'retries a job whose handler %s, with a growing delay',
    async (_, fails, told) => {
      handlers['payout.submit'] = fails;
      await plan('payout.submit', 'job');
      for (const delay of [1, 2, 4]) {
        const [planned] = await waiting();
        expect(planned!.dueAt).toBeLessThanOrEqual(clock.now());
        await runner.runDue();
        expect((await waiting())[0]).toMatchObject({
          dueAt: instant(clock.now() + delay * 1000),
          lastError: told.slice(5),
        });
        clock.advance(delay);
      }
      expect(reported).toEqual([told, told, told]);
    },
  );

  it('runs the other jobs if a context cannot be read, and that job when its lease ends', async () => {
    let failing = true;
    contextOf = async () => {
      if (failing) throw new Error('no settings');
      return context();
    };
    await plan('fees.sweep', 'unlucky');
    expect(await runner.runDue()).toBe(1);
    expect(reported).toContain('unlucky: Error: no settings');
    failing = false;
    await plan('fees.sweep', 'lucky');
    await runner.runDue();
    expect(ended).toEqual(['lucky']);
    clock.advance(30);
    await runner.runDue();
    expect(ended).toEqual(['lucky', 'unlucky']);
  });

  describe('whose clock jumps to 2099 and back', () => {
    const YEARS = 73 * 365 * 24 * 3600;

    it('runs jobs that were written or failed meanwhile after their original delay', async () => {
      handlers['payout.submit'] = async () => err('SERVICE_UNAVAILABLE');
      await plan('payout.submit', 'failed');
      clock.advance(YEARS);
      await plan('fees.sweep', 'planned');
      handlers['fees.sweep'] = async () => err('CONFLICT');
      await runner.runDue();
      clock.advance(-YEARS);
      handlers['payout.submit'] = (_ctx, job) => end(job);
      handlers['fees.sweep'] = (_ctx, job) => end(job);
      await runner.runDue();
      expect(ended).toEqual([]);
      clock.advance(1);
      await runner.runDue();
      expect(ended.sort()).toEqual(['failed', 'planned']);
    });

    it('lets another host claim jobs that were leased meanwhile', async () => {
      let answer: () => void = () => undefined;
      handlers['payout.submit'] = asking('silent', () => new Promise<void>((resolve) => (answer = resolve)));
      await plan('payout.submit', 'leased');
      clock.advance(YEARS);
      void runner.runDue();
      await letWorkRun();
      expect((await waiting())[0]?.leaseUntil).toBe(clock.now() + 30_000);
      clock.advance(-YEARS);
      const jobs = { ...handlers, 'payout.submit': (_ctx: Context, job: Job) => end(job) };
      const other = createJobRunner({ ...ports, handlers: jobs as Record<JobKind, JobHandler> });
      await other.runDue();
      expect(ended).toEqual(['leased']);
      answer();
      await letWorkRun();
      expect(await waiting()).toEqual([]);
      expect(lostLeases).toEqual(['job']);
      expect(reported, 'the job did not fail').toEqual([]);
    });

    it('respects the leases of hosts whose clocks are slightly ahead', async () => {
      await plan('fees.sweep', 'theirs');
      const ahead = instant(clock.now() + 5_000);
      const claimed = await ports.jobs.claim({ now: ahead, leaseUntil: instant(ahead + 30_000), limit: 1 });
      await runner.runDue();
      expect(await waiting()).toEqual(claimed);
    });
  });

  it('stops even if its claims fail', async () => {
    const storage = createMemoryStorage();
    let refuse: (error: Error) => void = () => undefined;
    const jobs = { ...storage.jobs, claim: () => new Promise<never>((_, reject) => (refuse = reject)) };
    const { units } = storage;
    const away = createJobRunner({
      units,
      jobs,
      clock,
      contextOf,
      handlers: handlers as never,
      tracing: null,
      report: () => undefined,
      observer: NO_OBSERVER,
    });
    const pass = away.runDue().catch((error: Error) => error.message);
    await letWorkRun();
    const stopping = away.stop();
    refuse(new Error('the database is away'));
    await stopping;
    expect(await pass).toBe('the database is away');
  });

  it('stops after the jobs in progress are done, and claims no others', async () => {
    let answer: () => void = () => undefined;
    const silence = new Promise<void>((resolve) => (answer = resolve));
    handlers['payout.submit'] = asking('silent', () => silence);
    await plan('payout.submit', 'in hand');
    void runner.runDue();
    await letWorkRun();
    let stopped = false;
    const stopping = runner.stop().then(() => (stopped = true));
    await plan('fees.sweep', 'late');
    void runner.runDue();
    await letWorkRun();
    expect([stopped, ended]).toEqual([false, []]);
    answer();
    await stopping;
    expect(ended).toEqual(['in hand']);
    expect(await runner.runDue()).toBe(0);
  });
});

describe('a handler that works in one unit', () => {
  const working = (result: Result<void>) =>
    inOneUnit(units, async (tx, ctx, job) => {
      schedule({ tx, ctx, ids }, { kind: 'blob.sweep', subject: `of ${job.subject}`, dueAt: clock.now() });
      return result;
    });
  const left = async () => (await waiting()).map(({ kind, subject }) => `${kind} ${subject}`);

  it('ends its job together with its work', async () => {
    handlers['fees.sweep'] = working(ok());
    handlers['blob.sweep'] = async () => err('SERVICE_UNAVAILABLE', 'later');
    await plan('fees.sweep', 'a');
    await runner.runDue();
    expect(await left()).toEqual(['blob.sweep of a']);
  });

  it('leaves its job, and nothing of its work, if the work fails', async () => {
    handlers['fees.sweep'] = working(err('CONFLICT', 'not yet'));
    await plan('fees.sweep', 'a');
    await runner.runDue();
    expect(await left()).toEqual(['fees.sweep a']);
    expect(reported).toEqual(['a: CONFLICT: not yet']);
    expect((await waiting())[0]).toMatchObject({ lastError: 'CONFLICT: not yet', attempts: 1, leaseUntil: 0 });
  });
});
