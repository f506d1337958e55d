import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { JOBS } from '../../events/index.js';
import { Bug, ok, type TenantKey } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import type { TestRunner } from '../test-runner.js';
import { fresh, type OpenStorage } from './open-storage.js';
import { account, ALICE, balance, BOB, externalAccount, job, LOST, SHORT, TAKEN, transaction } from './records.js';

/** A unique key is taken once; a later insert ends its unit of work with the error that it names. */
export function uniqueKeyCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  test('ends the unit with the error that the insert names for a taken key', async () => {
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

  test('ends a unit with the error of the insert whose key is taken', async () => {
    const [first, second, third] = [1, 2, 3].map(() => account(fresh('InternalAccount')));
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, first!)));
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.add(INTERNAL_ACCOUNTS, second!, { conflicts: { owner: SHORT } });
      tx.add(INTERNAL_ACCOUNTS, { ...third!, owner: first!.owner }, { conflicts: { owner: TAKEN } });
      return ok();
    });
    expect(result).toEqual({ ok: false, error: TAKEN });
  });

  test('throws a Bug for a taken key that the insert does not name', async () => {
    const record = account(fresh('InternalAccount'));
    const add = () =>
      storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, record, { conflicts: { owner: TAKEN } })));
    expect(await add()).toEqual(ok());
    await expect(add()).rejects.toThrow(Bug);
  });

  test('treats a change to the key of another row as a lost race', async () => {
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

  test('keeps the existing row with unlessExists', async () => {
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

  test('lets one payment of a tenant spend an invoice, until that payment frees it', async () => {
    const key = fresh('invoice');
    const add = (tenant: TenantKey) => {
      const payment = transaction(fresh('Transaction'), { tenant, spentRequest: key });
      const added = storage.units.run(tenant, async (tx) =>
        ok(tx.add(TRANSACTIONS, payment, { conflicts: { spent_request: TAKEN } })),
      );
      return { payment, added };
    };
    const first = add(ALICE);
    expect(await first.added).toEqual(ok());
    expect(await add(ALICE).added).toEqual({ ok: false, error: TAKEN });
    expect(await add(BOB).added).toEqual(ok());
    await storage.units.run(ALICE, async (tx) => {
      tx.change(TRANSACTIONS, first.payment, { ...first.payment, spentRequest: null, version: 2 });
      return ok();
    });
    const both = await Promise.all([add(ALICE).added, add(ALICE).added]);
    expect(both.filter((result) => result.ok)).toHaveLength(1);
  });

  test('allows repeated nulls in a unique key', async () => {
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.add(JOBS, job(fresh('Job')));
      tx.add(JOBS, job(fresh('Job')));
      return ok();
    });
    expect(result).toEqual(ok());
  });

  test('makes a key unique within its tenant, and a global key over all tenants', async () => {
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

  test('frees the key of a deleted row', async () => {
    const first = externalAccount(fresh('ExternalAccount'), { isDeleted: true });
    const again = externalAccount(fresh('ExternalAccount'), { identity: first.identity });
    const third = externalAccount(fresh('ExternalAccount'), { identity: first.identity });
    const add = (record: typeof first) =>
      storage.units.run(ALICE, async (tx) => ok(tx.add(EXTERNAL_ACCOUNTS, record, { conflicts: { identity: TAKEN } })));
    expect([await add(first), await add(again), await add(third)]).toEqual([ok(), ok(), { ok: false, error: TAKEN }]);
  });

  test('refuses the second of two rows with the same key in one unit', async () => {
    const [first, second] = [account(fresh('InternalAccount')), account(fresh('InternalAccount'))];
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.add(INTERNAL_ACCOUNTS, first, { conflicts: { reference: TAKEN } });
      tx.add(INTERNAL_ACCOUNTS, { ...second, reference: first.reference }, { conflicts: { reference: TAKEN } });
      return ok();
    });
    expect(result).toEqual({ ok: false, error: TAKEN });
  });
}
