import { instant, tenantKey } from '@corridor/core';
import { type AnyKind, RECORD_KINDS } from '@corridor/core/records';
import type { Storage } from '@corridor/adapters-storage';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgres, sqlite, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { recordPayment, type Sent as Recorded, tripsOf } from '../support/recorded-payment.js';

const MOST_STATEMENTS = 14;
const MOST_ROUND_TRIPS = 6;

type Sent = Pick<Recorded, 'sql' | 'parameters'>;

const listing = (sent: readonly Sent[]): string => sent.map(({ sql }) => sql).join('\n');

/** Record kinds that are listed page by page within a tenant. Records that expire are not listed. */
const LISTED = RECORD_KINDS.filter(({ scope, expiry }) => scope === 'tenant' && expiry === null);
const TENANT = tenantKey('Platform:00000000-0000-7000-8000-000000000001' as never, 'SANDBOX');
const AFTER = { createdAt: instant(1), id: 'a' };

/** The list statements of each record kind: with each of its filters and without, from the start and after a row. */
async function listStatements(database: TestDatabase): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const storage: Storage = database.open({ onStatement: (sql, parameters) => sent.push({ sql, parameters }) });
  try {
    for (const kind of LISTED) {
      for (const filter of [null, ...kind.filters]) {
        const where = filter === null ? {} : { [filter]: sample(kind, filter) };
        for (const order of ['asc', 'desc'] as const) {
          for (const after of [undefined, AFTER]) {
            await storage.units.read(TENANT, (reads) =>
              reads.list(kind as never, { where, order, limit: 20, after } as never),
            );
          }
        }
      }
    }
    return sent.filter(({ sql }) => /^select/i.test(sql));
  } finally {
    await storage.close();
  }
}

const SAMPLES = { flag: false, instant: instant(1) } as const;
const sample = (kind: AnyKind, field: string): unknown => {
  const type = kind.columns[field]!.replace('?', '');
  return type in SAMPLES ? SAMPLES[type as keyof typeof SAMPLES] : 'x';
};

describe('SQLite', () => {
  let database: TestDatabase;
  let payment: Awaited<ReturnType<typeof recordPayment>>;

  beforeAll(async () => {
    database = await sqlite.create();
    payment = await recordPayment((onStatement) => database.open({ onStatement }));
  });
  afterAll(() => database.drop());

  test(`a payment takes at most ${MOST_STATEMENTS} statements`, () => {
    const sent = [...payment.quote, ...payment.execute];
    expect(sent.length, listing(sent)).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(payment.execute.some(({ sql }) => /insert into "transactions"/.test(sql))).toBe(true);
  });

  /** The tables that a statement scans completely. */
  function scans(sent: readonly Sent[]): readonly string[] {
    const db = new Database(database.address, { readonly: true });
    try {
      const tables = db.prepare(`select name from sqlite_master where type = 'table'`).pluck().all() as string[];
      return sent.flatMap(({ sql, parameters }) => {
        const plan = db.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[];
        const scanned = plan.filter(({ detail }) => tables.some((table) => detail.startsWith(`SCAN ${table}`)));
        return scanned.map(({ detail }) => `${detail}: ${sql}`);
      });
    } finally {
      db.close();
    }
  }

  test('no statement of a payment scans a table', () => {
    expect(scans([...payment.quote, ...payment.execute])).toEqual([]);
  });

  test('no list scans a table, with any filter', async () => {
    expect(scans(await listStatements(database))).toEqual([]);
  });

  test('the check detects a statement without an index', () => {
    const sent = { sql: `select * from transactions where description = ?`, parameters: ['x'] };
    expect(scans([sent])).toHaveLength(1);
  });
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

describe('Postgres', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let payment: Awaited<ReturnType<typeof recordPayment>>;

  beforeAll(async () => {
    database = await postgres.create();
    payment = await recordPayment((onStatement) => database.open({ onStatement }));
    client = new pg.Client({ connectionString: database.address });
    await client.connect();
    // The tables are nearly empty, so a scan would be cheapest. The test asks only whether an index exists.
    await client.query('set enable_seqscan = off');
    await client.query('set enable_bitmapscan = off');
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  test(`a payment takes at most ${MOST_ROUND_TRIPS} round trips`, () => {
    const sent = [...payment.quote, ...payment.execute];
    expect(tripsOf(sent), listing(sent)).toBeLessThanOrEqual(MOST_ROUND_TRIPS);
    expect(sent.some(({ sql }) => /insert into "transactions"/.test(sql))).toBe(true);
  });

  async function plan({ sql, parameters }: Sent): Promise<readonly Plan[]> {
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>({
      text: `explain (format json) ${sql}`,
      values: [...parameters],
    });
    return nodes(rows[0]!['QUERY PLAN'][0]!.Plan);
  }

  async function scans(sent: readonly Sent[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (const statement of sent) {
      for (const node of await plan(statement)) {
        const type = node['Node Type'];
        const whole = type === 'Seq Scan' || (/^Index/.test(type) && node['Index Cond'] === undefined);
        if (whole) found.push(`${type} of ${node['Relation Name']}: ${statement.sql}`);
      }
    }
    return found;
  }

  test('no statement of a payment scans a table', async () => {
    expect(await scans([...payment.quote, ...payment.execute])).toEqual([]);
  });

  test('a payment finds its records by primary key, even without table statistics', async () => {
    const sent = [...payment.quote, ...payment.execute];
    const plans: Plan[] = [];
    for (const statement of sent) plans.push(...(await plan(statement)));
    const lookups = plans.filter((node) => /\(id = /.test(`${node['Index Cond']} ${node.Filter}`));
    expect(lookups.length).toBeGreaterThanOrEqual(sent.length);
    for (const node of lookups) expect(node['Index Name']).toBe(`${node['Relation Name']}_id`);
  });

  test('no list scans a table, with any filter', async () => {
    expect(await scans(await listStatements(database))).toEqual([]);
  });

  test('the check detects a statement without an index', async () => {
    expect(await scans([{ sql: `select * from transactions where description = $1`, parameters: ['x'] }])).toHaveLength(
      1,
    );
  });
});

const nodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
