import { EVENTS, type Job, JOBS } from '../../events/index.js';
import { instant, ok } from '../../kernel/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { ALICE, BOB, event, job, SHORT, T0 } from './records.js';
import { ids, worker } from './worker.js';

/** Work follows the test clock of its tenant, and a host clock that was ahead has no lasting effect. */
export function clockCases(runner: TestRunner, storage: OpenStorage): void {
  const { describe, expect } = runner;
  const { test, schedule, emit, jobs, events } = worker(runner, storage);

  describe('when the clock of a tenant is moved', () => {
    const HOUR = 3_600_000;
    const move = (offset: number, now: number = T0) => {
      const by = { tenant: ALICE, offset, now: instant(now) };
      return Promise.all([storage.jobs.moveDue(by), storage.outbox.moveDue(by)]);
    };
    const at = (milliseconds: number) => instant(T0 + milliseconds);

    test('moves waiting work forward by as much, once, and only for that tenant', async () => {
      await schedule(job('Job:1', { dueAt: at(HOUR + 5) }), job('Job:2', { dueAt: at(HOUR + 5), tenant: BOB }));
      await emit(
        event('Webhook:1', { nextAttemptAt: at(HOUR + 5) }),
        event('Webhook:2', { nextAttemptAt: at(HOUR + 5), tenant: BOB }),
        event('Webhook:3', { nextAttemptAt: at(HOUR + 5), status: 'FAILED' }),
      );
      expect(await move(HOUR)).toEqual([1, 1]);
      expect(await move(HOUR)).toEqual([0, 0]);
      expect([await jobs(T0 + 4), await events(T0 + 4)]).toEqual([[], []]);
      expect(await jobs(T0 + 5)).toMatchObject([{ id: 'Job:1', dueAt: at(5), clockOffset: HOUR }]);
      expect(await events(T0 + 5)).toMatchObject([{ id: 'Webhook:1', nextAttemptAt: at(5), clockOffset: HOUR }]);
    });

    test('moves each by the difference of its own clock', async () => {
      await schedule(
        job('Job:1', { dueAt: at(HOUR), clockOffset: HOUR }),
        job('Job:2', { dueAt: at(HOUR), clockOffset: HOUR - 7 }),
      );
      expect((await move(HOUR))[0]).toBe(1);
      expect(ids(await jobs(T0 + HOUR - 7))).toEqual(['Job:2']);
      expect(ids(await jobs(T0 + HOUR))).toEqual(['Job:1']);
    });

    test('does not move leased work, and invalidates versions that were read before', async () => {
      const [leased, free] = [job('Job:1'), job('Job:2', { dueAt: at(HOUR) })];
      await schedule(leased, free);
      const [claimed] = await jobs(T0);
      expect((await move(HOUR))[0]).toBe(1);
      const remove = (job: Job) =>
        storage.units.run(ALICE, async (tx) => {
          tx.remove(JOBS, job, SHORT);
          return ok();
        });
      expect(await remove(claimed!)).toMatchObject({ ok: true });
      expect(await remove(free)).toMatchObject({ ok: false });
      expect((await move(HOUR, T0 + 30_000))[0]).toBe(0);
    });

    test('moves more work than fits into one turn', async () => {
      const many = Array.from({ length: 2_345 }, (_, i) => i);
      await schedule(...many.map((i) => job(`Job:${i}`, { dueAt: at(HOUR) })));
      await emit(...many.map((i) => event(`Webhook:${i}`, { resource: `r${i % 7}`, nextAttemptAt: at(HOUR) })));
      expect(await move(HOUR)).toEqual([2_345, 2_345]);
      expect(await storage.outbox.nextDue()).toBe(T0);
    });

    test('reports leased and free work as due, but not an event behind an earlier one', async () => {
      const due = (now: number) =>
        Promise.all([storage.jobs.isDue(ALICE, instant(now)), storage.outbox.isDue(ALICE, instant(now))]);
      await schedule(job('Job:1', { dueAt: at(5) }), job('Job:2', { tenant: BOB }));
      await emit(
        event('Webhook:1', { resource: 'a', nextAttemptAt: at(5) }),
        event('Webhook:2', { resource: 'a', nextAttemptAt: at(0) }),
        event('Webhook:3', { tenant: BOB }),
      );
      expect(await due(T0 + 4)).toEqual([false, false]);
      expect(await due(T0 + 5)).toEqual([true, true]);
      await jobs(T0 + 5);
      await events(T0 + 5);
      expect(await due(T0 + 5)).toEqual([true, true]);
    });
  });

  describe('work that a clock that was ahead has written', () => {
    const YEARS = 73 * 365 * 24 * 3_600_000;
    const LATEST = T0 + 35_000;
    const at = (milliseconds: number) => instant(T0 + milliseconds);
    const correct = (now = T0, latest = LATEST) => {
      const correction = { now: instant(now), latest: instant(latest) };
      return Promise.all([storage.jobs.correctClock(correction), storage.outbox.correctClock(correction)]);
    };

    test('is due after its original delay, counted from now, once', async () => {
      await schedule(
        job('Job:ahead', { dueAt: at(YEARS + 300_000), updatedAt: at(YEARS) }),
        job('Job:right', { dueAt: at(YEARS) }),
        job('Job:skewed', { dueAt: at(300_000), updatedAt: at(35_000) }),
      );
      await emit(
        event('Webhook:ahead', { nextAttemptAt: at(YEARS + 5_000), updatedAt: at(YEARS) }),
        event('Webhook:other', { nextAttemptAt: at(YEARS), updatedAt: at(YEARS), tenant: BOB }),
        event('Webhook:right', { nextAttemptAt: at(1_800_000) }),
        event('Webhook:sent', { nextAttemptAt: at(YEARS), updatedAt: at(YEARS), status: 'DELIVERED' }),
      );
      expect(await correct()).toEqual([1, 2]);
      expect(await correct()).toEqual([0, 0]);
      const read = await storage.units.read(null, async (reads) => [
        await reads.get(JOBS, 'Job:ahead'),
        await reads.get(EVENTS, 'Webhook:ahead'),
      ]);
      expect(read).toMatchObject([
        { dueAt: at(300_000), updatedAt: T0, version: 2 },
        { nextAttemptAt: at(5_000), updatedAt: T0, version: 2 },
      ]);
      expect(ids(await jobs(T0 + 300_000)).sort()).toEqual(['Job:ahead', 'Job:skewed']);
      expect(ids(await events(T0 + 5_000)).sort()).toEqual(['Webhook:ahead', 'Webhook:other']);
    });

    test('delays the events behind it no longer than itself', async () => {
      const [resource, written] = ['r', at(YEARS)];
      await emit(
        event('Webhook:refused', { resource, attempts: 1, nextAttemptAt: at(YEARS + 5_000), updatedAt: written }),
        event('Webhook:behind', { resource }),
      );
      expect(await events(at(1_000))).toEqual([]);
      await correct();
      expect(ids(await events(at(5_000)))).toEqual(['Webhook:refused']);
      const refused = (await storage.units.read(null, (reads) => reads.get(EVENTS, 'Webhook:refused')))!;
      await storage.units.run(ALICE, async (tx) =>
        ok(tx.change(EVENTS, refused, { ...refused, status: 'DELIVERED', version: refused.version + 1 })),
      );
      expect(ids(await events(at(5_000)))).toEqual(['Webhook:behind']);
    });

    test('loses leases of that clock, while other leases stay valid', async () => {
      await schedule(
        job('Job:ahead', { leaseUntil: at(YEARS), attempts: 3 }),
        job('Job:held', { leaseUntil: instant(LATEST) }),
      );
      await emit(
        event('Webhook:ahead', { leaseUntil: at(YEARS) }),
        event('Webhook:held', { leaseUntil: instant(LATEST) }),
      );
      expect([await jobs(T0), await events(T0)]).toEqual([[], []]);
      expect(await correct()).toEqual([1, 1]);
      expect(await jobs(T0)).toMatchObject([{ id: 'Job:ahead', dueAt: T0, attempts: 4 }]);
      expect(ids(await events(T0))).toEqual(['Webhook:ahead']);
    });

    test('is recognized by host time, so a tenant whose test clock was moved is not corrected', async () => {
      await schedule(job('Job:1', { dueAt: at(60_000), updatedAt: at(YEARS), clockOffset: YEARS }));
      await emit(event('Webhook:1', { nextAttemptAt: at(60_000), updatedAt: at(YEARS), clockOffset: YEARS }));
      expect(await correct()).toEqual([0, 0]);
    });
  });
}
