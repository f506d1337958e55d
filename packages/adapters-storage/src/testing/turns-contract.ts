import { stat } from 'node:fs';
import { nextTick } from 'node:process';
import { ok } from '@corridor/core';
import { Bug, type Reads, type Tx } from '@corridor/core/ports';
import { BALANCES } from '@corridor/core/records';
import { fail } from '@corridor/core/internal';
import { seededRandom } from '@corridor/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../port/storage.js';
import type { Backend, TestDatabase } from './backends.js';
import { ALICE, balance, TAKEN, T0 } from './records.js';

const ROUNDS = { memory: 60, sqlite: 40, postgres: 12 } as const;
const CALLERS = 30;

let random = seededRandom('turns');
const under = (below: number): number => {
  const [high, low] = random.bytes(2);
  return ((high! << 8) | low!) % below;
};
const oneOf = <T>(items: readonly T[]): T => items[under(items.length)]!;

async function microtasks(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await null;
}

/** Pauses after which the caller is in another phase of the event loop. */
const PAUSES: readonly (() => Promise<unknown>)[] = [
  () => microtasks(under(8)),
  () => new Promise((resolve) => nextTick(resolve, null)),
  () => new Promise((resolve) => setImmediate(resolve)),
  () => new Promise((resolve) => setTimeout(resolve, under(4))),
  () => new Promise((resolve) => stat('.', resolve)),
];

/** What a unit of work may do between its writes: nothing that takes another turn of the event loop. */
async function proceed(reads: Reads): Promise<void> {
  for (let steps = under(4); steps > 0; steps--) {
    await oneOf([
      () => reads.get(BALANCES, 'absent'),
      () => Promise.all([reads.get(BALANCES, 'absent'), reads.getMany(BALANCES, ['absent', 'missing'])]),
      () => microtasks(under(6)),
    ])();
  }
}

interface Round {
  readonly storages: readonly Storage[];
  /** The rows that must exist after the round. Every other row of the round must not. */
  readonly expected: string[];
  readonly id: () => string;
}

const put = (storage: Storage, id: string) =>
  storage.units.run(ALICE, async (tx) => {
    await proceed(tx);
    // SQLite may run a unit several times, and each run may leave work that writes the row.
    tx.add(BALANCES, balance(id, 1n), { unlessExists: true });
    await proceed(tx);
    return ok();
  });

/** Calls of code outside of a unit of work: none may be refused. */
const INNOCENT: readonly ((round: Round) => Promise<void>)[] = [
  async ({ storages, expected, id }) => {
    const row = id();
    expect(await put(oneOf(storages), row)).toEqual(ok());
    expected.push(row);
  },
  async ({ storages, expected, id }) => {
    const rows = [id(), id(), id()];
    expect(await Promise.all(rows.map((row) => put(oneOf(storages), row)))).toEqual([ok(), ok(), ok()]);
    expected.push(...rows);
  },
  async ({ storages }) => {
    expect(await oneOf(storages).units.read(ALICE, async (reads) => proceed(reads).then(() => 1))).toBe(1);
  },
  async ({ storages }) => {
    expect(await oneOf(storages).jobs.claim({ now: T0, leaseUntil: T0, limit: 1 })).toEqual([]);
  },
  // A unit that fails after it has written makes SQLite run its neighbours again.
  async ({ storages, id }) => {
    const refused = oneOf(storages).units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id(), 1n));
      await tx.get(BALANCES, 'absent');
      return fail(TAKEN);
    });
    expect(await refused).toEqual(fail(TAKEN));
  },
  // Work that an ended unit left running.
  async ({ storages, expected, id }) => {
    const [row, later] = [id(), id()];
    const left: Promise<unknown>[] = [];
    const [storage, other] = [oneOf(storages), oneOf(storages)];
    await storage.units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(row, 1n));
      await proceed(tx);
      left.push(microtasks(10).then(() => put(other, later)));
      return ok();
    });
    expect((await Promise.all(left)).at(-1)).toEqual(ok());
    expected.push(row, later);
  },
];

/** Calls inside a unit of work: each must be refused without an effect. */
const openings: readonly ((storage: Storage, row: string) => Promise<unknown>)[] = [
  put,
  (storage) => storage.units.read(ALICE, async () => 1),
  (storage) => storage.jobs.claim({ now: T0, leaseUntil: T0, limit: 1 }),
];

function nested({ storages, id }: Round): Promise<unknown> {
  const open = oneOf(openings);
  return open(oneOf(storages), id());
}

const refusal = (call: Promise<unknown>) =>
  expect(call).rejects.toThrow(new Bug('a unit of work was opened inside another one'));

const GUILTY: readonly ((round: Round) => Promise<void>)[] = [
  async (round) => {
    const outer = oneOf(round.storages).units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(round.id(), 1n));
      await proceed(tx);
      await nested(round);
      return ok();
    });
    await refusal(outer);
  },
  async (round) => {
    const outer = oneOf(round.storages).units.read(ALICE, async (reads) => {
      await proceed(reads);
      return nested(round);
    });
    await refusal(outer);
  },
  // The outer unit catches the refusal, and goes on.
  async (round) => {
    const row = round.id();
    const outer = await oneOf(round.storages).units.run(ALICE, async (tx) => {
      await proceed(tx);
      await refusal(nested(round));
      await proceed(tx);
      tx.add(BALANCES, balance(row, 1n));
      return ok();
    });
    expect(outer).toEqual(ok());
    round.expected.push(row);
  },
  // The outer unit does not wait for the inner one.
  async (round) => {
    const inner: Promise<void>[] = [];
    const row = round.id();
    await oneOf(round.storages).units.run(ALICE, async (tx: Tx) => {
      await proceed(tx);
      inner.push(refusal(nested(round)));
      tx.add(BALANCES, balance(row, 1n));
      await proceed(tx);
      return ok();
    });
    await Promise.all(inner);
    expect(inner.length).toBeGreaterThan(0);
    round.expected.push(row);
  },
  // The unit waits for something outside the storage.
  async (round) => {
    const outer = oneOf(round.storages).units.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(round.id(), 1n));
      await proceed(tx);
      await oneOf(PAUSES.slice(2))();
      return ok();
    });
    await expect(outer).rejects.toThrow(
      new Bug('a unit of work awaited something other than its own reads and writes'),
    );
  },
];

/** Units of many callers, of which some are nested or wait for something else. */
export function turnsContract({ name, create }: Backend): void {
  describe(`units of many callers on ${name}`, () => {
    beforeAll(() => void (random = seededRandom(`turns ${name}`)));

    let databases: readonly TestDatabase[];
    let storages: readonly Storage[];

    beforeAll(async () => {
      databases = await Promise.all([create(), create()]);
      storages = databases.map((database) => database.open());
      for (const storage of storages) await storage.migrate();
    });
    afterAll(async () => {
      for (const storage of storages) await storage.close();
      for (const database of databases) await database.drop();
    });

    test('are refused without an effect if they are nested, and only then', async () => {
      let made = 0;
      for (let number = 0; number < ROUNDS[name]; number++) {
        const first = made;
        const round: Round = { storages, expected: [], id: () => `row ${made++}` };
        const calls = Array.from({ length: CALLERS }, async () => {
          for (let pauses = under(3); pauses > 0; pauses--) await oneOf(PAUSES)();
          await oneOf(under(3) === 0 ? GUILTY : INNOCENT)(round);
        });
        await Promise.all(calls);
        const ids = Array.from({ length: made - first }, (_, i) => `row ${first + i}`);
        const found: string[] = [];
        for (const { units } of storages) {
          const rows = await units.read(ALICE, (reads) => reads.getMany(BALANCES, ids));
          found.push(...rows.map(({ id }) => id));
        }
        expect(found.sort()).toEqual([...round.expected].sort());
      }
    });

    test('count what a unit of work resumes as its own, because the unit has not committed', async () => {
      const [storage] = storages;
      let tell: () => void = () => undefined;
      const begun = new Promise<void>((resolve) => (tell = resolve));
      const listener = begun.then(() => put(storage!, 'too early'));
      const outer = storage!.units.run(ALICE, async (tx) => {
        tell();
        await microtasks(10);
        tx.add(BALANCES, balance('outer', 1n));
        return ok();
      });
      await refusal(listener);
      expect(await outer).toEqual(ok());
    });
  });
}
