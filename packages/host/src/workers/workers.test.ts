import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FoldedFigures } from '@corridor/core';
import type { ArchivedEvents } from '@corridor/core/internal';
import { createWorkers, type WorkersPorts } from './workers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Workers over parts that write down their calls. `overdue`: how many quotes the next runs find. `counted` and `archived`: the results of the next runs that count and archive. */
function world({
  enabled = true,
  overdue = [] as number[],
  counted = [] as FoldedFigures[],
  archived = [] as ArchivedEvents[],
} = {}) {
  const calls = new Map<string, number>();
  const worked: number[] = [];
  const errors: unknown[] = [];
  let fails = false;
  const part =
    <T>(name: string, answer: () => T) =>
    async (): Promise<T> => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      if (fails && name === 'expireOverdue') throw new Error('no database');
      return answer();
    };
  const none = { nextDue: async () => null };
  const workers = createWorkers({
    core: {
      work: {
        runJobs: part('runJobs', () => 0),
        deliverEvents: part('deliverEvents', () => 0),
        expireOverdue: part('expireOverdue', () => overdue.shift() ?? 0),
        refreshRates: part('refreshRates', () => undefined),
        reportSafeguarding: part('reportSafeguarding', () => 0),
        runAudits: part('runAudits', () => 0),
        forgetAnswers: part('forgetAnswers', () => 0),
        fillMissingWords: part('fillMissingWords', () => 0),
        sealJournal: part('sealJournal', () => ({ rows: 0, head: null, isBehind: false })),
        eraseVouchers: part('eraseVouchers', () => []),
        archiveEvents: part('archiveEvents', () => archived.shift() ?? { rows: 0, file: null, isBehind: false }),
        foldFigures: part('foldFigures', () => counted.shift() ?? { events: 0, isBehind: false }),
        stop: async () => undefined,
      },
    },
    storage: { jobs: none, outbox: none },
    clock: { now: () => Date.now() },
    log: { error: ({ worker }: { readonly worker: string }) => errors.push(worker), info: () => undefined },
    metrics: { worked: (done: number) => worked.push(done) },
    enabled,
  } as unknown as WorkersPorts);
  return { workers, calls, worked, errors, fail: (now: boolean) => (fails = now) };
}

describe('the workers of a host', () => {
  it('look for overdue quotes every second, again at once after some were found, and until they are stopped', async () => {
    const { workers, calls, worked } = world({ overdue: [0, 7] });
    workers.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.get('expireOverdue')).toBe(1);
    await vi.advanceTimersByTimeAsync(750);
    expect(calls.get('expireOverdue')).toBe(3);
    expect(worked).toEqual([7]);
    await vi.advanceTimersByTimeAsync(1_100);
    expect(calls.get('expireOverdue')).toBe(4);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.get('expireOverdue')).toBe(4);
  });

  it('look for records without words when they start, and not again in the next minute', async () => {
    const { workers, calls } = world();
    workers.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.get('fillMissingWords')).toBe(1);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });

  it('count payments every two seconds, and soon again while there is more', async () => {
    const { workers, calls } = world({
      counted: [
        { events: 1_000, isBehind: true },
        { events: 1_000, isBehind: true },
        { events: 3, isBehind: false },
      ],
    });
    workers.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.get('foldFigures')).toBe(3);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(calls.get('foldFigures')).toBe(4);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.get('foldFigures')).toBe(4);
  });

  it('archive old events every ten minutes, and soon again while there are more', async () => {
    const file = 'events-000000000001-0123456789abcdef.archive';
    const { workers, calls } = world({ archived: [{ rows: 0, file, isBehind: true }] });
    workers.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls.get('archiveEvents')).toBe(2);
    await vi.advanceTimersByTimeAsync(590_000);
    expect(calls.get('archiveEvents')).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(calls.get('archiveEvents')).toBe(3);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });

  it('look every minute for safeguarding reports that are due', async () => {
    const { workers, calls } = world();
    workers.start();
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.get('reportSafeguarding')).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls.get('reportSafeguarding')).toBe(2);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });

  it('go on after a failure', async () => {
    const { workers, calls, errors, fail } = world();
    fail(true);
    workers.start();
    await vi.advanceTimersByTimeAsync(10);
    expect(errors).toEqual(['quotes']);
    fail(false);
    const before = calls.get('expireOverdue')!;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(calls.get('expireOverdue')).toBeGreaterThan(before);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });

  it('only refresh exchange rates where other hosts do the work', async () => {
    const { workers, calls } = world({ enabled: false });
    workers.start();
    await vi.advanceTimersByTimeAsync(3_000);
    expect([...calls.keys()]).toEqual(['refreshRates']);
    const stopped = workers.stop();
    await vi.advanceTimersByTimeAsync(100);
    await stopped;
  });
});
