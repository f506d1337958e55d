import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { EVENTS, JOBS } from '../../events/index.js';
import { err, instant, ok } from '../../kernel/index.js';
import { BALANCES, POSTINGS } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { balancesOf, fresh, type OpenStorage } from './open-storage.js';
import { account, ALICE, event, job, posting, SHORT } from './records.js';

/** Several hosts on one database never draw more than is available, share the work, and number rows in one order. */
export function hostCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const { available, given } = balancesOf(storage);

  test('two hundred draws of 1 on a balance of 100, from two hosts: exactly a hundred succeed', async () => {
    const other = await storage.openAnother();
    const hosts = [storage, other];
    await given('hundred', 100n);
    const draw = (i: number) =>
      hosts[i % 2]!.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id: 'hundred', by: { available: -1n } }, SHORT);
        tx.add(POSTINGS, posting(`JournalEntry:${i}/0`, 'drawn', 1n));
        return ok();
      });
    const results = await Promise.all(Array.from({ length: 200 }, (_, i) => draw(i)));
    expect(results.filter(({ ok: won }) => won)).toHaveLength(100);
    expect(await available('hundred')).toBe(0n);
    const drawn = await other.units.read(ALICE, (reads) =>
      reads.sum(POSTINGS, 'amount', { account: 'drawn' }, 0, null),
    );
    expect(drawn).toBe(100n);
    await other.close();
  });

  test('books nothing of units that pin an account after the unit that freezes it, from two hosts', async () => {
    const other = await storage.openAnother();
    const hosts = [storage, other];
    const id = fresh('InternalAccount');
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    const spend = (i: number) =>
      hosts[i % 2]!.units.run(ALICE, async (tx) => {
        const read = (await tx.get(INTERNAL_ACCOUNTS, id))!;
        if (read.status === 'FROZEN') return err('CONFLICT', 'frozen');
        tx.pin(INTERNAL_ACCOUNTS, read);
        // Other reads take their time between the decision and the booking.
        for (let reads = 0; reads < 3; reads++) await tx.get(BALANCES, 'none');
        tx.add(POSTINGS, posting(`JournalEntry:pinned ${i}/0`, 'pinned', 1n));
        return ok();
      });
    const freeze = async () => {
      await other.units.read(ALICE, (reads) => reads.get(INTERNAL_ACCOUNTS, id));
      return other.units.run(ALICE, async (tx) => {
        const read = (await tx.get(INTERNAL_ACCOUNTS, id))!;
        tx.change(INTERNAL_ACCOUNTS, read, { ...read, status: 'FROZEN', version: read.version + 1 });
        tx.add(POSTINGS, posting('JournalEntry:frozen/0', 'pinned', 1n));
        return ok();
      });
    };
    const spends = Array.from({ length: 60 }, (_, i) => spend(i));
    expect(await freeze()).toEqual(ok());
    await Promise.all(spends);
    expect(await spend(60)).toMatchObject({ ok: false });
    const query = { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1_000 } as const;
    const by = { column: 'account', value: 'pinned' } as const;
    const followed = await other.units.read(ALICE, (reads) => reads.follow(POSTINGS, { ...query, by }));
    expect(followed.at(-1)!.record.id).toContain('frozen');
    await other.close();
  });

  test('leases a job and an event to only one of the hosts that claim at once', async () => {
    const others = [await storage.openAnother(), await storage.openAnother()];
    const hosts = [storage, ...others];
    await storage.units.run(ALICE, async (tx) => {
      for (let i = 0; i < 60; i++) {
        tx.add(JOBS, job(`Job:${i}`));
        tx.add(EVENTS, event(`Webhook:${i}`));
      }
      return ok();
    });
    const claim = { now: instant(2e12), leaseUntil: instant(3e12), limit: 25 };
    const jobs = (await Promise.all(hosts.map((each) => each.jobs.claim(claim)))).flat();
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    const events = (
      await Promise.all(
        hosts.map((each) =>
          each.outbox.claim({ ...claim, perTenant: 25, perResource: 1, resumed: [], except: [], untriedOnly: [] }),
        ),
      )
    ).flat();
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const rest = await storage.jobs.claim({ ...claim, limit: 100 });
    expect(jobs.length + rest.length).toBe(60);
    await Promise.all(others.map((each) => each.close()));
  });

  test('leases the events of a resource to one of the hosts that claim at once, from the first one on', async () => {
    const others = [await storage.openAnother(), await storage.openAnother()];
    const hosts = [storage, ...others];
    await storage.units.run(ALICE, async (tx) => {
      for (let i = 0; i < 90; i++) tx.add(EVENTS, event(`Webhook:run${i}`, { resource: `run ${i % 30}` }));
      return ok();
    });
    const claim = {
      now: instant(4e12),
      leaseUntil: instant(5e12),
      limit: 90,
      resumed: [],
      except: [],
      untriedOnly: [],
    };
    const held = await Promise.all(
      hosts.map((each, i) => each.outbox.claim({ ...claim, perTenant: 40 + 20 * i, perResource: 3 - i })),
    );
    const heldBy = new Map<string, number>();
    for (const [host, events] of held.entries()) {
      const counts = new Map<string, number>();
      for (const { id, resource } of events.filter((each) => each.resource.startsWith('run '))) {
        expect(heldBy.get(resource) ?? host).toBe(host);
        heldBy.set(resource, host);
        const nth = counts.get(resource) ?? 0;
        expect(id).toBe(`Webhook:run${Number(resource.slice(4)) + 30 * nth}`);
        counts.set(resource, nth + 1);
      }
    }
    expect(heldBy.size).toBe(30);
    await Promise.all(others.map((each) => each.close()));
  });

  test('never shows a row below a horizon that it returned', async () => {
    const other = await storage.openAnother();
    const hosts = [storage, other];
    let stop = false;
    const seen: { horizon: number; sum: bigint }[] = [];
    const write = async (worker: number) => {
      for (let i = 0; i < 60; i++) {
        await hosts[worker % 2]!.units.run(ALICE, async (tx) => {
          tx.add(POSTINGS, posting(`JournalEntry:${worker}-${i}/0`, 'hot', 1n));
          if (i % 3 === 0) await tx.get(POSTINGS, 'none');
          return ok();
        });
      }
    };
    const below = (horizon: number) =>
      storage.units.read(null, (reads) => reads.sum(POSTINGS, 'amount', { account: 'hot' }, 0, horizon));
    const watch = async () => {
      while (!stop) {
        const horizon = await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
        seen.push({ horizon, sum: await below(horizon) });
      }
    };
    const watching = watch();
    await Promise.all([1, 2, 3, 4, 5, 6].map(write));
    stop = true;
    await watching;
    for (const { horizon, sum } of seen) expect(await below(horizon)).toBe(sum);
    expect(await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never))).toBeGreaterThanOrEqual(360);
    expect(await below(Number.MAX_SAFE_INTEGER)).toBe(360n);
    await other.close();
  });

  test('numbers events of one resource in the order of its changes', async () => {
    const id = 'InternalAccount:ordered';
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    const other = await storage.openAnother();
    const hosts = [storage, other];
    const change = (i: number) =>
      hosts[i % 2]!.units.run(ALICE, async (tx) => {
        const before = (await tx.get(INTERNAL_ACCOUNTS, id))!;
        tx.add(
          EVENTS,
          event(`Webhook:${before.version}/${i}`, { resource: id, snapshot: { version: before.version } }),
        );
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, version: before.version + 1 });
        return ok();
      });
    const results = await Promise.all(Array.from({ length: 30 }, (_, i) => change(i)));
    expect(results.filter((result) => !result.ok)).toEqual([]);
    const upTo = await storage.units.read(null, (reads) => reads.lastPosition(EVENTS as never));
    const followed = await storage.units.read(ALICE, (reads) =>
      reads.follow(EVENTS, { after: 0, upTo, order: 'asc', limit: 1_000 }),
    );
    const versions = followed
      .filter(({ record }) => record.resource === id)
      .map(({ record }) => (record.snapshot as { readonly version: number }).version);
    expect(versions).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    await other.close();
  });
}
