import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { JOBS } from '../../events/index.js';
import { domainError, instant, ok } from '../../kernel/index.js';
import { BALANCES, POSTINGS } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { balancesOf, fresh, type OpenStorage } from './open-storage.js';
import { account, ALICE, balance, job, LOST, posting, SHORT, T0 } from './records.js';

/** Amounts do not become negative, and a record is changed or removed only if it is as it was read. */
export function guardCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const { available, given } = balancesOf(storage);

  test('ends the unit with the error of an increase that leaves a negative amount, and changes nothing', async () => {
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

  test('checks only the columns that an increase names', async () => {
    const id = await given(fresh('balance'), 10n);
    const move = (by: { available?: bigint; held?: bigint }) =>
      storage.units.run(ALICE, async (tx) => ok(tx.increase(BALANCES, { id, by }, SHORT)));
    expect(await move({ available: -10n, held: 10n })).toEqual(ok());
    expect(await move({ available: 0n, held: -11n })).toEqual({ ok: false, error: SHORT });
    expect(await move({ held: -10n })).toEqual(ok());
  });

  test('refuses an increase of a missing row, unless it has an initial row', async () => {
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

  test('refuses a sum beyond 8 bytes, and never rounds', async () => {
    const id = await given(fresh('balance'), 2n ** 63n - 1n);
    const unit = storage.units.run(ALICE, async (tx) =>
      ok(tx.increase(BALANCES, { id, by: { available: 1n } }, SHORT)),
    );
    await expect(unit).rejects.toThrow();
    expect(await available(id)).toBe(2n ** 63n - 1n);
  });

  test('runs a unit again whose pinned row another unit has changed, and keeps the row as it is', async () => {
    const id = fresh('InternalAccount');
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    let runs = 0;
    const result = await storage.units.run(ALICE, async (tx) => {
      const current = (await tx.get(INTERNAL_ACCOUNTS, id))!;
      tx.pin(INTERNAL_ACCOUNTS, runs++ === 0 ? { ...current, version: 99 } : current);
      tx.add(BALANCES, balance(`${id} run ${runs}`, 1n));
      return ok();
    });
    expect([result, runs]).toEqual([ok(), 2]);
    expect([await available(`${id} run 1`), await available(`${id} run 2`)]).toEqual([undefined, 1n]);
    expect(await storage.units.read(ALICE, (reads) => reads.get(INTERNAL_ACCOUNTS, id))).toMatchObject({ version: 1 });
  });

  test('pins a row that the same unit adds, changes or pins once more', async () => {
    const id = fresh('InternalAccount');
    const added = await storage.units.run(ALICE, async (tx) => {
      tx.add(INTERNAL_ACCOUNTS, account(id));
      tx.pin(INTERNAL_ACCOUNTS, account(id));
      return ok();
    });
    const changed = await storage.units.run(ALICE, async (tx) => {
      const before = (await tx.get(INTERNAL_ACCOUNTS, id))!;
      const after = { ...before, privateEnabled: true, version: before.version + 1 };
      tx.pin(INTERNAL_ACCOUNTS, before);
      tx.change(INTERNAL_ACCOUNTS, before, after);
      tx.pin(INTERNAL_ACCOUNTS, after);
      tx.pin(INTERNAL_ACCOUNTS, after);
      return ok();
    });
    expect([added, changed]).toEqual([ok(), ok()]);
    const kept = await storage.units.read(ALICE, (reads) => reads.get(INTERNAL_ACCOUNTS, id));
    expect(kept).toMatchObject({ privateEnabled: true, version: 2 });
  });

  test('adds up several increases of one row in one unit', async () => {
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

  test('refuses a decrease that a later increase would make up for', async () => {
    const id = await given(fresh('balance'), 10n);
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.increase(BALANCES, { id, by: { available: -11n } }, SHORT);
      tx.increase(BALANCES, { id, by: { available: 11n } }, SHORT);
      return ok();
    });
    expect(result).toEqual({ ok: false, error: SHORT });
  });

  test('writes the changed columns, and refuses a change that is based on an older read', async () => {
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

  test('finds a lost race before an amount that the winner has taken', async () => {
    const id = fresh('InternalAccount');
    const balanceId = await given(fresh('balance'), 10n);
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    const close = () =>
      storage.units.run(ALICE, async (tx) => {
        const before = account(id);
        tx.increase(BALANCES, { id: balanceId, by: { available: -10n } }, SHORT);
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, status: 'CLOSED', version: 2 }, LOST);
        return ok();
      });
    expect(await close()).toEqual(ok());
    expect(await close()).toEqual({ ok: false, error: LOST });
  });

  test('refuses a change if the state differs, even if the version matches', async () => {
    const id = fresh('InternalAccount');
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    const result = await storage.units.run(ALICE, async (tx) => {
      const before = account(id, { status: 'FROZEN' });
      tx.change(INTERNAL_ACCOUNTS, before, { ...before, status: 'CLOSED', version: 2 }, LOST);
      return ok();
    });
    expect(result).toEqual({ ok: false, error: LOST });
  });

  test('adds, changes and removes a record in one unit', async () => {
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

  test('refuses a removal that is based on an older read', async () => {
    const record = job(fresh('Job'));
    await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, record)));
    const stale = await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, { ...record, version: 2 }, LOST)));
    expect(stale).toEqual({ ok: false, error: LOST });
    expect(await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, record, LOST)))).toEqual(ok());
    expect(await storage.units.read(ALICE, (reads) => reads.get(JOBS, record.id))).toBe(null);
  });

  test('refuses the removal of a row that was added again under the same id since it was read', async () => {
    const record = job(fresh('Job'));
    const again = { ...record, createdAt: instant(record.createdAt + 1) };
    await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, record)));
    await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, record)));
    await storage.units.run(ALICE, async (tx) => ok(tx.add(JOBS, again)));
    const stale = await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, record, LOST)));
    expect(stale).toEqual({ ok: false, error: LOST });
    expect(await storage.units.run(ALICE, async (tx) => ok(tx.remove(JOBS, again, LOST)))).toEqual(ok());
  });
}
