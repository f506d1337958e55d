import { ok } from '@corridor/core';
import { BALANCES } from '@corridor/core/records';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Storage } from '../port/storage.js';
import { createTestDatabase } from '../testing/postgres.js';
import { ALICE, balance, SHORT, T0 } from '../testing/records.js';
import { createPostgresStorage, type PostgresOptions } from './index.js';

const UNAVAILABLE = { ok: false, error: { code: 'SERVICE_UNAVAILABLE' } };
const REMEDY = /PgBouncer before 1\.21 in transaction mode\) needs CORRIDOR_POSTGRES_PREPARE=false/;

interface Sent {
  readonly client: pg.Client;
  readonly sql: string;
  readonly name: string | undefined;
}

let address: string;
let causes: string[];
let storages: Storage[];
let spy: ReturnType<typeof spyOnQueries>;

const spyOnQueries = () => vi.spyOn(pg.Client.prototype, 'query');

/** Everything that was sent to the server, by whichever part of the storage. */
const sent = (): readonly Sent[] =>
  (spy.mock.calls as unknown[][]).map(([query], index) => {
    const { text, name } = typeof query === 'string' ? { text: query } : (query as { text: string; name?: string });
    return { client: spy.mock.contexts[index] as pg.Client, sql: text.trim(), name };
  });

function open(options: Partial<PostgresOptions> = {}): Storage {
  const storage = createPostgresStorage({
    url: address,
    poolSize: 1,
    onUnavailable: ({ message }) => causes.push(message),
    ...options,
  });
  storages.push(storage);
  return storage;
}

beforeEach(async () => {
  address = await createTestDatabase();
  causes = [];
  storages = [];
  spy = spyOnQueries();
});
afterEach(async () => {
  await Promise.all(storages.map((storage) => storage.close()));
  spy.mockRestore();
});

const put = (storage: Storage, id: string) =>
  storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, 5n))));
const get = (storage: Storage, id: string) => storage.units.read(ALICE, (reads) => reads.get(BALANCES, id));
/** A unit of work in a transaction. */
const draw = (storage: Storage, id: string) =>
  storage.units.run(ALICE, async (tx) => {
    tx.increase(BALANCES, { id, by: { available: -1n } }, SHORT);
    await tx.get(BALANCES, id);
    return ok();
  });

const insertOfBalance = () => sent().find(({ sql }) => /insert into "balances"/.test(sql))!;

describe('a connection pooler that gives each transaction another server connection', () => {
  test('takes prepared statements away: the unit is unavailable, the cause names the setting, and nothing is written', async () => {
    const storage = open();
    expect(await put(storage, 'a')).toEqual(ok());
    await insertOfBalance().client.query('deallocate all');
    expect(await put(storage, 'b')).toMatchObject(UNAVAILABLE);
    expect(causes).toEqual([expect.stringMatching(/^prepared statement "corridor_\S+" does not exist: /)]);
    expect(causes[0]).toMatch(REMEDY);
    expect(await get(storage, 'b')).toBeNull();
    expect(await put(storage, 'b')).toEqual(ok());
  });

  test('has a statement of the same name from another host: the cause names the setting', async () => {
    await put(open(), 'a');
    const { name, client: first } = insertOfBalance();
    const storage = open();
    await expect.poll(() => get(storage, 'a')).toMatchObject({ id: 'a' });
    const { client } = sent().at(-1)!;
    expect(client).not.toBe(first);
    await client.query(`prepare "${name}" as select 1`);
    expect(await put(storage, 'b')).toMatchObject(UNAVAILABLE);
    expect(causes).toEqual([expect.stringMatching(/^prepared statement "corridor_\S+" already exists: /)]);
    expect(causes[0]).toMatch(REMEDY);
  });

  test('never runs the statement of another host under a shared name: equal names mean equal statements', async () => {
    const [one, other] = [open(), open()];
    await put(one, 'a');
    await draw(other, 'a');
    await put(other, 'b');
    await draw(one, 'b');
    const texts = new Map<string, Set<string>>();
    for (const { sql, name } of sent()) {
      if (name !== undefined) texts.set(name, (texts.get(name) ?? new Set()).add(sql));
    }
    expect(texts.size).toBeGreaterThan(2);
    for (const [name, statements] of texts) expect([name, statements.size]).toEqual([name, 1]);
  });

  test('is served without names if `prepare` is false', async () => {
    const storage = open({ prepare: false });
    await put(storage, 'a');
    for (let i = 0; i < 3; i++) {
      await insertOfBalance().client.query('deallocate all');
      expect(await draw(storage, 'a')).toEqual(ok());
    }
    expect(await get(storage, 'a')).toMatchObject({ available: 2n });
    expect(sent().filter(({ name }) => name !== undefined)).toEqual([]);
  });
});

test('keeps no state in a session: no SET, no LISTEN, no temporary tables, no advisory lock beyond a transaction', async () => {
  address = await createTestDatabase({ migrated: false });
  const storage = open({ poolSize: 2 });
  await storage.migrate();
  await storage.ready();
  await put(storage, 'a');
  await draw(storage, 'a');
  await get(storage, 'a');
  await storage.units.read(null, (reads) => reads.horizon({ ...BALANCES, name: 'postings', numbered: true } as never));
  const claim = { now: T0, leaseUntil: T0 + 1000, limit: 10 };
  await storage.jobs.claim(claim as never);
  await storage.jobs.nextDue();
  await storage.outbox.claim({
    ...claim,
    perTenant: 5,
    perResource: 5,
    except: [],
    untriedOnly: [],
    resumed: [],
  } as never);
  const texts = sent().map(({ sql }) => sql);
  expect(texts).toContainEqual(expect.stringContaining('pg_try_advisory_xact_lock'));
  expect(texts.length).toBeGreaterThan(50);
  const session =
    /^(set|reset|discard|listen|unlisten|notify|declare|prepare|deallocate|load)\b|pg_(try_)?advisory_(un)?lock|set_config|create (local |global )?temp/i;
  expect(texts.filter((sql) => session.test(sql))).toEqual([]);
});
