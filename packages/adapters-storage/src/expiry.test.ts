import { forgetAnswers } from '@corridor/core/internal';
import { type Instant, ok, type TenantKey } from '@corridor/core';
import { BALANCES, PENDING_COMMANDS, REMEMBERED_ANSWERS, type RememberedAnswer } from '@corridor/core/records';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { Storage } from './port/storage.js';
import { DATABASES } from './testing/backends.js';
import { planOf } from './testing/plans.js';
import { ALICE, balance, BOB, SHORT, T0 } from './testing/records.js';
import { Database } from './testing/sqlite.js';

const EXPIRED = 20_000;
const AT_ONCE = 500;
/** Expired answers of two tenants, and one that is kept. */
async function fill({ units }: Storage): Promise<void> {
  const answer = (n: number, tenant: TenantKey): RememberedAnswer => ({
    id: `Answer:${n}`,
    tenant,
    version: 1,
    createdAt: T0,
    updatedAt: T0,
    bodyDigest: 'd',
    status: 200,
    body: '{}',
    ...{ operation: null, keyDigest: null, requestId: null, names: null },
    expiresAt: (T0 + (n === EXPIRED ? 1_000_000 : n)) as Instant,
  });
  for (const [parity, tenant] of [ALICE, BOB].entries()) {
    await units.run(tenant, async (tx) => {
      for (let n = parity; n <= EXPIRED; n += 2) tx.add(REMEMBERED_ANSWERS, answer(n, tenant));
      return ok();
    });
  }
}

for (const backend of DATABASES) {
  test(`${backend.name} deletes ${EXPIRED} expired answers in batches by their index, while requests succeed`, async () => {
    const database = await backend.create();
    const sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
    const storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: [...values] }) });
    await storage.migrate();
    const isPostgres = backend.name === 'postgres';
    const client = isPostgres ? new pg.Client({ connectionString: database.address }) : null;
    await client?.connect();
    const execute = async (sql: string): Promise<readonly Record<string, unknown>[]> =>
      client === null ? runInSqlite(database.address, sql) : (await client.query(sql)).rows;
    await fill(storage);
    await storage.units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance('purse', 1_000n))));

    const batches: number[] = [];
    let requests = 0;
    const { removeExpired } = storage.units;
    const counted: typeof storage.units = {
      ...storage.units,
      removeExpired: async (tenant, kind, until, limit) => {
        const removed = await removeExpired(tenant, kind, until, limit);
        batches.push(removed);
        return removed;
      },
    };
    const request = async () => {
      const draw = { id: 'purse', by: { available: -1n } };
      expect(await storage.units.run(ALICE, async (tx) => ok(tx.increase(BALANCES, draw, SHORT)))).toEqual(ok());
      requests++;
    };
    // One request starts with each batch, and ends before the next one starts.
    const pause = () => request();
    expect(await forgetAnswers(counted, (T0 + EXPIRED) as Instant, pause)).toBe(EXPIRED);
    expect(batches).toEqual([...Array<number>(EXPIRED / AT_ONCE).fill(AT_ONCE), 0]);
    expect(requests).toBe(EXPIRED / AT_ONCE);
    const rest = await storage.units.read(null, (reads) =>
      reads.getMany(REMEMBERED_ANSWERS, [`Answer:${EXPIRED}`, 'Answer:0', 'Answer:1', `Answer:${EXPIRED - 1}`]),
    );
    expect(rest.map(({ id }) => id)).toEqual([`Answer:${EXPIRED}`]);
    expect(Object.values((await execute('select count(*) from remembered_answers'))[0]!).map(Number)).toEqual([1]);

    await removeExpired(ALICE, PENDING_COMMANDS, T0 as Instant, AT_ONCE);
    for (const table of ['remembered_answers', 'pending_commands']) {
      const { sql, values } = sent.find((one) => one.sql.startsWith(`delete from "${table}"`))!;
      const plan = await planOf(client ?? database, sql, values);
      expect(plan).toContain(`${table}_by_expiry`);
      // Postgres reads the whole of a table that it knows to be empty.
      if (table === 'remembered_answers') expect(plan).toMatch(isPostgres ? /Tid Scan/ : /SEARCH/);
      expect(plan).not.toMatch(/Seq Scan on remembered_answers|SCAN|TEMP B-TREE|Sort/);
    }
    await client?.end();
    await storage.close();
    await database.drop();
  });
}

function runInSqlite(path: string, sql: string): readonly Record<string, unknown>[] {
  const db = new Database(path);
  const statement = db.prepare(sql);
  const rows = statement.reader ? (statement.all() as Record<string, unknown>[]) : (statement.run(), []);
  db.close();
  return rows;
}
