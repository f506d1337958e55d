import { INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { Bug, ok, type Tx } from '../../kernel/index.js';
import { BALANCES } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { account, ALICE, balance, SHORT, TAKEN } from './records.js';

/** Misuse of a unit of work throws a `Bug`, and many concurrent units keep the guarantees of a single one. */
export function trapCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const put = (id: string, amount = 1n) =>
    storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, amount))));
  const get = (id: string) => storage.units.read(ALICE, (reads) => reads.get(BALANCES, id));

  test('refuses a unit inside a unit, which would wait for itself', async () => {
    const { units } = storage;
    await expect(units.run(ALICE, () => units.run(ALICE, async () => ok()))).rejects.toThrow(Bug);
    await expect(units.run(ALICE, () => units.read(ALICE, async () => ok()))).rejects.toThrow(Bug);
    await expect(units.read(ALICE, () => units.run(ALICE, async () => ok()))).rejects.toThrow(Bug);
    expect(await put('after')).toEqual(ok());
  });

  test('lets work that a unit left running open a unit after that unit has ended', async () => {
    const end = signal();
    let later: Promise<unknown> = Promise.resolve();
    await storage.units.run(ALICE, async () => {
      later = end.reached.then(() => put('later'));
      return ok();
    });
    end.reach();
    expect(await later).toEqual(ok());
  });

  test('ends a unit that awaits real I/O, and undoes its writes', async () => {
    const unit = storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance('slow', 1n));
      await tx.get(BALANCES, 'slow');
      await new Promise(() => undefined);
      return ok();
    });
    await expect(unit).rejects.toThrow(Bug);
    expect(await get('slow')).toBe(null);
  });

  test('does not let a unit that awaits real I/O block the units behind it', async () => {
    const slow = storage.units.run(ALICE, async () => {
      await new Promise(() => undefined);
      return ok();
    });
    const behind = [1, 2, 3].map((i) => put(`behind ${i}`));
    await expect(slow).rejects.toThrow(Bug);
    expect(await Promise.all(behind)).toEqual([ok(), ok(), ok()]);
  });

  test('refuses writes of a promise that is left running after its unit', async () => {
    const end = signal();
    let kept: Tx | null = null;
    let running: Promise<unknown> = Promise.resolve();
    await storage.units.run(ALICE, async (tx) => {
      kept = tx;
      running = end.reached.then(() => tx.get(BALANCES, 'x'));
      running.catch(() => undefined);
      return ok();
    });
    end.reach();
    expect(() => kept!.add(BALANCES, balance('stray', 1n))).toThrow(Bug);
    await expect(running).rejects.toThrow(Bug);
    await put('next');
    expect(await get('stray')).toBe(null);
  });

  test('lets one of a hundred simultaneous inserts of one key win, and ends the others with the error that they name', async () => {
    const insert = (i: number) =>
      storage.units.run(ALICE, async (tx) => {
        tx.add(BALANCES, balance(`trace ${i}`, 1n));
        tx.add(INTERNAL_ACCOUNTS, account(`InternalAccount:${i}`, { reference: 'the same' }), {
          conflicts: { reference: TAKEN },
        });
        return ok();
      });
    const results = await Promise.all(Array.from({ length: 100 }, (_, i) => insert(i)));
    expect(results.filter(({ ok: won }) => won)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error.code === TAKEN.code)).toHaveLength(99);
    const traces = await storage.units.read(ALICE, (reads) =>
      reads.getMany(
        BALANCES,
        Array.from({ length: 100 }, (_, i) => `trace ${i}`),
      ),
    );
    expect(traces).toHaveLength(1);
  });

  test('two hundred draws of 1 on a balance of 100 at once: exactly a hundred succeed', async () => {
    await put('hundred', 100n);
    const draw = () =>
      storage.units.run(ALICE, async (tx) =>
        ok(tx.increase(BALANCES, { id: 'hundred', by: { available: -1n } }, SHORT)),
      );
    const results = await Promise.all(Array.from({ length: 200 }, draw));
    expect(results.filter(({ ok: won }) => won)).toHaveLength(100);
    expect((await get('hundred'))?.available).toBe(0n);
  });

  test('completes fifty units that change one record at once', async () => {
    const id = 'InternalAccount:turns';
    await storage.units.run(ALICE, async (tx) => ok(tx.add(INTERNAL_ACCOUNTS, account(id))));
    const change = () =>
      storage.units.run(ALICE, async (tx) => {
        const before = (await tx.get(INTERNAL_ACCOUNTS, id))!;
        tx.change(INTERNAL_ACCOUNTS, before, { ...before, version: before.version + 1 });
        return ok();
      });
    const results = await Promise.all(Array.from({ length: 50 }, change));
    expect(results.filter((result) => !result.ok)).toEqual([]);
    const after = await storage.units.read(ALICE, (reads) => reads.get(INTERNAL_ACCOUNTS, id));
    expect(after?.version).toBe(51);
  });

  test('finishes running units when it closes, and refuses later ones', async () => {
    const closing = await storage.openAnother();
    const add = (id: string) => closing.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, 1n))));
    const running = add('last');
    const closed = closing.close();
    expect(await running).toEqual(ok());
    await closed;
    expect(await add('late')).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  });
}

/** A signal that a promise can wait for; the core has no timers. */
function signal(): { readonly reached: Promise<void>; readonly reach: () => void } {
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { reached, reach: () => reach() };
}
