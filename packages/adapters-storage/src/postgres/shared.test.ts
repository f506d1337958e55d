import { Socket } from 'node:net';
import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { createProxy, type Proxy } from '../testing/proxy.js';
import { ALICE, balance, SHORT } from '../testing/records.js';
import { createPostgresStorage } from './index.js';

const STATEMENT_MS = 800;
const ROWS = 40;
const UNAVAILABLE = { ok: false, error: { code: 'SERVICE_UNAVAILABLE' } };

let address: string;
let proxy: Proxy;
let storage: Storage;
let admin: pg.Client;
/** The causes of SERVICE_UNAVAILABLE answers. */
let causes: string[];

beforeEach(async () => {
  address = await createTestDatabase();
  proxy = await createProxy(address);
  // Eight connections, of which two are shared.
  causes = [];
  storage = createPostgresStorage({
    url: proxy.url,
    poolSize: 8,
    statementMs: STATEMENT_MS,
    onUnavailable: ({ message }) => causes.push(message),
  });
  admin = new pg.Client({ connectionString: address });
  await admin.connect();
  await storage.units.run(ALICE, async (tx) => {
    for (let i = 0; i < ROWS; i++) tx.add(BALANCES, balance(`b${i}`, BigInt(i)));
    return ok();
  });
});
afterEach(async () => {
  await storage.close();
  await admin.end();
  await proxy.close();
});

/** A unit of work that reads, and answers what it has read. */
const look = (i: number) =>
  storage.units.run(ALICE, async (tx) => ok((await tx.get(BALANCES, `b${i % ROWS}`))?.available));
const right = (i: number) => ({ ok: true, value: BigInt(i % ROWS) });
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

test('gives each of many concurrent reads its own row, on two connections and with few system calls', async () => {
  await Promise.all(numbers(10).map(look));
  // Reads the dictionary again, which a new connection makes the host forget.
  await look(0);
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const writes = vi.spyOn(Socket.prototype as unknown as { _writev(): void }, '_writev');
  const found = await Promise.all(numbers(200).map(look));
  const [clients, calls] = [new Set(queries.mock.contexts).size, writes.mock.calls.length];
  queries.mockRestore();
  writes.mockRestore();
  expect(found).toEqual(numbers(200).map(right));
  expect(clients).toBeLessThanOrEqual(2);
  expect(calls).toBeLessThan(20);
});

test('reads while writes wait for a row that another transaction has locked', async () => {
  await admin.query(`begin; update balances set held = 1 where id = 'b1'`);
  const draw = { id: 'b1', by: { available: 1n } };
  const waiting = numbers(6).map(() =>
    storage.units.run(ALICE, async (tx) => {
      await tx.get(BALANCES, 'b1');
      tx.increase(BALANCES, draw, SHORT);
      return ok();
    }),
  );
  let isWaiting = true;
  void Promise.all(waiting).then(() => (isWaiting = false));
  for (let i = 0; i < 50; i++) expect(await look(i)).toEqual(right(i));
  expect(isWaiting).toBe(true);
  await admin.query('rollback');
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => ok()));
  expect(await look(1)).toEqual({ ok: true, value: 7n });
});

test('answers a cancelled read as unavailable, and the reads behind it on the same connection correctly', async () => {
  await admin.query('begin; lock table balances in access exclusive mode');
  const reads = numbers(30).map(look);
  await expect
    .poll(async () => {
      const other = new pg.Client({ connectionString: address });
      await other.connect();
      const { rowCount } = await other.query(
        `select pg_cancel_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' limit 1`,
      );
      await other.end();
      return rowCount;
    })
    .toBe(1);
  // Only then the other reads go on.
  await Promise.race(reads);
  await admin.query('rollback');
  const found = await Promise.all(reads);
  expect(causes).toEqual(['canceling statement due to user request']);
  expect(found.filter(({ ok: isOk }) => !isOk)).toMatchObject([UNAVAILABLE]);
  found.forEach((answer, i) => answer.ok && expect(answer).toEqual(right(i)));
});

test('answers every read on a connection that breaks as unavailable, and reads again on another one', async () => {
  await admin.query('begin; lock table balances in access exclusive mode');
  const reads = numbers(30).map(look);
  const victims = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const other = new pg.Client({ connectionString: address });
  await other.connect();
  await expect.poll(async () => (await other.query(victims)).rowCount).toBe(2);
  await other.query(`select pg_terminate_backend(pid) from (${victims} limit 1) as one`);
  await Promise.race(reads);
  await admin.query('rollback');
  const found = await Promise.all(reads);
  const lost = found.filter(({ ok: isOk }) => !isOk);
  expect(lost.length).toBe(15);
  for (const answer of lost) expect(answer).toMatchObject(UNAVAILABLE);
  found.forEach((answer, i) => answer.ok && expect(answer).toEqual(right(i)));
  expect(await Promise.all(numbers(30).map(look))).toEqual(numbers(30).map(right));
  await other.end();
});

test('answers every read as unavailable if the server goes silent, and takes no late answer for that of another read', async () => {
  await Promise.all(numbers(10).map(look));
  proxy.silence('answers');
  for (const answer of await Promise.all(numbers(30).map(look))) expect(answer).toMatchObject(UNAVAILABLE);
  proxy.heal();
  const again = numbers(60).map((i) => look(i + 7));
  expect(await Promise.all(again)).toEqual(numbers(60).map((i) => right(i + 7)));
});

test('serves with one connection, which is not shared', async () => {
  const small = createPostgresStorage({ url: address, poolSize: 1 });
  const draw = { id: 'b1', by: { available: 1n } };
  const results = await Promise.all(
    numbers(20).map(() =>
      small.units.run(ALICE, async (tx) => {
        await tx.get(BALANCES, 'b1');
        tx.increase(BALANCES, draw, SHORT);
        return ok();
      }),
    ),
  );
  expect(results).toEqual(numbers(20).map(() => ok()));
  await small.close();
});
