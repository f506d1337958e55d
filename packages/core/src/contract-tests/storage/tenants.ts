import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { JOBS } from '../../events/index.js';
import { Bug, instant, ok } from '../../kernel/index.js';
import { BALANCES, CHECKPOINTS } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { balancesOf, fresh, type OpenStorage } from './open-storage.js';
import { account, ALICE, balance, BOB, job, LOST, SHORT, T0 } from './records.js';

/** Rows belong to their tenants, and contain only what their declarations allow. */
export function tenantCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const { available, given } = balancesOf(storage);

  test('lets a unit read and write only the rows of its tenant', async () => {
    const id = await given(fresh('balance'), 10n);
    const record = job(fresh('Job'));
    await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, record)));
    expect(await available(id, BOB)).toBe(undefined);
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

  test('throws a Bug if a unit writes a row of another tenant, except in a unit of the system', async () => {
    const record = balance(fresh('balance'), 1n, BOB);
    await expect(storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, record)))).rejects.toThrow(Bug);
    expect(await storage.units.run(null, async (tx) => ok(tx.add(BALANCES, record)))).toEqual(ok());
    expect(await available(record.id, BOB)).toBe(1n);
    expect((await storage.units.read(null, (reads) => reads.get(BALANCES, record.id)))?.available).toBe(1n);
  });

  test('shows records of the host to every tenant', async () => {
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

  test('refuses to change an immutable column, an id or a tenant', async () => {
    const before = account(fresh('InternalAccount'));
    for (const patch of [{ reference: 'x' }, { id: 'InternalAccount:y' }, { tenant: BOB }, { createdAt: instant(1) }]) {
      const unit = storage.units.run(ALICE, async (tx) =>
        ok(tx.change(INTERNAL_ACCOUNTS, before, { ...before, ...(patch as object), version: 2 })),
      );
      await expect(unit).rejects.toThrow(Bug);
    }
  });

  for (const [what, patch] of [
    ['a fraction', { attempts: 1.5 }],
    ['an unsafe integer', { attempts: 2 ** 53 }],
    ['a missing field', { subject: undefined }],
    ['null in a column that is not nullable', { subject: null }],
    ['U+0000', { subject: 'a\0b' }],
  ] as const) {
    test(`refuses ${what} before it is stored`, async () => {
      const unit = storage.units.run(ALICE, async (tx) =>
        ok(tx.add(JOBS, { ...job(fresh('Job')), ...(patch as object) })),
      );
      await expect(unit).rejects.toThrow(Bug);
    });
  }
}
