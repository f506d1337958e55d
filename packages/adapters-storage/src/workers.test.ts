import {
  BALANCES,
  type BaseRecord,
  EVENTS,
  everyRecord,
  instant,
  JOBS,
  type KindOf,
  ok,
  type Job,
  type OutboxEvent,
} from '@corridor/core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from './storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';
import { ALICE, BOB, event, job, SHORT, T0 } from './testing/records.js';

const LEASE = instant(T0 + 30_000);

for (const backend of BACKENDS) {
  describe(`workers' stores of ${backend.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;

    beforeAll(async () => {
      database = await backend.create();
      const host = database.open();
      await host.migrate();
      await host.close();
    });
    afterAll(() => database.drop());

    /** A host of its own for each test, and no work that another has left. */
    beforeEach(() => {
      storage = database.open();
    });
    afterEach(async () => {
      await removeAll(JOBS);
      await removeAll(EVENTS);
      await storage.close();
    });
    const removeAll = <T extends BaseRecord>(kind: KindOf<T>) =>
      storage.units.run(null, async (tx) => {
        for await (const record of everyRecord(tx, kind)) tx.remove(kind, record);
        return ok();
      });

    const schedule = (...jobs: readonly Job[]) =>
      storage.units.run(null, async (tx) => {
        for (const each of jobs) tx.add(JOBS, each);
        return ok();
      });
    const emit = (...events: readonly OutboxEvent[]) =>
      storage.units.run(null, async (tx) => {
        for (const each of events) tx.add(EVENTS, each);
        return ok();
      });
    const jobs = (now: number, limit = 10) =>
      storage.jobs.claim({ now: instant(now), leaseUntil: instant(now + 30_000), limit });
    const none: readonly (typeof ALICE)[] = [];
    const events = (now: number, { limit = 10, perTenant = 10, except = none, untriedOnly = none } = {}) =>
      storage.outbox.claim({
        now: instant(now),
        leaseUntil: instant(now + 30_000),
        limit,
        perTenant,
        except,
        untriedOnly,
      });
    const ids = (records: readonly { readonly id: string }[]) => records.map(({ id }) => id);

    test('a due job is claimed once, and again when its lease has run out', async () => {
      const due = job('Job:1', { dueAt: instant(T0) });
      await schedule(due, job('Job:2', { dueAt: instant(T0 + 1) }));
      expect(await jobs(T0)).toEqual([{ ...due, leaseUntil: LEASE, attempts: 1, version: 2 }]);
      expect(await jobs(T0)).toEqual([]);
      expect(ids(await jobs(T0 + 30_000))).toEqual(['Job:1', 'Job:2']);
      expect(await storage.units.read(ALICE, (reads) => reads.get(JOBS, due.id))).toMatchObject({
        attempts: 2,
        version: 3,
      });
    });

    test('the jobs that are due first are claimed first, of all tenants', async () => {
      await schedule(
        job('Job:a', { dueAt: instant(T0 - 1), tenant: BOB }),
        job('Job:b', { dueAt: instant(T0 - 3) }),
        job('Job:c', { dueAt: instant(T0 - 2) }),
      );
      expect(ids(await jobs(T0, 2))).toEqual(['Job:b', 'Job:c']);
      expect(ids(await jobs(T0, 2))).toEqual(['Job:a']);
    });

    test('nextDue tells when a job can be claimed: when it is due, or when its lease ends', async () => {
      expect(await storage.jobs.nextDue()).toBeNull();
      await schedule(job('Job:1', { dueAt: instant(T0 + 5) }), job('Job:2', { dueAt: instant(T0 + 90_000) }));
      expect(await storage.jobs.nextDue()).toBe(T0 + 5);
      await jobs(T0 + 5);
      expect(await storage.jobs.nextDue()).toBe(T0 + 30_005);
    });

    test('events of one resource are claimed in order, one at a time', async () => {
      await emit(
        event('Webhook:1', { resource: 'r' }),
        event('Webhook:2', { resource: 'r' }),
        event('Webhook:3', { resource: 's' }),
      );
      const first = await events(T0);
      expect(ids(first)).toEqual(['Webhook:1', 'Webhook:3']);
      expect(first[0]).toMatchObject({ leaseUntil: LEASE, attempts: 1, version: 2 });
      expect(await events(T0)).toEqual([]);
      await storage.units.run(ALICE, async (tx) =>
        ok(tx.change(EVENTS, first[0]!, { ...first[0]!, status: 'DELIVERED', version: 3 })),
      );
      expect(ids(await events(T0))).toEqual(['Webhook:2']);
    });

    test('an event that waits for its next attempt holds up its resource and nothing else', async () => {
      await emit(
        event('Webhook:1', { resource: 'r', nextAttemptAt: instant(T0 + 50) }),
        event('Webhook:2', { resource: 'r' }),
        event('Webhook:3', { resource: 's' }),
      );
      expect(await storage.outbox.nextDue()).toBe(T0);
      expect(ids(await events(T0))).toEqual(['Webhook:3']);
      expect(await storage.outbox.nextDue()).toBe(T0 + 50);
      expect(ids(await events(T0 + 50))).toEqual(['Webhook:1']);
    });

    test('the same resource name in two tenants is two resources', async () => {
      await emit(event('Webhook:1', { resource: 'r' }), event('Webhook:2', { resource: 'r', tenant: BOB }));
      expect(ids(await events(T0)).sort()).toEqual(['Webhook:1', 'Webhook:2']);
    });

    test('no tenant gets more than its share, and the share of each comes before the rest of any', async () => {
      await emit(
        ...[1, 2, 3, 4, 5].map((i) => event(`Webhook:a${i}`, { nextAttemptAt: instant(T0 - 100 + i) })),
        ...[1, 2].map((i) => event(`Webhook:b${i}`, { tenant: BOB, nextAttemptAt: instant(T0 - i) })),
      );
      expect(ids(await events(T0, { limit: 3, perTenant: 2 }))).toEqual(['Webhook:a1', 'Webhook:b2', 'Webhook:a2']);
      expect(ids(await events(T0, { perTenant: 2, except: [ALICE] }))).toEqual(['Webhook:b1']);
      expect(ids(await events(T0, { perTenant: 2 }))).toEqual(['Webhook:a3', 'Webhook:a4']);
    });

    test('events that were never tried are claimed before retries that are due before them', async () => {
      const retries = Array.from({ length: 1_000 }, (_, i) => event(`Webhook:r${i}`, { attempts: 1 }));
      await emit(
        ...retries,
        event('Webhook:new', { nextAttemptAt: instant(T0 + 1) }),
        event('Webhook:bob', { tenant: BOB, attempts: 3 }),
      );
      const claimed = ids(await events(T0 + 1, { perTenant: 2 }));
      expect([claimed.length, claimed.includes('Webhook:new'), claimed.includes('Webhook:bob')]).toEqual([
        3,
        true,
        true,
      ]);
      await emit(event('Webhook:newer', { nextAttemptAt: instant(T0 + 2) }));
      expect(ids(await events(T0 + 2, { perTenant: 2, untriedOnly: [ALICE, BOB] }))).toEqual(['Webhook:newer']);
      expect(await events(T0 + 2, { perTenant: 2, except: [ALICE] })).toEqual([]);
      expect(await events(T0 + 2, { perTenant: 2 })).toHaveLength(2);
    });

    test('what waits behind refused events is in the way of no other, however much it is, and follows in its turn', async () => {
      const later = instant(T0 + 60_000);
      const refused = Array.from({ length: 300 }, (_, i) => `refused${i}`);
      for (const resource of refused) {
        await emit(
          event(`Webhook:${resource}`, { resource, attempts: 1, nextAttemptAt: later }),
          ...[1, 2, 3, 4].map((i) => event(`Webhook:${resource}-${i}`, { resource })),
        );
      }
      // The first claims make way.
      while ((await events(T0, { perTenant: 4 })).length > 0);
      for (let claim = 0; claim < 30; claim++) await events(T0, { perTenant: 4 });
      await emit(event('Webhook:z', { resource: 'z' }));
      expect(ids(await events(T0, { perTenant: 4 }))).toEqual(['Webhook:z']);
      expect(await storage.outbox.nextDue()).toBe(T0 + 30_000);

      const retried = await events(later, { limit: 1_000, perTenant: 1_000 });
      expect(ids(retried).sort()).toEqual([...refused.map((resource) => `Webhook:${resource}`), 'Webhook:z'].sort());
      const first = retried.find(({ resource }) => resource === 'refused0')!;
      await storage.units.run(ALICE, async (tx) => {
        const { version } = first;
        return ok(tx.change(EVENTS, first, { ...first, status: 'DELIVERED', version: version + 1 }));
      });
      expect(ids(await events(later, { perTenant: 4 }))).toEqual(['Webhook:refused0-1']);
    });

    test('events behind a busy resource are found though thousands of it are due before them', async () => {
      const busy = Array.from({ length: 1_000 }, (_, i) => event(`Webhook:busy${i}`, { resource: 'busy' }));
      await emit(...busy, event('Webhook:z', { resource: 'z', nextAttemptAt: instant(T0 + 1) }));
      expect(ids(await events(T0 + 1, { perTenant: 4 })).sort()).toEqual(['Webhook:busy0', 'Webhook:z']);
      expect(await events(T0 + 1, { perTenant: 4 })).toEqual([]);
      expect(await storage.outbox.nextDue()).toBe(T0 + 30_001);
    });

    test('a walk over many resources goes on where the last one stopped', async () => {
      const waiting = Array.from({ length: 450 }, (_, i) =>
        event(`Webhook:w${i}`, { resource: `a${String(i).padStart(3, '0')}`, nextAttemptAt: instant(T0 + 90_000) }),
      );
      const busy = Array.from({ length: 300 }, (_, i) =>
        event(`Webhook:busy${i}`, { resource: 'busy', nextAttemptAt: instant(T0 - 10) }),
      );
      await emit(
        { ...event('Webhook:head', { resource: 'busy' }), nextAttemptAt: instant(T0 + 90_000) },
        ...waiting,
        ...busy,
        event('Webhook:z', { resource: 'z' }),
      );
      const found: string[] = [];
      for (let claim = 0; claim < 4; claim++) found.push(...ids(await events(T0, { perTenant: 4 })));
      expect(found).toEqual(['Webhook:z']);
    });

    test('what is stored, delivered or given up is not claimed', async () => {
      await emit(
        event('Webhook:1', { status: 'STORED' }),
        event('Webhook:2', { status: 'DELIVERED' }),
        event('Webhook:3', { status: 'FAILED' }),
      );
      expect(await events(T0)).toEqual([]);
      expect(await storage.outbox.nextDue()).toBeNull();
    });

    describe('when the clock of a tenant is moved', () => {
      const HOUR = 3_600_000;
      const move = (offset: number, now: number = T0) => {
        const by = { tenant: ALICE, offset, now: instant(now) };
        return Promise.all([storage.jobs.moveDue(by), storage.outbox.moveDue(by)]);
      };
      const at = (milliseconds: number) => instant(T0 + milliseconds);

      test('what waits comes forward by as much, once, and for that tenant alone', async () => {
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

      test('each comes forward by what its own clock was behind', async () => {
        await schedule(
          job('Job:1', { dueAt: at(HOUR), clockOffset: HOUR }),
          job('Job:2', { dueAt: at(HOUR), clockOffset: HOUR - 7 }),
        );
        expect((await move(HOUR))[0]).toBe(1);
        expect(ids(await jobs(T0 + HOUR - 7))).toEqual(['Job:2']);
        expect(ids(await jobs(T0 + HOUR))).toEqual(['Job:1']);
      });

      test('what somebody has in hand stays with him, and what was read before is void', async () => {
        const [leased, free] = [job('Job:1'), job('Job:2', { dueAt: at(HOUR) })];
        await schedule(leased, free);
        const [claimed] = await jobs(T0);
        expect((await move(HOUR))[0]).toBe(1);
        const remove = (one: Job) =>
          storage.units.run(ALICE, async (tx) => {
            tx.remove(JOBS, one, SHORT);
            return ok();
          });
        expect(await remove(claimed!)).toMatchObject({ ok: true });
        expect(await remove(free)).toMatchObject({ ok: false });
        expect((await move(HOUR, T0 + 30_000))[0]).toBe(0);
      });

      test('more than fit into one turn are all moved', async () => {
        const many = Array.from({ length: 2_345 }, (_, i) => i);
        await schedule(...many.map((i) => job(`Job:${i}`, { dueAt: at(HOUR) })));
        await emit(...many.map((i) => event(`Webhook:${i}`, { resource: `r${i % 7}`, nextAttemptAt: at(HOUR) })));
        expect(await move(HOUR)).toEqual([2_345, 2_345]);
        expect(await storage.outbox.nextDue()).toBe(T0);
      });

      test('due is what is due, in hand or not, and not what waits for an earlier event', async () => {
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

    describe('what a clock that was ahead has written', () => {
      const YEARS = 73 * 365 * 24 * 3_600_000;
      const LATEST = T0 + 35_000;
      const at = (milliseconds: number) => instant(T0 + milliseconds);
      const correct = (now = T0, latest = LATEST) => {
        const correction = { now: instant(now), latest: instant(latest) };
        return Promise.all([storage.jobs.correctClock(correction), storage.outbox.correctClock(correction)]);
      };

      test('is due as long from now as it was to be from then, once', async () => {
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

      test('holds back the events behind it no longer than itself', async () => {
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

      test('is not leased by it any longer, while leases of others hold', async () => {
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

      test('is told by the time of the host: a tenant whose own clock was moved is left alone', async () => {
        await schedule(job('Job:1', { dueAt: at(60_000), updatedAt: at(YEARS), clockOffset: YEARS }));
        await emit(event('Webhook:1', { nextAttemptAt: at(60_000), updatedAt: at(YEARS), clockOffset: YEARS }));
        expect(await correct()).toEqual([0, 0]);
      });
    });

    test('work that was scheduled by a unit that failed is not there', async () => {
      await storage.units.run(ALICE, async (tx) => {
        tx.add(JOBS, job('Job:1'));
        tx.add(EVENTS, event('Webhook:1'));
        tx.increase(BALANCES, { id: 'nobody', by: { available: 1n } }, SHORT);
        return ok();
      });
      expect([await jobs(T0), await events(T0)]).toEqual([[], []]);
    });
  });
}
