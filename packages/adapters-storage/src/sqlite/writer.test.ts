import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { err, ok } from '@corridor/core';
import { BALANCES, EVENTS } from '@corridor/core/records';
import { performance } from 'node:perf_hooks';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ALICE, balance, event } from '../testing/records.js';
import { type Connection, openConnection } from './connection.js';
import { createReadiness } from '../unit/readiness.js';
import { probeWrites } from './probe.js';
import { createReader } from './reader.js';
import { migrate } from './migrate.js';
import { createWriter } from './writer.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-writer-'));
let connection: Connection;

beforeAll(async () => {
  connection = openConnection(join(folder, 'a.db'), undefined, true);
  await migrate({ path: join(folder, 'a.db'), own: [connection], lockWaitMs: 1_000, onMigration: undefined });
});
afterAll(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

afterEach(() => void vi.restoreAllMocks());

const pragma = (sql: string) => connection.row(sql, () => ({ sql: `pragma ${sql}`, params: [] }), [])?.[0];

test('configures the database to lose no acknowledged data', () => {
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('temp_store'), pragma('busy_timeout')]).toEqual([
    'wal',
    2n,
    2n,
    0n,
  ]);
});

test('answers a full disk as unavailable without partial effects, and commits the next unit of work that fits', async () => {
  const writer = createWriter(connection, 1_000);
  const write = (id: string, size: number) =>
    writer.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id, 1n));
      tx.add(EVENTS, event(`Webhook:${id}`, { snapshot: { filling: 'x'.repeat(size) } }));
      return ok();
    });
  expect(await write('before', 10)).toEqual(ok());
  pragma(`max_page_count = ${Number(pragma('page_count')) + 2}`);
  const results = await Promise.all([write('full 1', 100_000), write('full 2', 100_000)]);
  expect(results.map((result) => !result.ok && result.error.code)).toEqual([
    'SERVICE_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
  ]);
  expect(await write('after', 10)).toEqual(ok());
  const stored = await createReader(connection, () => connection, 1_000).read(ALICE, (reads) =>
    reads.getMany(BALANCES, ['before', 'full 1', 'full 2', 'after']),
  );
  expect(stored.map(({ id }) => id).sort()).toEqual(['after', 'before']);
});

test('is not ready while the disk is full, reports the cause, and is ready when there is space again', async () => {
  const causes: string[] = [];
  const writer = createWriter(connection, 1_000, ({ message }) => causes.push(message));
  const fresh = () => createReadiness({ isMigrated: async () => true, write: () => writer.direct(probeWrites) });
  const fill = (id: string) =>
    writer.run(ALICE, async (tx) => ok(tx.add(EVENTS, event(id, { snapshot: { filling: 'x'.repeat(50_000) } }))));
  pragma('max_page_count = 1000000');
  expect(await fresh().ready()).toBe(true);
  pragma(`max_page_count = ${Number(pragma('page_count'))}`);
  for (let i = 0; (await fill(`Webhook:fill ${i}`)).ok; i++) expect(i).toBeLessThan(10);
  // Fills the remaining space of the file, down to the last page.
  for (let i = 0; (await writer.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(`fill ${i}`, 1n))))).ok; i++);
  expect(await fresh().ready()).toBe(false);
  expect(causes[0]).toBe('database or disk is full');
  pragma('max_page_count = 1000000');
  expect(await fill('Webhook:space')).toEqual(ok());
  expect(await fresh().ready()).toBe(true);
});

test('runs only the first of many failing units of work twice', async () => {
  const sent: string[] = [];
  const counted = openConnection(join(folder, 'a.db'), (sql) => sent.push(sql), true);
  const writer = createWriter(counted, 1_000);
  const runs: number[] = [];
  const unit = (n: number, fails: boolean) =>
    writer.run(ALICE, async (tx) => {
      runs[n] = (runs[n] ?? 0) + 1;
      tx.add(BALANCES, balance(`replay ${n}`, 1n));
      await tx.get(BALANCES, `replay ${n}`);
      return fails ? err('CONFLICT') : ok();
    });
  const results = await Promise.all(Array.from({ length: 100 }, (_, n) => unit(n, n % 2 === 1)));
  counted.close();
  expect(results.map(({ ok: held }) => held)).toEqual(results.map((_, n) => n % 2 === 0));
  expect(sent.filter((sql) => sql === 'ROLLBACK')).toHaveLength(1);
  expect(runs.slice(1)).toEqual([2, ...Array.from({ length: 98 }, () => 1)]);
});

test('runs jobs and deliveries in turn with requests that waited before them', async () => {
  const writer = createWriter(connection, 1_000);
  // Each unit takes the same time, whatever else this machine does.
  let reading = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (reading += 0.05));
  const order: string[] = [];
  const unit = (traffic: 'requests' | 'jobs' | 'deliveries', n: number) =>
    writer.run(
      ALICE,
      async (tx) => {
        order.push(traffic);
        tx.add(BALANCES, balance(`${traffic} ${n}`, 1n));
        return ok();
      },
      traffic,
    );
  const numbers = Array.from({ length: 900 }, (_, n) => n);
  await Promise.all([
    ...numbers.map((n) => unit('requests', n)),
    ...numbers.slice(0, 30).flatMap((n) => [unit('jobs', n), unit('deliveries', n)]),
  ]);
  expect(order).toHaveLength(960);
  expect(order.lastIndexOf('jobs')).toBeLessThan(100);
  expect(order.lastIndexOf('deliveries')).toBeLessThan(100);
});

/** A connection on which these statements fail. */
function failing(...statements: readonly string[]) {
  const refused = new Set(statements);
  const refuse = (sql: string): void => {
    if (refused.has(sql)) throw new Error(`${sql} failed`);
  };
  const broken = openConnection(join(folder, 'a.db'), refuse, true);
  return { broken, mend: () => refused.clear() };
}

test.each(['ROLLBACK', 'ROLLBACK TO unit', 'RELEASE unit'])(
  'reports the error of a unit of work, not that of its %s, and keeps none of its writes',
  async (statement) => {
    const { broken, mend } = failing('ROLLBACK', statement);
    const writer = createWriter(broken, 1_000);
    const id = `first error with ${statement}`;
    const fails = writer.run(ALICE, async (tx) => {
      tx.add(BALANCES, balance(id, 1n));
      await tx.get(BALANCES, id);
      throw new Error('the first error');
    });
    await expect(fails).rejects.toThrow('the first error');
    mend();
    expect(await writer.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(`after ${id}`, 1n))))).toEqual(ok());
    const stored = await createReader(connection, () => connection, 1_000).read(ALICE, (reads) =>
      reads.getMany(BALANCES, [id, `after ${id}`]),
    );
    expect(stored.map((row) => row.id)).toEqual([`after ${id}`]);
    broken.close();
  },
);

test('reports the error of a commit, not that of the rollback after it', async () => {
  const { broken } = failing('COMMIT', 'ROLLBACK');
  const writer = createWriter(broken, 1_000);
  const add = writer.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance('lost commit', 1n))));
  await expect(add).rejects.toThrow('COMMIT failed');
  broken.close();
});

test('reports the error of a read, not that of the rollback after it, and reads again', async () => {
  const { broken, mend } = failing('ROLLBACK');
  const reader = createReader(broken, () => broken, 1_000);
  const fails = reader.read(ALICE, async (reads) => {
    await reads.get(BALANCES, 'before');
    throw new Error('the first error');
  });
  await expect(fails).rejects.toThrow('the first error');
  mend();
  expect(await reader.read(ALICE, (reads) => reads.get(BALANCES, 'before'))).toMatchObject({ id: 'before' });
  broken.close();
});

test('tells a unit of work that others keep rolling back what their error is', async () => {
  const causes: unknown[] = [];
  const writer = createWriter(connection, 1_000, ({ cause }) => causes.push(cause));
  connection.run(
    'trap',
    () => ({
      sql: `create trigger breaks before insert on balances when new.id like 'poison%' begin select raise(rollback, 'all is lost'); end`,
      params: [],
    }),
    [],
  );
  const put = (id: string) => writer.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, 1n))));
  const settled = await Promise.allSettled(['patient', 'poison 1', 'poison 2', 'poison 3'].map(put));
  connection.run('no trap', () => ({ sql: 'drop trigger breaks', params: [] }), []);
  expect(settled[0]).toMatchObject({ value: { ok: false, error: { code: 'SERVICE_UNAVAILABLE' } } });
  expect(settled.slice(1).map((each) => each.status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(causes).toEqual([expect.objectContaining({ message: 'all is lost' })]);
});
