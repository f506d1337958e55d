import { ok, type TenantKey } from '@corridor/core';
import {
  BALANCES,
  EVENTS,
  JOBS,
  type OutboxEvent,
  POSTINGS,
  REMEMBERED_ANSWERS,
  type RememberedAnswer,
} from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { ALICE, balance, BOB, event, job, posting, SHORT, T0, TAKEN } from '../testing/records.js';
import { createPostgresStorage } from './index.js';
import { FEW_ROWS } from './unnest.js';

let storage: Storage;
let sent: string[] = [];

beforeAll(async () => {
  storage = createPostgresStorage({ url: await createTestDatabase(), onStatement: (sql) => sent.push(sql) });
});
afterAll(() => storage.close());

const MANY = FEW_ROWS + 1;
let serial = 0;
const answer = (body: string, patch: Partial<RememberedAnswer> = {}): RememberedAnswer => ({
  id: `Answer:${++serial}`,
  tenant: ALICE,
  version: 1,
  createdAt: T0,
  updatedAt: T0,
  bodyDigest: 'd',
  status: 200,
  body,
  expiresAt: T0,
  ...{ operation: null, keyDigest: null, requestId: null, names: null },
  ...patch,
});

/** A reproducible sequence of numbers below `limit`. */
function chance(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % limit;
  };
}

const PIECES = [
  '"',
  "'",
  '\\',
  '{',
  '}',
  ',',
  ' ',
  '\n',
  '\t',
  '\r',
  'NULL',
  'null',
  '$1',
  '\\x41',
  '(',
  ')',
  '[',
  ']',
  'é',
  '€',
  '日本',
  '👩‍👩‍👧',
  '\u0001',
  '\u00a0',
  '\ufeff',
  ';',
  '--',
  '/*',
  'a',
  '0',
];

test('stores every text as it was given', async () => {
  const next = chance(20);
  for (let round = 0; round < 20; round++) {
    const texts = Array.from({ length: MANY + next(40) }, () =>
      Array.from({ length: next(8) }, () => PIECES[next(PIECES.length)]).join(''),
    );
    const records = ['', 'NULL', '{}', '{"a"}', ...texts].map((text) => answer(text, { bodyDigest: text }));
    await storage.units.run(ALICE, async (tx) => ok(records.forEach((record) => tx.add(REMEMBERED_ANSWERS, record))));
    const found = await storage.units.read(ALICE, (reads) =>
      reads.getMany(
        REMEMBERED_ANSWERS,
        records.map(({ id }) => id),
      ),
    );
    expect(new Map(found.map((record) => [record.id, record]))).toEqual(
      new Map(records.map((record) => [record.id, record])),
    );
  }
});

test('stores nulls, flags and the largest numbers exactly', async () => {
  const amounts = [2n ** 63n - 1n, -(2n ** 63n), 9_007_199_254_740_993n, 0n, -1n];
  const postings = Array.from({ length: 20 }, (_, i) =>
    posting(`JournalEntry:exact/${i}`, 'exact', amounts[i % amounts.length]!),
  );
  const jobs = Array.from({ length: 20 }, (_, i) =>
    job(`Job:exact/${i}`, {
      dedupe: i % 2 === 0 ? null : `NULL ${i}`,
      lastError: i % 3 === 0 ? null : 'NULL',
      attempts: Number.MAX_SAFE_INTEGER - i,
    }),
  );
  await storage.units.run(ALICE, async (tx) => {
    for (const record of postings) tx.add(POSTINGS, record);
    for (const record of jobs) tx.add(JOBS, record);
    return ok();
  });
  const read = await storage.units.read(ALICE, async (reads) => [
    await reads.getMany(
      POSTINGS,
      postings.map(({ id }) => id),
    ),
    await reads.getMany(
      JOBS,
      jobs.map(({ id }) => id),
    ),
  ]);
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect([...read[0]!].sort(byId)).toEqual([...postings].sort(byId));
  expect([...read[1]!].sort(byId)).toEqual([...jobs].sort(byId));
});

test('gives positions in the order of the writes, and serves any number of rows with one statement', async () => {
  const after = await storage.units.read(null, (reads) => reads.lastPosition(POSTINGS as never));
  const next = chance(7);
  const ids: string[] = [];
  sent = [];
  for (const count of [MANY, MANY + 1, 40, 300]) {
    const own = Array.from(
      { length: count },
      () => `JournalEntry:${next(1_000_000)}/${ids.length}/${count}/${next(1_000_000)}`,
    );
    ids.push(...own);
    await storage.units.run(ALICE, async (tx) => ok(own.forEach((id) => tx.add(POSTINGS, posting(id, 'ordered', 1n)))));
  }
  expect(new Set(sent).size).toBe(1);
  const upTo = after + ids.length;
  const rows = await storage.units.read(ALICE, (reads) =>
    reads.follow(POSTINGS, { after, upTo, order: 'asc', limit: 1_000 }),
  );
  expect(rows.map(({ record }) => record.id)).toEqual(ids);
});

test('copies columns from guarded and from stored rows, among rows that copy nothing', async () => {
  await storage.units.run(ALICE, async (tx) => {
    tx.add(BALANCES, balance('guarded', 10n));
    tx.add(BALANCES, balance('stored', 70n));
    return ok();
  });
  const from = (id: string, columns: Record<string, string> = { available: 'available', held: 'held' }) => ({
    copy: { kind: BALANCES as never, id, columns },
  });
  const kinds = [from('guarded'), from('stored'), {}, from('guarded', { held: 'available' })] as const;
  const values: Pick<OutboxEvent, 'available' | 'held'>[] = [
    { available: 9n, held: 0n },
    { available: 70n, held: 0n },
    { available: 5n, held: null },
    { available: 5n, held: 9n },
  ] as never;
  const after = await storage.units.read(null, (reads) => reads.lastPosition(EVENTS as never));
  const result = await storage.units.run(ALICE, async (tx) => {
    tx.increase(BALANCES, { id: 'guarded', by: { available: -1n } }, SHORT);
    for (let i = 0; i < 40; i++) {
      tx.add(EVENTS, event(`Webhook:copies/${99 - i}`, { available: 5n, held: null } as never), kinds[i % 4]);
    }
    return ok();
  });
  expect(result).toEqual(ok());
  const rows = await storage.units.read(ALICE, (reads) =>
    reads.follow(EVENTS, { after, upTo: after + 40, order: 'asc', limit: 100 }),
  );
  expect(rows.map(({ record }) => record.id)).toEqual(Array.from({ length: 40 }, (_, i) => `Webhook:copies/${99 - i}`));
  expect(rows.map(({ record: { available, held } }) => ({ available, held }))).toEqual(
    Array.from({ length: 40 }, (_, i) => values[i % 4]),
  );
});

test('a row to copy from that does not exist, a guard that fails and a taken key end the unit, and nothing is stored', async () => {
  const ids = Array.from({ length: MANY }, (_, i) => `Webhook:none/${i}`);
  const copy = { kind: BALANCES as never, id: 'nowhere', columns: { available: 'available' } };
  const copying = storage.units.run(ALICE, async (tx) => ok(ids.forEach((id) => tx.add(EVENTS, event(id), { copy }))));
  await expect(copying).rejects.toThrow('no row nowhere in balances to copy from');
  const short = await storage.units.run(ALICE, async (tx) => {
    tx.increase(BALANCES, { id: 'nowhere', by: { available: -1n } }, SHORT);
    ids.forEach((id) => tx.add(EVENTS, event(id)));
    return ok();
  });
  expect(short).toEqual({ ok: false, error: SHORT });
  const taken = answer('first');
  await storage.units.run(ALICE, async (tx) => ok(tx.add(REMEMBERED_ANSWERS, taken)));
  const again = await storage.units.run(ALICE, async (tx) => {
    ids.forEach((id) => tx.add(EVENTS, event(id)));
    for (let i = 0; i < MANY; i++) tx.add(REMEMBERED_ANSWERS, answer('other'));
    tx.add(REMEMBERED_ANSWERS, { ...taken, body: 'second' }, { conflicts: { id: TAKEN } });
    return ok();
  });
  expect(again).toEqual({ ok: false, error: TAKEN });
  expect(await storage.units.read(ALICE, (reads) => reads.getMany(EVENTS, ids))).toEqual([]);
});

test('keeps an existing row among many new ones if the insert says so', async () => {
  const ids = Array.from({ length: 30 }, (_, i) => `Job:kept/${i}`);
  const add = (count: number) =>
    storage.units.run(ALICE, async (tx) =>
      ok(
        ids
          .slice(0, count)
          .forEach((id) => tx.add(JOBS, job(id, { dedupe: id, attempts: count }), { unlessExists: true })),
      ),
    );
  await add(MANY);
  await add(30);
  const found = await storage.units.read(ALICE, (reads) => reads.getMany(JOBS, ids));
  expect(found.filter(({ attempts }) => attempts === MANY)).toHaveLength(MANY);
  expect(found).toHaveLength(30);
});

test('binds values to their rows, in whichever order rows of several tables are written', async () => {
  const write = (order: string, name: string) =>
    storage.units.run(ALICE, async (tx) => {
      [...order].forEach((table, i) => {
        if (table === 'p') tx.add(BALANCES, balance(`Mixed:${name}/${i}`, BigInt(i)));
        else tx.add(JOBS, job(`Mixed:${name}/${i}`, { attempts: i }));
      });
      return ok();
    });
  for (const [name, order] of [
    'pjp',
    'ppj',
    'pjjp',
    'ppjj',
    `${'pj'.repeat(20)}`,
    `${'p'.repeat(20)}${'j'.repeat(20)}`,
  ].entries()) {
    expect(await write(order, String(name))).toEqual(ok());
    await storage.units.read(ALICE, async (reads) => {
      for (const [i, table] of [...order].entries()) {
        const id = `Mixed:${name}/${i}`;
        if (table === 'p') expect(await reads.get(BALANCES, id)).toMatchObject({ available: BigInt(i) });
        else expect(await reads.get(JOBS, id)).toMatchObject({ attempts: i });
      }
    });
  }
});

describe('many removals', () => {
  const rows = (count: number) => Array.from({ length: count }, () => answer('to remove'));
  const add = (records: readonly RememberedAnswer[]) =>
    storage.units.run(ALICE, async (tx) => ok(records.forEach((record) => tx.add(REMEMBERED_ANSWERS, record))));
  const remaining = async (records: readonly RememberedAnswer[]) =>
    (
      await storage.units.read(null, (reads) =>
        reads.getMany(
          REMEMBERED_ANSWERS,
          records.map(({ id }) => id),
        ),
      )
    ).length;

  test('are one short statement, whatever their number', async () => {
    const statements: string[] = [];
    for (const count of [MANY, 700]) {
      const records = rows(count);
      await add(records);
      sent.length = 0;
      const removed = await storage.units.run(null, async (tx) =>
        ok(records.forEach((record) => tx.remove(REMEMBERED_ANSWERS, record, TAKEN))),
      );
      expect(removed).toEqual(ok());
      expect(await remaining(records)).toBe(0);
      statements.push(...sent.filter((statement) => statement.includes('delete from')));
    }
    expect(statements).toHaveLength(2);
    expect(statements[0]).toBe(statements[1]);
  });

  test('remove nothing if one row has another version or tenant, or is gone, and end with the error of that row', async () => {
    const [own, kept] = [rows(MANY), rows(MANY)];
    await add([...own, ...kept]);
    const gone = answer('gone');
    const cases: readonly (readonly [TenantKey | null, RememberedAnswer])[] = [
      [null, { ...own[0]!, version: 2 }],
      [null, gone],
      [BOB, own[0]!],
    ];
    for (const [tenant, wrong] of cases) {
      const given = [...(tenant === null ? own.slice(1) : own), ...(tenant === null ? [wrong] : [])];
      const removed = await storage.units.run(tenant, async (tx) => {
        kept.forEach((record) => tenant === null && tx.remove(REMEMBERED_ANSWERS, record, SHORT));
        given.forEach((record) => tx.remove(REMEMBERED_ANSWERS, { ...record, tenant: tenant ?? ALICE }, TAKEN));
        return ok();
      });
      expect(removed).toEqual({ ok: false, error: TAKEN });
      expect(await remaining([...own, ...kept])).toBe(2 * MANY);
    }
  });

  test('commit with the other writes of their unit, also an insert that copies from a row of theirs', async () => {
    const records = Array.from({ length: MANY }, (_, i) => balance(`removed/${i}`, BigInt(i)));
    await storage.units.run(ALICE, async (tx) => ok(records.forEach((record) => tx.add(BALANCES, record))));
    const copy = { kind: BALANCES as never, id: 'removed/3', columns: { available: 'available' } };
    const done = await storage.units.run(ALICE, async (tx) => {
      records.forEach((record) => tx.remove(BALANCES, record, TAKEN));
      tx.add(EVENTS, event('Webhook:removed'), { copy });
      return ok();
    });
    expect(done).toEqual(ok());
    const found = await storage.units.read(ALICE, async (reads) => [
      await reads.getMany(
        BALANCES,
        records.map(({ id }) => id),
      ),
      await reads.getMany(EVENTS, ['Webhook:removed']),
    ]);
    expect(found).toEqual([[], [expect.objectContaining({ available: 3n })]]);
  });
});
