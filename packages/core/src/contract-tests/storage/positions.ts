import { instant, ok } from '../../kernel/index.js';
import { BALANCES, POSTINGS } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import { fresh, type OpenStorage } from './open-storage.js';
import { ALICE, balance, LOST, posting, TAKEN } from './records.js';

/** A row that was removed can be added again at its position. */
export function positionCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const added = async () => {
    const row = posting(`JournalEntry:${fresh('at')}/0`, 'at', 1n);
    await storage.units.run(ALICE, async (tx) => ok(tx.add(POSTINGS, row)));
    return row;
  };
  const positionOf = (id: string) =>
    storage.units.read(ALICE, (reads) => reads.positionOf(POSTINGS as never, id)) as Promise<number>;

  test('adds a removed row again at its position, beside rows that get the next ones', async () => {
    const [first, second, third] = [await added(), await added(), await added()];
    const [at, after] = [await positionOf(second.id), await positionOf(third.id)];
    expect(await storage.units.run(ALICE, async (tx) => ok(tx.remove(POSTINGS, second)))).toEqual(ok());
    const [before, next] = ['a', 'b'].map((name) => posting(`JournalEntry:${fresh(name)}/0`, 'at', 1n));
    const again = { ...second, version: 2 };
    const result = await storage.units.run(ALICE, async (tx) => {
      tx.add(POSTINGS, before!);
      tx.add(POSTINGS, again, { position: at, conflicts: { id: TAKEN } });
      tx.add(POSTINGS, next!);
      return ok();
    });
    expect(result).toEqual(ok());
    expect(await positionOf(second.id)).toBe(at);
    expect(await positionOf(before!.id)).toBeGreaterThan(after);
    expect(await positionOf(next!.id)).toBeGreaterThan(await positionOf(before!.id));
    const range = { after: (await positionOf(first.id)) - 1, upTo: after, order: 'asc', limit: 10 } as const;
    const found = await storage.units.read(ALICE, (reads) => reads.follow(POSTINGS, range));
    expect(found.map(({ record }) => record)).toEqual([first, again, third]);
    const twice = () =>
      storage.units.run(ALICE, async (tx) => ok(tx.add(POSTINGS, again, { position: at, conflicts: { id: TAKEN } })));
    expect(await twice()).toEqual({ ok: false, error: TAKEN });
  });

  test('removes many rows in one unit, and none if one of them has changed', async () => {
    const rows = Array.from({ length: 1_200 }, (_, n) => posting(`JournalEntry:${fresh('many')}/${n}`, 'many', 1n));
    const remaining = async () =>
      (
        await storage.units.read(ALICE, (reads) =>
          reads.getMany(
            POSTINGS,
            rows.map(({ id }) => id),
          ),
        )
      ).length;
    expect(await storage.units.run(ALICE, async (tx) => ok(rows.forEach((row) => tx.add(POSTINGS, row))))).toEqual(
      ok(),
    );
    const remove = (given: typeof rows) =>
      storage.units.run(null, async (tx) => ok(given.forEach((row) => tx.remove(POSTINGS, row, LOST))));
    const changed = rows.map((row, n) => (n === 1_100 ? { ...row, version: 2 } : row));
    expect(await remove(changed)).toEqual({ ok: false, error: LOST });
    const addedAgain = rows.map((row, n) => (n === 1_100 ? { ...row, createdAt: instant(row.createdAt - 1) } : row));
    expect(await remove(addedAgain)).toEqual({ ok: false, error: LOST });
    expect(await remaining()).toBe(rows.length);
    expect(await remove(rows)).toEqual(ok());
    expect(await remaining()).toBe(0);
  });

  test('refuses a position for a row of a kind that is not numbered', async () => {
    const add = storage.units.run(ALICE, async (tx) =>
      ok(tx.add(BALANCES, balance(fresh('balance'), 1n), { position: 1 })),
    );
    await expect(add).rejects.toThrow('cannot be added at a position');
  });
}
