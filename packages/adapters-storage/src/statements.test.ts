import { type AccountStatement, type Id, type Instant, instant, ok } from '@corridor/core';
import { readStatement } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS, POSTINGS } from '@corridor/core/records';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './port/storage.js';
import { BACKENDS, type TestDatabase } from './testing/backends.js';
import { account, ALICE, posting, T0 } from './testing/records.js';

const MINUTE = 60_000;
const END = instant(T0 + 10_000 * MINUTE);

/** One entry: what it adds to the two parts of the balance, and its time after that of the entry before. */
interface Step {
  readonly available: bigint;
  readonly held: bigint;
  readonly after: number;
  /** How much earlier than its place the time of the entry is: its unit began before others that wrote earlier. */
  readonly late: number;
}

const amount = fc.bigInt(1n, 1_000n);
const moved = fc.oneof(
  amount.map((x) => ({ available: x, held: 0n })),
  amount.map((x) => ({ available: -x, held: 0n })),
  amount.map((x) => ({ available: -x, held: x })),
  amount.map((x) => ({ available: x, held: -x })),
  amount.map((x) => ({ available: 0n, held: -x })),
);
const steps = (late: fc.Arbitrary<number>): fc.Arbitrary<readonly Step[]> =>
  fc.array(
    fc.record({ moved, after: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3 * MINUTE })), late }).map((one) => ({
      ...one.moved,
      after: one.after,
      late: one.late,
    })),
    { maxLength: 30 },
  );

const bounds = fc
  .tuple(...([1, 2, 3] as const).map(() => fc.integer({ min: -MINUTE, max: 60 * MINUTE })))
  .filter((each) => new Set(each).size === each.length)
  .map((each) => each.map((at) => instant(T0 + at)).sort((a, b) => a - b) as [Instant, Instant, Instant]);

describe.each(BACKENDS)('the statement of an account on $name', ({ create }) => {
  let database: TestDatabase;
  let storage: Storage;
  beforeAll(async () => {
    database = await create();
    storage = database.open();
    await storage.migrate();
  });
  afterAll(async () => {
    await storage.close();
    await database.drop();
  });

  let serial = 0;
  /** Writes the entries of a new account, each in a unit, with entries of another account between them. */
  async function written(given: readonly Step[]) {
    serial += 1;
    const id =
      `InternalAccount:018bcfe5-6800-7000-8000-${serial.toString().padStart(12, '0')}` as Id<'InternalAccount'>;
    const entries: { readonly id: string; readonly at: Instant; readonly amount: bigint }[] = [];
    await storage.units.run(ALICE, async (tx) => {
      tx.add(INTERNAL_ACCOUNTS, account(id));
      let time = T0;
      for (const [index, { available, held, after, late }] of given.entries()) {
        time = instant(time + after);
        const at = instant(time - late);
        const entryId = `JournalEntry:${serial}-${index}` as Id<'JournalEntry'>;
        const lines: readonly (readonly [string, bigint])[] = [
          [`available:${id}`, available],
          ['fees:other:USD', -available - held],
          [`held:${id}`, held],
        ];
        for (const [line, [name, sum]] of lines.entries()) {
          if (sum === 0n) continue;
          const made = posting(`${entryId}/${line}`, name, sum);
          tx.add(POSTINGS, { ...made, entryId, createdAt: at, updatedAt: at });
        }
        if (available + held !== 0n) entries.push({ id: entryId, at, amount: available + held });
      }
      return ok();
    });
    return { id, entries };
  }

  const read = readStatementOf();
  function readStatementOf() {
    return async (accountId: string, from: Instant, until: Instant, now: Instant = END): Promise<AccountStatement> => {
      const made = await readStatement({
        units: storage.units,
        sealer: null as never,
        digest: { sha256: (text: unknown) => `digest of ${String(text)}` } as never,
        contextOf: async (tenant) => ({ tenant, actor: { kind: 'system' }, requestId: '', now, hostNow: now }),
      })(ALICE, { accountId, from, until });
      if (!made.ok) throw new Error(made.error.message);
      return made.value;
    };
  }

  const sumOf = ({ entries }: AccountStatement): bigint => entries.reduce((sum, one) => sum + one.amount, 0n);

  test('opens with the closing balance of the one before, and together they have each entry once', async () => {
    await fc.assert(
      fc.asyncProperty(steps(fc.integer({ min: 0, max: 2 * MINUTE })), bounds, async (given, [a, b, c]) => {
        const { id, entries } = await written(given);
        const all = await read(id, instant(T0 - 5 * MINUTE), END);
        expect(all.entries.map((one) => one.id)).toEqual(entries.map((one) => one.id));
        expect([all.opening, all.closing]).toEqual([0n, entries.reduce((sum, one) => sum + one.amount, 0n)]);
        expect(all.held).toBe(given.reduce((sum, one) => sum + one.held, 0n));

        const [first, second, both] = [await read(id, a, b), await read(id, b, c), await read(id, a, c)];
        for (const one of [first, second, both]) expect(one.opening + sumOf(one)).toBe(one.closing);
        expect(second.opening).toBe(first.closing);
        expect([both.opening, both.closing, both.held]).toEqual([first.opening, second.closing, second.held]);
        expect(both.entries).toEqual([...first.entries, ...second.entries]);
      }),
      { numRuns: 25 },
    );
  });

  test('has exactly the entries whose times are in the period, if they were written in order', async () => {
    await fc.assert(
      fc.asyncProperty(steps(fc.constant(0)), bounds, async (given, [a, b]) => {
        const { id, entries } = await written(given);
        const { opening, closing, entries: found } = await read(id, a, b);
        const before = entries.filter(({ at }) => at < a).reduce((sum, one) => sum + one.amount, 0n);
        const inside = entries.filter(({ at }) => at >= a && at < b);
        expect(opening).toBe(before);
        expect(found.map((one) => one.id)).toEqual(inside.map((one) => one.id));
        expect(closing).toBe(inside.reduce((sum, one) => sum + one.amount, before));
      }),
      { numRuns: 25 },
    );
  });
});
