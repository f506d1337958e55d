import {
  BALANCES,
  Bug,
  domainError,
  EVENTS,
  EXTERNAL_ACCOUNTS,
  instant,
  INTERNAL_ACCOUNTS,
  JOBS,
  ok,
  POSTINGS,
  err,
  CHECKPOINTS,
  type TenantKey,
} from '@corridor/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';
import {
  account,
  ALICE,
  balance,
  BOB,
  event,
  externalAccount,
  job,
  LOST,
  posting,
  SHORT,
  T0,
  TAKEN,
} from './testing/records.js';

let serial = 0;
const fresh = (type: string): string => `${type}:${++serial}`;

for (const backend of BACKENDS) {
  describe(`units of ${backend.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;

    beforeAll(async () => {
      database = await backend.create();
      storage = database.open();
      await storage.migrate();
    });
    afterAll(async () => {
      await storage.close();
      await database.drop();
    });

    const available = async (id: string, tenant: TenantKey = ALICE): Promise<bigint | undefined> =>
      (await storage.units.read(tenant, (reads) => reads.get(BALANCES, id)))?.available;

    const given = async (id: string, amount: bigint): Promise<string> => {
      await storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
      return id;
    };

    test('a record is read back as it was written, with its nulls, flags and nested bigints', async () => {
      const id = fresh('ExternalAccount');
      const record = externalAccount(id, {
        defaultUmaDepositAccount: true,
        accountInfo: {
          accountType: 'x',
          $amount: 12n,
          nested: [{ big: 9007199254740993n }],
          text: 'ä\u2028"$',
        } as never,
      });
      await storage.units.run(ALICE, async (tx) => ok(tx.add(EXTERNAL_ACCOUNTS, record)));
      expect(await storage.units.read(ALICE, (reads) => reads.get(EXTERNAL_ACCOUNTS, id))).toEqual(record);
    });

    test('9007199254740993 stays 9007199254740993', async () => {
      const id = await given(fresh('balance'), 9007199254740993n);
      expect(await available(id)).toBe(9007199254740993n);
    });

    test('a unit reads what it wrote', async () => {
      const id = fresh('balance');
      const seen = await storage.units.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance(id, 5n));
        tx.increase(BALANCES, { id, by: { available: 2n } }, SHORT);
        return ok(await tx.get(BALANCES, id));
      });
      expect(seen).toMatchObject({ ok: true, value: { available: 7n } });
    });

    test('an err takes everything back, what was flushed as well', async () => {
      const id = fresh('balance');
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance(id, 5n));
        await tx.get(BALANCES, id);
        return err('CONFLICT', 'no');
      });
      expect(result).toEqual(err('CONFLICT', 'no'));
      expect(await available(id)).toBeUndefined();
    });

    test('a throw takes everything back and reaches the caller', async () => {
      const id = fresh('balance');
      const unit = storage.units.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance(id, 5n));
        await tx.get(BALANCES, id);
        throw new Bug('mistake');
      });
      await expect(unit).rejects.toThrow('mistake');
      expect(await available(id)).toBeUndefined();
    });

    test('an increase that leaves less than nothing ends the unit with its error and changes nothing', async () => {
      const rich = await given(fresh('balance'), 100n);
      const poor = await given(fresh('balance'), 10n);
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id: rich, by: { available: 11n } }, SHORT);
        tx.increase(BALANCES, { id: poor, by: { available: -11n } }, SHORT);
        tx.add(POSTINGS, posting(fresh('posting'), `account of ${poor}`, 1n));
        return ok();
      });
      expect(result).toEqual({ ok: false, error: SHORT });
      expect([await available(rich), await available(poor)]).toEqual([100n, 10n]);
      const sum = await storage.units.read(ALICE, (reads) =>
        reads.sum(POSTINGS, 'amount', { account: `account of ${poor}` }, 0, null),
      );
      expect(sum).toBe(0n);
    });

    test('a column that an increase does not name may not hold it up, one that it names may', async () => {
      const id = await given(fresh('balance'), 10n);
      const move = (by: { available?: bigint; held?: bigint }) =>
        storage.units.run(ALICE, async (tx) => ok(tx.increase(BALANCES, { id, by }, SHORT)));
      expect(await move({ available: -10n, held: 10n })).toEqual(ok());
      expect(await move({ available: 0n, held: -11n })).toEqual({ ok: false, error: SHORT });
      expect(await move({ held: -10n })).toEqual(ok());
    });

    test('an increase of a row that is not there is too little, unless it brings the row', async () => {
      const id = fresh('balance');
      const add = (amount: bigint, initial: boolean) =>
        storage.units.run(ALICE, async (tx) =>
          ok(
            tx.increase(
              BALANCES,
              { id, by: { available: amount }, ...(initial ? { initial: balance(id, amount) } : {}) },
              SHORT,
            ),
          ),
        );
      expect(await add(5n, false)).toEqual({ ok: false, error: SHORT });
      expect(await add(-5n, true)).toEqual({ ok: false, error: SHORT });
      expect(await add(5n, true)).toEqual(ok());
      expect(await add(7n, true)).toEqual(ok());
      expect(await add(-12n, true)).toEqual(ok());
      expect(await add(-1n, true)).toEqual({ ok: false, error: SHORT });
      expect(await available(id)).toBe(0n);
    });

    test('a sum beyond 8 bytes is refused, never rounded', async () => {
      const id = await given(fresh('balance'), 2n ** 63n - 1n);
      const unit = storage.units.run(ALICE, async (tx) =>
        ok(tx.increase(BALANCES, { id, by: { available: 1n } }, SHORT)),
      );
      await expect(unit).rejects.toThrow();
      expect(await available(id)).toBe(2n ** 63n - 1n);
    });

    test('several increases of one row in one unit come to their sum', async () => {
      const id = await given(fresh('balance'), 10n);
      const other = domainError('CONFLICT', 'other');
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id, by: { available: 5n } }, SHORT);
        tx.increase(BALANCES, { id, by: { available: -12n } }, SHORT);
        tx.increase(BALANCES, { id, by: { available: -1n, held: 1n } }, other);
        tx.increase(BALANCES, { id, by: { available: 40n } }, SHORT);
        return ok();
      });
      expect(result).toEqual(ok());
      expect(await available(id)).toBe(42n);
    });

    test('what a later increase gives does not excuse what an earlier one took', async () => {
      const id = await given(fresh('balance'), 10n);
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id, by: { available: -11n } }, SHORT);
        tx.increase(BALANCES, { id, by: { available: 11n } }, SHORT);
        return ok();
      });
      expect(result).toEqual({ ok: false, error: SHORT });
    });

    test('a change sets what differs and is refused to who read the row before it', async () => {
      const id = fresh('InternalAccount');
      await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
      const change = () =>
        storage.units.run(ALICE, async (tx) => {
          const before = account(id);
          tx.change(
            INTERNAL_ACCOUNTS,
            before,
            { ...before, privateEnabled: true, version: 2, updatedAt: instant(T0 + 1) },
            LOST,
          );
          return ok();
        });
      expect(await change()).toEqual(ok());
      expect(await change()).toEqual({ ok: false, error: LOST });
      expect(await storage.units.read(ALICE, (reads) => reads.get(INTERNAL_ACCOUNTS, id))).toEqual(
        account(id, { privateEnabled: true, version: 2, updatedAt: instant(T0 + 1) }),
      );
    });

    test('a change is refused when the state is another, though the version fits', async () => {
      const id = fresh('InternalAccount');
      await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
      const result = await storage.units.run(ALICE, async (tx) => {
        const before = account(id, { status: 'FROZEN' });
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, status: 'CLOSED', version: 2 }, LOST);
        return ok();
      });
      expect(result).toEqual({ ok: false, error: LOST });
    });

    test('a unit that lost a race is run again with fresh reads', async () => {
      const id = fresh('InternalAccount');
      await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
      let runs = 0;
      const result = await storage.units.run(ALICE, async (tx) => {
        const current = await tx.get(INTERNAL_ACCOUNTS, id);
        // The first run works with a row that is not there any more.
        const before = runs++ === 0 ? { ...current!, version: 99 } : current!;
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, privateEnabled: true, version: before.version + 1 });
        tx.add(BALANCES, balance(`${id} run ${runs}`, 1n));
        return ok(runs);
      });
      expect(result).toEqual(ok(2));
      expect(await available(`${id} run 1`)).toBeUndefined();
      expect(await available(`${id} run 2`)).toBe(1n);
    });

    test('a unit that always loses gives up with CONFLICT', async () => {
      const before = account(fresh('InternalAccount'));
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, privateEnabled: true, version: 2 });
        return ok();
      });
      expect(result).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    });

    test('a record can be added, changed and removed in one unit', async () => {
      const [kept, gone] = [account(fresh('InternalAccount')), account(fresh('InternalAccount'))];
      const frozen = { ...kept, status: 'FROZEN', version: 2 } as const;
      const closed = { ...frozen, status: 'CLOSED', version: 3 } as const;
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.add(INTERNAL_ACCOUNTS, kept);
        tx.change(INTERNAL_ACCOUNTS, kept, frozen);
        tx.change(INTERNAL_ACCOUNTS, frozen, closed);
        tx.add(INTERNAL_ACCOUNTS, gone);
        tx.remove(INTERNAL_ACCOUNTS, gone);
        return ok();
      });
      expect(result).toEqual(ok());
      const found = await storage.units.read(ALICE, (reads) => reads.getMany(INTERNAL_ACCOUNTS, [kept.id, gone.id]));
      expect(found).toEqual([closed]);
    });

    test('a removal is refused to who read the row before a change of it', async () => {
      const record = job(fresh('Job'));
      await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, record)));
      const stale = await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, { ...record, version: 2 }, LOST)));
      expect(stale).toEqual({ ok: false, error: LOST });
      expect(await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, record, LOST)))).toEqual(ok());
      expect(await storage.units.read(ALICE, (reads) => reads.get(JOBS, record.id))).toBeNull();
    });

    test('a taken key ends the unit with the error that the insert names for it', async () => {
      const [first, second] = [account(fresh('InternalAccount')), account(fresh('InternalAccount'))];
      const add = (record: typeof first) =>
        storage.units.run(ALICE, async (tx) => {
          tx.add(BALANCES, balance(fresh('balance'), 1n));
          tx.add(INTERNAL_ACCOUNTS, record, { conflicts: { id: SHORT, owner: TAKEN, reference: LOST } });
          return ok();
        });
      expect(await add(first)).toEqual(ok());
      expect(await add(first)).toEqual({ ok: false, error: SHORT });
      expect(await add({ ...second, owner: first.owner })).toEqual({ ok: false, error: TAKEN });
      expect(await add({ ...second, reference: first.reference })).toEqual({ ok: false, error: LOST });
    });

    test('of two inserts in one unit, the one whose key is taken names the error', async () => {
      const [first, second, third] = [1, 2, 3].map(() => account(fresh('InternalAccount')));
      await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, first!)));
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.add(INTERNAL_ACCOUNTS, second!, { conflicts: { owner: SHORT } });
        tx.add(INTERNAL_ACCOUNTS, { ...third!, owner: first!.owner }, { conflicts: { owner: TAKEN } });
        return ok();
      });
      expect(result).toEqual({ ok: false, error: TAKEN });
    });

    test('a taken key that the insert does not name is a bug', async () => {
      const record = account(fresh('InternalAccount'));
      const add = () =>
        storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, record, { conflicts: { owner: TAKEN } })));
      expect(await add()).toEqual(ok());
      await expect(add()).rejects.toThrow(Bug);
    });

    test('a change that takes the key of another row loses the race for it', async () => {
      const [first, second] = [
        externalAccount(fresh('ExternalAccount')),
        externalAccount(fresh('ExternalAccount'), { isDeleted: true }),
      ];
      const deleted = { ...second, identity: first.identity };
      await storage.units.run(ALICE, async (tx) => {
        tx.add(EXTERNAL_ACCOUNTS, first);
        tx.add(EXTERNAL_ACCOUNTS, deleted);
        return ok();
      });
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.change(EXTERNAL_ACCOUNTS, deleted, { ...deleted, isDeleted: false, version: 2 });
        return ok();
      });
      expect(result).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
    });

    test('unlessExists keeps the row that is there', async () => {
      const dedupe = fresh('dedupe');
      const ids = [fresh('Job'), fresh('Job'), fresh('Job')];
      const schedule = (at: number) =>
        storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, job(ids[at]!, { dedupe }), { unlessExists: true })));
      expect(await schedule(0)).toEqual(ok());
      expect(await schedule(1)).toEqual(ok());
      const both = await storage.units.run(ALICE, async (tx) => {
        tx.add(JOBS, job(ids[2]!, { dedupe: `${dedupe} twice` }), { unlessExists: true });
        tx.add(JOBS, job(`${ids[2]!} again`, { dedupe: `${dedupe} twice` }), { unlessExists: true });
        return ok();
      });
      expect(both).toEqual(ok());
      const found = await storage.units.read(ALICE, (reads) => reads.getMany(JOBS, [...ids, `${ids[2]!} again`]));
      expect(found.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]]);
    });

    test('null takes no key', async () => {
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.add(JOBS, job(fresh('Job')));
        tx.add(JOBS, job(fresh('Job')));
        return ok();
      });
      expect(result).toEqual(ok());
    });

    test('an event carries the balances as the unit leaves them, wherever in the unit it was emitted', async () => {
      const id = await given(fresh('balance'), 10n);
      const [first, last] = [fresh('Webhook'), fresh('Webhook')];
      const copy = { kind: BALANCES, id, columns: { available: 'available', held: 'held' } } as never;
      await storage.units.run(ALICE, async (tx) => {
        tx.add(EVENTS, event(first), { copy });
        tx.increase(BALANCES, { id, by: { available: -4n, held: 4n } }, SHORT);
        await tx.get(BALANCES, id);
        tx.increase(BALANCES, { id, by: { held: -1n } }, SHORT);
        tx.add(EVENTS, event(`${first} plain`));
        tx.add(EVENTS, event(last), { copy });
        return ok();
      });
      const events = await storage.units.read(ALICE, (reads) => reads.getMany(EVENTS, [first, last]));
      expect(events.map(({ available: a, held }) => [a, held])).toEqual([
        [6n, 3n],
        [6n, 3n],
      ]);
    });

    test('an event may copy from a row that its unit does not touch, but not from none', async () => {
      const id = await given(fresh('balance'), 10n);
      const emit = (from: string, as: string, tenant: TenantKey = ALICE) =>
        storage.units.run(tenant, async (tx) =>
          ok(
            tx.add(EVENTS, event(as, { tenant }), {
              copy: { kind: BALANCES, id: from, columns: { available: 'available' } } as never,
            }),
          ),
        );
      const webhook = fresh('Webhook');
      expect(await emit(id, webhook)).toEqual(ok());
      expect(await storage.units.read(ALICE, (reads) => reads.get(EVENTS, webhook))).toMatchObject({
        available: 10n,
        held: null,
      });
      await expect(emit('nobody', fresh('Webhook'))).rejects.toThrow(Bug);
      await expect(emit(id, fresh('Webhook'), BOB)).rejects.toThrow(Bug);
    });

    test('of two guards that fail, every backend names the same', async () => {
      const [a, b] = [fresh('balance a'), fresh('balance b')].sort();
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id: b!, by: { available: 1n } }, LOST);
        tx.increase(BALANCES, { id: a!, by: { available: 1n } }, SHORT);
        return ok();
      });
      expect(result).toEqual({ ok: false, error: SHORT });
    });

    test('a unit sees and touches the rows of its tenant alone', async () => {
      const id = await given(fresh('balance'), 10n);
      const record = job(fresh('Job'));
      await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, record)));
      expect(await available(id, BOB)).toBeUndefined();
      expect(await storage.units.read(BOB, (reads) => reads.getMany(BALANCES, [id]))).toEqual([]);
      const take = await storage.units.run(BOB, async (tx) =>
        ok(tx.increase(BALANCES, { id, by: { available: -1n } }, SHORT)),
      );
      expect(take).toEqual({ ok: false, error: SHORT });
      const give = await storage.units.run(BOB, async (tx) =>
        ok(tx.increase(BALANCES, { id, by: { available: 1n }, initial: balance(id, 1n, BOB) }, SHORT)),
      );
      expect(give).toEqual({ ok: false, error: SHORT });
      const forged = { ...record, tenant: BOB };
      const change = await storage.units.run(BOB, async (tx) =>
        ok(tx.change(JOBS, forged, { ...forged, attempts: 1 }, LOST)),
      );
      expect(change).toEqual({ ok: false, error: LOST });
      const remove = await storage.units.run(BOB, async (tx) => ok(tx.remove(JOBS, forged, LOST)));
      expect(remove).toEqual({ ok: false, error: LOST });
      expect(await available(id)).toBe(10n);
    });

    test('a row of another tenant is a bug in a unit, not in one of the system', async () => {
      const record = balance(fresh('balance'), 1n, BOB);
      await expect(storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, record)))).rejects.toThrow(Bug);
      expect(await storage.units.run(null, async (tx) => ok(tx.add(BALANCES, record)))).toEqual(ok());
      expect(await available(record.id, BOB)).toBe(1n);
      expect((await storage.units.read(null, (reads) => reads.get(BALANCES, record.id)))?.available).toBe(1n);
    });

    test('records of the host are seen by every tenant', async () => {
      const checkpoint = {
        id: fresh('checkpoint'),
        tenant: ALICE,
        version: 1,
        createdAt: T0,
        updatedAt: T0,
        position: 7,
        balance: 3n,
      };
      await storage.units.run(null, async (tx) => ok(tx.add(CHECKPOINTS, checkpoint)));
      expect(await storage.units.read(BOB, (reads) => reads.get(CHECKPOINTS, checkpoint.id))).toEqual(checkpoint);
    });

    test('a key is taken within its tenant, a global one everywhere', async () => {
      const first = account(fresh('InternalAccount'));
      const other = account(fresh('InternalAccount'), { tenant: BOB });
      await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, first)));
      const add = (patch: Partial<typeof other>) =>
        storage.units.run(BOB, async (tx) =>
          ok(tx.add(INTERNAL_ACCOUNTS, { ...other, ...patch }, { conflicts: { reference: TAKEN } })),
        );
      expect(await add({ reference: first.reference })).toEqual({ ok: false, error: TAKEN });
      expect(await add({ owner: first.owner })).toEqual(ok());
    });

    test('what is deleted frees its key', async () => {
      const first = externalAccount(fresh('ExternalAccount'), { isDeleted: true });
      const again = externalAccount(fresh('ExternalAccount'), { identity: first.identity });
      const third = externalAccount(fresh('ExternalAccount'), { identity: first.identity });
      const add = (record: typeof first) =>
        storage.units.run(ALICE, async (tx) =>
          ok(tx.add(EXTERNAL_ACCOUNTS, record, { conflicts: { identity: TAKEN } })),
        );
      expect([await add(first), await add(again), await add(third)]).toEqual([ok(), ok(), { ok: false, error: TAKEN }]);
    });

    test('an immutable column, an id or a tenant never changes', async () => {
      const before = account(fresh('InternalAccount'));
      for (const patch of [
        { reference: 'x' },
        { id: 'InternalAccount:y' },
        { tenant: BOB },
        { createdAt: instant(1) },
      ]) {
        const unit = storage.units.run(ALICE, async (tx) =>
          ok(tx.change(INTERNAL_ACCOUNTS, before, { ...before, ...(patch as object), version: 2 })),
        );
        await expect(unit).rejects.toThrow('never changes');
      }
    });

    test.each([
      ['a fraction', { attempts: 1.5 }],
      ['an unsafe integer', { attempts: 2 ** 53 }],
      ['a missing field', { subject: undefined }],
      ['null where none is allowed', { subject: null }],
      ['U+0000', { subject: 'a\0b' }],
    ])('%s is refused before it is stored', async (_, patch) => {
      const unit = storage.units.run(ALICE, async (tx) =>
        ok(tx.add(JOBS, { ...job(fresh('Job')), ...(patch as object) })),
      );
      await expect(unit).rejects.toThrow(Bug);
    });

    test('a unit may write thousands of rows, and they are numbered in the order in which they were written', async () => {
      const ids = Array.from({ length: 2_500 }, (_, i) => `JournalEntry:bulk/${String(i).padStart(4, '0')}`);
      const before = await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
      const result = await storage.units.run(ALICE, async (tx) => {
        for (const [i, id] of ids.entries()) tx.add(POSTINGS, posting(id, 'bulk', BigInt(i)));
        return ok();
      });
      expect(result).toEqual(ok());
      const sum = (upTo: number) =>
        storage.units.read(ALICE, (reads) => reads.sum(POSTINGS, 'amount', { account: 'bulk' }, before, upTo));
      expect(await sum(before + 1)).toBe(0n);
      expect(await sum(before + 4)).toBe(0n + 1n + 2n + 3n);
      expect(await sum(before + 1_500)).toBe((1_499n * 1_500n) / 2n);
      expect(await sum(before + 2_500)).toBe((2_499n * 2_500n) / 2n);
    });

    test('of two rows of one unit that want the same key, the second loses', async () => {
      const [first, second] = [account(fresh('InternalAccount')), account(fresh('InternalAccount'))];
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.add(INTERNAL_ACCOUNTS, first, { conflicts: { reference: TAKEN } });
        tx.add(INTERNAL_ACCOUNTS, { ...second, reference: first.reference }, { conflicts: { reference: TAKEN } });
        return ok();
      });
      expect(result).toEqual({ ok: false, error: TAKEN });
    });

    test('two reads at once see the writes before them', async () => {
      const ids = [fresh('balance'), fresh('balance')];
      const result = await storage.units.run(ALICE, async (tx) => {
        for (const id of ids) tx.add(BALANCES, balance(id, 3n));
        const found = await Promise.all(ids.map((id) => tx.get(BALANCES, id)));
        return ok(found.map((row) => row?.available));
      });
      expect(result).toEqual(ok([3n, 3n]));
    });

    test('a failed guard ends the unit even when its closure looks away', async () => {
      const result = await storage.units.run(ALICE, async (tx) => {
        tx.increase(BALANCES, { id: 'nobody', by: { available: 1n } }, SHORT);
        await tx.get(BALANCES, 'nobody').catch(() => null);
        return ok();
      });
      expect(result).toEqual({ ok: false, error: SHORT });
    });
  });
}
