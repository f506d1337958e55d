import { EVENTS, JOBS } from '../../events/index.js';
import { instant, ok, type TenantKey } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { ALICE, BOB, event, job, SHORT, T0 } from './records.js';
import { ids, LEASE, worker } from './worker.js';

/** Due work is leased to one claimer at a time: jobs by due time, events of one resource in order. */
export function workCases(runner: TestRunner, storage: OpenStorage): void {
  const { expect } = runner;
  const { test, schedule, emit, jobs, events } = worker(runner, storage);

  test('leases a due job once, and again when its lease has expired', async () => {
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

  test('claims jobs of all tenants in the order of their due times', async () => {
    await schedule(
      job('Job:a', { dueAt: instant(T0 - 1), tenant: BOB }),
      job('Job:b', { dueAt: instant(T0 - 3) }),
      job('Job:c', { dueAt: instant(T0 - 2) }),
    );
    expect(ids(await jobs(T0, 2))).toEqual(['Job:b', 'Job:c']);
    expect(ids(await jobs(T0, 2))).toEqual(['Job:a']);
  });

  test('returns from nextDue when a job can be claimed: when it is due, or when its lease ends', async () => {
    expect(await storage.jobs.nextDue()).toBe(null);
    await schedule(job('Job:1', { dueAt: instant(T0 + 5) }), job('Job:2', { dueAt: instant(T0 + 90_000) }));
    expect(await storage.jobs.nextDue()).toBe(T0 + 5);
    await jobs(T0 + 5);
    expect(await storage.jobs.nextDue()).toBe(T0 + 30_005);
  });

  test('claims events of one resource in order, one at a time', async () => {
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

  test('claims several events of a resource in order, after the first ones of other resources', async () => {
    await emit(
      ...[1, 2, 3, 4].map((i) => event(`Webhook:r${i}`, { resource: 'r', nextAttemptAt: instant(T0 - 9) })),
      ...[1, 2].map((i) => event(`Webhook:s${i}`, { resource: 's' })),
    );
    const claimed = await events(T0, { perResource: 3, perTenant: 4 });
    expect(ids(claimed)).toEqual(['Webhook:r1', 'Webhook:s1', 'Webhook:r2', 'Webhook:s2']);
    expect(claimed.every(({ leaseUntil, attempts }) => leaseUntil === LEASE && attempts === 1)).toBe(true);
    expect(await events(T0, { perResource: 3 })).toEqual([]);
    expect(ids(await events(LEASE, { perResource: 3 }))).toEqual([
      'Webhook:r1',
      'Webhook:s1',
      'Webhook:r2',
      'Webhook:s2',
      'Webhook:r3',
    ]);
  });

  test('ends the events of a resource before one that is leased or waits for its next attempt', async () => {
    const later = instant(T0 + 50);
    await emit(
      event('Webhook:r1', { resource: 'r', attempts: 2 }),
      event('Webhook:r2', { resource: 'r', nextAttemptAt: later }),
      event('Webhook:r3', { resource: 'r', nextAttemptAt: later, attempts: 1 }),
      event('Webhook:r4', { resource: 'r' }),
      event('Webhook:s1', { resource: 's' }),
      event('Webhook:s2', { resource: 's', leaseUntil: later }),
      event('Webhook:s3', { resource: 's' }),
    );
    expect(ids(await events(T0, { perResource: 9 }))).toEqual(['Webhook:s1', 'Webhook:r1', 'Webhook:r2']);
  });

  test('continues a resource behind which thousands of events wait, and finds other resources', async () => {
    const busy = Array.from({ length: 2_500 }, (_, i) => event(`Webhook:busy${i}`, { resource: 'busy' }));
    await emit(...busy, event('Webhook:z', { resource: 'z', nextAttemptAt: instant(T0 + 1) }));
    const found: string[] = [];
    let held = [...(await events(T0 + 1, { perResource: 2 }))];
    for (let claim = 0; claim < 3; claim++) {
      found.push(...ids(held));
      const delivered = held;
      await storage.units.run(ALICE, async (tx) => {
        for (const each of delivered) tx.change(EVENTS, each, { ...each, status: 'DELIVERED', version: 3 });
        return ok();
      });
      held = [...(await events(T0 + 1, { perResource: 2, resumed: [{ tenant: ALICE, resource: 'busy' }] }))];
    }
    expect(found.filter((id) => id !== 'Webhook:z')).toEqual([0, 1, 2, 3, 4, 5].map((i) => `Webhook:busy${i}`));
    expect(found).toContain('Webhook:z');
    expect(await storage.outbox.nextDue()).toBeLessThanOrEqual(T0 + 30_001);
    const afterCrash = await events(T0 + 30_001, { perResource: 2 });
    expect(ids(afterCrash)).toEqual(['Webhook:busy6', 'Webhook:busy7']);
  });

  test('lets an event that waits for its next attempt delay only its own resource', async () => {
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

  test('treats the same resource name in two tenants as two resources', async () => {
    await emit(event('Webhook:1', { resource: 'r' }), event('Webhook:2', { resource: 'r', tenant: BOB }));
    expect(ids(await events(T0)).sort()).toEqual(['Webhook:1', 'Webhook:2']);
  });

  test('gives no tenant more than its share, and every tenant its share before the rest of any', async () => {
    await emit(
      ...[1, 2, 3, 4, 5].map((i) => event(`Webhook:a${i}`, { nextAttemptAt: instant(T0 - 100 + i) })),
      ...[1, 2].map((i) => event(`Webhook:b${i}`, { tenant: BOB, nextAttemptAt: instant(T0 - i) })),
    );
    expect(ids(await events(T0, { limit: 3, perTenant: 2 }))).toEqual(['Webhook:a1', 'Webhook:b2', 'Webhook:a2']);
    expect(ids(await events(T0, { perTenant: 2, except: [ALICE] }))).toEqual(['Webhook:b1']);
    expect(ids(await events(T0, { perTenant: 2 }))).toEqual(['Webhook:a3', 'Webhook:a4']);
  });

  test('claims untried events before retries that were due earlier', async () => {
    const retries = Array.from({ length: 1_000 }, (_, i) => event(`Webhook:r${i}`, { attempts: 1 }));
    await emit(
      ...retries,
      event('Webhook:new', { nextAttemptAt: instant(T0 + 1) }),
      event('Webhook:bob', { tenant: BOB, attempts: 3 }),
    );
    const claimed = ids(await events(T0 + 1, { perTenant: 2 }));
    expect([claimed.length, claimed.includes('Webhook:new'), claimed.includes('Webhook:bob')]).toEqual([3, true, true]);
    await emit(event('Webhook:newer', { nextAttemptAt: instant(T0 + 2) }));
    expect(ids(await events(T0 + 2, { perTenant: 2, untriedOnly: [ALICE, BOB] }))).toEqual(['Webhook:newer']);
    expect(await events(T0 + 2, { perTenant: 2, except: [ALICE] })).toEqual([]);
    expect(await events(T0 + 2, { perTenant: 2 })).toHaveLength(2);
  });

  test('is not delayed by many events that wait behind refused ones, and delivers those in their turn', async () => {
    const later = instant(T0 + 60_000);
    const refused = Array.from({ length: 300 }, (_, i) => `refused${i}`);
    for (const resource of refused) {
      await emit(
        event(`Webhook:${resource}`, { resource, attempts: 1, nextAttemptAt: later }),
        ...[1, 2, 3, 4].map((i) => event(`Webhook:${resource}-${i}`, { resource })),
      );
    }
    // The first claims give the waiting events the due times of their heads.
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
    const resumed = [{ tenant: ALICE, resource: 'refused0' }];
    expect(ids(await events(later, { perTenant: 4, resumed }))).toEqual(['Webhook:refused0-1']);
  });

  test('finds events of other resources behind thousands of due events of a busy one', async () => {
    const busy = Array.from({ length: 1_000 }, (_, i) => event(`Webhook:busy${i}`, { resource: 'busy' }));
    await emit(...busy, event('Webhook:z', { resource: 'z', nextAttemptAt: instant(T0 + 1) }));
    expect(ids(await events(T0 + 1, { perTenant: 4 })).sort()).toEqual(['Webhook:busy0', 'Webhook:z']);
    expect(await events(T0 + 1, { perTenant: 4 })).toEqual([]);
    expect(await storage.outbox.nextDue()).toBe(T0 + 30_001);
  });

  test('continues a walk over many resources where the last one stopped', async () => {
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

  test('does not claim events that are stored only, delivered or failed', async () => {
    await emit(
      event('Webhook:1', { status: 'STORED' }),
      event('Webhook:2', { status: 'DELIVERED' }),
      event('Webhook:3', { status: 'FAILED' }),
    );
    expect(await events(T0)).toEqual([]);
    expect(await storage.outbox.nextDue()).toBe(null);
  });

  test('counts the undelivered events of each tenant, those that failed, and the time of the oldest', async () => {
    expect(await storage.outbox.undelivered()).toEqual([]);
    const at = (seconds: number) => instant(T0 + seconds * 1000);
    await emit(
      event('Webhook:1', { queuedAt: at(10), attempts: 2, lastError: 'no answer', nextAttemptAt: at(900) }),
      event('Webhook:2', { queuedAt: at(30), resource: 's', nextAttemptAt: at(60) }),
      event('Webhook:3', { queuedAt: at(-9), status: 'DELIVERED' }),
      event('Webhook:4', { queuedAt: at(-9), status: 'FAILED' }),
      event('Webhook:bob', { tenant: BOB, queuedAt: at(3_620), clockOffset: 3_600_000, leaseUntil: at(90) }),
    );
    const found = [...(await storage.outbox.undelivered())].sort((a, b) => b.count - a.count);
    expect(found).toEqual([
      { tenant: ALICE, count: 2, failed: 1, oldestAt: at(10) },
      { tenant: BOB, count: 1, failed: 0, oldestAt: at(20) },
    ]);
    expect(await storage.outbox.undelivered(BOB)).toEqual([found[1]]);
    expect(await storage.outbox.undelivered('nobody' as TenantKey)).toEqual([]);
  });

  test('does not keep work that a failed unit scheduled', async () => {
    await storage.units.run(ALICE, async (tx) => {
      tx.add(JOBS, job('Job:1'));
      tx.add(EVENTS, event('Webhook:1'));
      tx.increase(BALANCES, { id: 'missing', by: { available: 1n } }, SHORT);
      return ok();
    });
    expect([await jobs(T0), await events(T0)]).toEqual([[], []]);
  });
}
