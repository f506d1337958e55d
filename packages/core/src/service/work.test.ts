import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { describe, expect, it } from 'vitest';
import { finish, type JobHandler, JOB_KINDS, NO_OBSERVER, schedule } from '../events/index.js';
import { type Context, createIds, type Id, ok, tenantKey } from '../kernel/index.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import { createWork, type WorkPorts } from './work.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');

function world() {
  const { units, jobs, outbox } = createMemoryStorage();
  const clock = fixedClock();
  const ids = createIds(clock, seededRandom());
  const calls: string[] = [];
  const reports: string[] = [];
  const context = (): Context => ({
    tenant,
    actor: { kind: 'system' },
    requestId: 'test',
    now: clock.now(),
    hostNow: clock.now(),
  });
  const add = (subject: string) =>
    units.run(tenant, async (tx) =>
      ok(schedule({ tx, ctx: context(), ids }, { kind: 'fees.sweep', subject, dueAt: clock.now() })),
    );
  /** A job that schedules another job, emits an event, or does neither. */
  const sweep: JobHandler = async (ctx, job) => {
    calls.push(`job ${job.subject}`);
    if (job.subject === 'fails') throw new Error('no rail');
    if (job.subject === 'first') await add('second');
    if (job.subject === 'second') events = 1;
    return units.run(ctx.tenant, async (tx) => ok(finish(tx, job)));
  };
  let events = 0;
  let quotes = 0;
  const none = Object.fromEntries(JOB_KINDS.map((kind) => [kind, sweep])) as unknown as WorkPorts['handlers'];
  const work = createWork({
    units,
    jobs,
    outbox,
    clock,
    contextOf: async () => context(),
    handlers: none,
    tracing: null,
    pause: null,
    report: (what, details) => reports.push(`${what}: ${String(details['reason'] ?? details['cause'])}`),
    observer: NO_OBSERVER,
    reportSafeguarding: async () => 0,
    refreshRates: async () => void calls.push('rates'),
    deliverEvents: async () => {
      const delivered = events;
      events = 0;
      if (delivered > 0) {
        calls.push('event');
        await add('last');
      }
      return delivered;
    },
    resumeEvents: (of) => void calls.push(`resume ${of === tenant}`),
    stopEvents: async () => void calls.push('stopped'),
    expireOverdue: async () => {
      const expired = quotes;
      quotes = 0;
      if (expired > 0) calls.push('quote');
      return expired;
    },
    endOverdue: async (of) => {
      calls.push(`end overdue ${of === tenant}`);
      return 0;
    },
    sealJournal: async () => ({}) as never,
    archiveEvents: async () => ({}) as never,
    eraseVouchers: async () => [],
    foldFigures: async () => ({}) as never,
    runAudits: async () => 0,
    stopAudits: () => undefined,
    forgetAnswers: async () => 0,
    fillMissingWords: async () => 0,
  });
  return { work, add, calls, reports, tell: () => void (events = 1), expire: () => void (quotes = 1) };
}

describe('background work', () => {
  it('is drained until nothing is left, including work that it causes', async () => {
    const { work, add, calls, expire } = world();
    await add('first');
    await work.drain();
    expect(calls).toEqual(['rates', 'job first', 'job second', 'event', 'job last']);
    calls.length = 0;
    await work.drain();
    expect(calls).toEqual(['rates']);
    expire();
    await work.drain();
    expect(calls).toEqual(['rates', 'rates', 'quote']);
  });

  it('ends what is overdue, then runs the jobs and events of a tenant whose clock was moved', async () => {
    const { work, add, calls, tell } = world();
    tell();
    await add('only');
    await work.catchUp(tenant);
    expect(calls.slice(0, 2)).toEqual(['end overdue true', 'resume true']);
    expect(calls).toEqual(expect.arrayContaining(['job only', 'event', 'job last']));
  });

  it('reports failed jobs, and stops all of its parts', async () => {
    const { work, add, calls, reports } = world();
    await add('fails');
    await work.runJobs();
    expect(reports).toEqual(['a job failed: Error: no rail']);
    await work.stop();
    expect(calls.at(-1)).toBe('stopped');
    await add('first');
    expect(await work.runJobs()).toBe(0);
  });
});
