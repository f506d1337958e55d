import {
  houseTenant,
  balancesAt,
  exportJournal,
  isHouse,
  listedPositions,
  addPosting,
  readPositions,
} from '@corridor/core/internal';
import {
  type Id,
  type Instant,
  instant,
  type JournalLine,
  ok,
  type Position,
  type TenantKey,
  type Within,
} from '@corridor/core';
import { type Posting, POSTINGS } from '@corridor/core/records';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from './port/storage.js';
import { BACKENDS, postgres, type TestDatabase } from './testing/backends.js';
import { ALICE, BOB, posting, T0 } from './testing/records.js';

const MINUTE = 60_000;
/** Long after every entry. */
const NOW = instant(T0 + 365 * 24 * 60 * MINUTE);
const TENANTS: readonly TenantKey[] = [ALICE, BOB, houseTenant('SANDBOX')];
const ACCOUNTS = [
  'available:InternalAccount:1',
  'available:InternalAccount:2',
  'fees:x:USD',
  'clearing:SANDBOX:a-bank:USD',
];

interface Step {
  readonly tenant: TenantKey;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Its time after that of the entry before. */
  readonly after: number;
  /** How much earlier than its place its time is: its unit began before others that wrote earlier. */
  readonly late: number;
}

const steps = fc.array(
  fc.record({
    tenant: fc.constantFrom(...TENANTS),
    from: fc.constantFrom(...ACCOUNTS),
    to: fc.constantFrom(...ACCOUNTS),
    amount: fc.bigInt(1n, 1_000n),
    after: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 3 * MINUTE }),
      fc.integer({ min: 1, max: 2_000 * MINUTE }),
    ),
    late: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 4 * MINUTE })),
  }),
  { maxLength: 40 },
);

const SCOPES: readonly Within[] = [() => true, (tenant) => tenant === ALICE, (tenant) => !isHouse(tenant)];

const sumsOf = (postings: readonly Posting[]): readonly Position[] => {
  const sums = new Map<string, Position>();
  for (const each of postings) addPosting(sums, each);
  return listedPositions(sums);
};

describe.each(BACKENDS)('the journal of a period on $name', ({ create }) => {
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
  let last = Number(T0);
  const written: Posting[] = [];
  /** Writes entries after those of earlier runs, so many in a unit; returns their times. */
  async function write(given: readonly Step[], inUnit = 1): Promise<readonly Instant[]> {
    const times: Instant[] = [];
    let unwritten: Posting[] = [];
    for (const { tenant, from, to, amount, after, late } of given) {
      last += after;
      serial += 1;
      const at = instant(last - late);
      const entryId = `JournalEntry:${serial.toString().padStart(9, '0')}` as Id<'JournalEntry'>;
      const lines = [from, to].map((account, index) => ({
        ...posting(`${entryId}/${index}`, account, index === 0 ? -amount : amount, tenant),
        ...{ entryId, createdAt: at, updatedAt: at },
      }));
      unwritten.push(...lines);
      times.push(at);
      if (times.length % inUnit !== 0 && times.length < given.length) continue;
      const unit = unwritten;
      unwritten = [];
      await storage.units.run(tenant, async (tx) => {
        for (const line of unit) tx.add(POSTINGS, line);
        return ok();
      });
      written.push(...unit);
    }
    return times;
  }

  async function linesOf(within: Within, to: Instant, from?: Instant): Promise<readonly JournalLine[]> {
    const made = await exportJournal(storage.units, NOW, { from, to, within, balances: true });
    if (!made.ok) throw new Error(made.error.message);
    const lines: JournalLine[] = [];
    for await (const some of made.value.lines()) lines.push(...some);
    return lines;
  }

  async function balances(within: Within, at: Instant): Promise<readonly Position[]> {
    const found = await balancesAt(storage.units, NOW, { at, within });
    if (!found.ok) throw new Error(found.error.message);
    return found.value;
  }

  const postingsOf = (lines: readonly JournalLine[]): readonly Posting[] =>
    lines.flatMap((line) => (line.kind === 'POSTING' ? [line.posting] : []));
  const balancesOf = (lines: readonly JournalLine[], kind: JournalLine['kind']): readonly Position[] =>
    lines.flatMap((line) => (line.kind === kind && line.kind !== 'POSTING' ? [line.position] : []));

  test('has each posting of the period once, and the trial balance of a moment has all before it', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        fc.constantFrom(...SCOPES),
        fc.tuple(fc.nat(60), fc.nat(60)),
        fc.integer({ min: -1, max: 1 }),
        async (given, within, [one, other], shift) => {
          const begin = last;
          const times = await write(given);
          const bound = (index: number): number => times[index % Math.max(times.length, 1)] ?? begin;
          const [low, high] = [bound(one), bound(other) + shift].sort((a, b) => a - b) as [number, number];
          const [from, to] = [instant(low), instant(Math.max(high, low + 1))];
          const own = written.filter(({ tenant }) => within(tenant));
          const inside = own.filter(({ createdAt }) => createdAt >= from && createdAt < to);
          const before = (at: Instant) => sumsOf(own.filter(({ createdAt }) => createdAt < at));

          const lines = await linesOf(within, to, from);
          expect(postingsOf(lines).map(({ id }) => id)).toEqual(inside.map(({ id }) => id));
          expect(await balances(within, from)).toEqual(before(from));
          expect(await balances(within, to)).toEqual(before(to));
          expect(balancesOf(lines, 'OPENING_BALANCE')).toEqual(before(from));
          expect(balancesOf(lines, 'CLOSING_BALANCE')).toEqual(before(to));

          const all = await linesOf(within, to);
          expect(sumsOf(postingsOf(all))).toEqual(before(to));
          expect(balancesOf(all, 'OPENING_BALANCE')).toEqual([]);
        },
      ),
      { numRuns: 30 },
    );
  });

  test('is the same after the sums of the journal were stored', async () => {
    await write(
      Array.from({ length: 1_100 }, (_, index) => ({
        ...{ tenant: ALICE, from: ACCOUNTS[index % 2]!, to: ACCOUNTS[3]!, amount: 5n, after: MINUTE, late: 0 },
      })),
      100,
    );
    const [from, to] = [instant(last - 900 * MINUTE), instant(last - 30 * MINUTE)];
    const found = () =>
      Promise.all([balances(() => true, from), balances(() => true, to), linesOf(() => true, to, from)]);
    const before = await found();
    await readPositions(storage.units, NOW);
    expect(await found()).toEqual(before);
    expect(before[1]).toEqual(sumsOf(written.filter(({ createdAt }) => createdAt < to)));
    expect(postingsOf(before[2])).toHaveLength(2 * 870);
  });
});

test('a transaction that was left open in Postgres hides no posting of a settled period', async () => {
  const database = await postgres.create();
  const storage = database.open();
  await storage.migrate();
  const open = new pg.Client({ connectionString: database.address });
  await open.connect();
  const write = (n: number) =>
    storage.units.run(ALICE, async (tx) => {
      tx.add(POSTINGS, posting(`JournalEntry:${n}/0`, ACCOUNTS[0]!, 1n));
      tx.add(POSTINGS, posting(`JournalEntry:${n}/1`, ACCOUNTS[n]!, -1n));
      return ok();
    });
  await write(1);
  await open.query("begin; select pg_current_xact_id(); select nextval('postings_position')");
  await write(2);
  const { units } = storage;
  const horizon = await units.read(null, (reads) => reads.horizon(POSTINGS));
  expect(horizon).toBeLessThan((await units.read(null, (reads) => reads.lastPosition(POSTINGS))) - 2);

  const within = () => true;
  const journal = await exportJournal(units, NOW, { to: instant(T0 + MINUTE), within });
  if (!journal.ok) throw new Error(journal.error.message);
  let postings = 0;
  for await (const some of journal.value.lines()) postings += some.length;
  expect(postings).toBe(4);
  expect(journal.value.classes.map(({ account }) => account).sort()).toEqual(['available', 'fees']);
  const sumsAt = async (at: number) => {
    const found = await balancesAt(units, NOW, { at: instant(at), within });
    return found.ok && found.value.map(({ account, balance }) => [account, balance]);
  };
  expect(await sumsAt(T0 + 1)).toEqual([
    ['available', 1n],
    ['fees', -1n],
  ]);
  expect(await sumsAt(T0)).toEqual([]);
  await open.end();
  await storage.close();
  await database.drop();
});
