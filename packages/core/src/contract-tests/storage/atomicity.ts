import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { EVENTS } from '../../events/index.js';
import { Bug, err, ok, type TenantKey } from '../../kernel/index.js';
import { BALANCES, POSTINGS } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { balancesOf, fresh, type OpenStorage } from './open-storage.js';
import { account, ALICE, balance, BOB, event, externalAccount, LOST, posting, SHORT } from './records.js';

/** The writes of a unit of work are stored completely or not at all, and exactly as written. */
export function atomicityCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const { available, given } = balancesOf(storage);

  test('reads a record as it was written, with its nulls, flags and nested bigints', async () => {
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

  test('stores 9007199254740993 exactly', async () => {
    const id = await given(fresh('balance'), 9007199254740993n);
    expect(await available(id)).toBe(9007199254740993n);
  });

  test('shows a unit its own writes', async () => {
    const id = fresh('balance');
    const seen = await storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id, 5n));
      tx.increase(BALANCES, { id, by: { available: 2n } }, SHORT);
      return ok(await tx.get(BALANCES, id));
    });
    expect(seen).toMatchObject({ ok: true, value: { available: 7n } });
  });

  test('rolls back everything after an err, including flushed writes', async () => {
    const id = fresh('balance');
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id, 5n));
      await tx.get(BALANCES, id);
      return err('CONFLICT', 'no');
    });
    expect(result).toEqual(err('CONFLICT', 'no'));
    expect(await available(id)).toBe(undefined);
  });

  test('rolls back everything after a throw, which reaches the caller', async () => {
    const id = fresh('balance');
    const unit = storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id, 5n));
      await tx.get(BALANCES, id);
      throw new Bug('mistake');
    });
    await expect(unit).rejects.toThrow('mistake');
    expect(await available(id)).toBe(undefined);
  });

  test('runs a unit that lost a race again, with fresh reads', async () => {
    const id = fresh('InternalAccount');
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    let runs = 0;
    const result = await storage.units.run(ALICE, async (tx) => {
      const current = await tx.get(INTERNAL_ACCOUNTS, id);
      // The first run works with an outdated row.
      const before = runs++ === 0 ? { ...current!, version: 99 } : current!;
      tx.change(INTERNAL_ACCOUNTS, before, { ...before, privateEnabled: true, version: before.version + 1 });
      tx.add(BALANCES, balance(`${id} run ${runs}`, 1n));
      return ok(runs);
    });
    expect(result).toEqual(ok(2));
    expect(await available(`${id} run 1`)).toBe(undefined);
    expect(await available(`${id} run 2`)).toBe(1n);
  });

  test('ends a unit that always loses with CONFLICT', async () => {
    const before = account(fresh('InternalAccount'));
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.change(INTERNAL_ACCOUNTS, before, { ...before, privateEnabled: true, version: 2 });
      return ok();
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  test('copies the final balances of the unit into an event, wherever in the unit it is emitted', async () => {
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

  test('lets an event copy from a row that its unit does not write, but not from a missing row', async () => {
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
    await expect(emit('missing', fresh('Webhook'))).rejects.toThrow(Bug);
    await expect(emit(id, fresh('Webhook'), BOB)).rejects.toThrow(Bug);
  });

  test('reports the same one of two failing guards on every backend', async () => {
    const [a, b] = [fresh('balance a'), fresh('balance b')].sort();
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.increase(BALANCES, { id: b!, by: { available: 1n } }, LOST);
      tx.increase(BALANCES, { id: a!, by: { available: 1n } }, SHORT);
      return ok();
    });
    expect(result).toEqual({ ok: false, error: SHORT });
  });

  test('numbers thousands of rows of one unit in the order of their writes', async () => {
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

  test('shows earlier writes to two concurrent reads', async () => {
    const ids = [fresh('balance'), fresh('balance')];
    const result = await storage.units.run(ALICE, async (tx) => {
      for (const id of ids) tx.add(BALANCES, balance(id, 3n));
      const found = await Promise.all(ids.map((id) => tx.get(BALANCES, id)));
      return ok(found.map((row) => row?.available));
    });
    expect(result).toEqual(ok([3n, 3n]));
  });

  test('ends a unit with a failed guard even if its closure ignores the failure', async () => {
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.increase(BALANCES, { id: 'missing', by: { available: 1n } }, SHORT);
      await tx.get(BALANCES, 'missing').catch(() => null);
      return ok();
    });
    expect(result).toEqual({ ok: false, error: SHORT });
  });
}
