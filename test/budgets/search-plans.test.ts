import { tenantKey } from '@corridor/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgres, sqlite, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import {
  type Explainer,
  explainPostgres,
  explainSqlite,
  type Sent,
} from '../../packages/adapters-storage/src/testing/explained.js';
import { fillTables } from '../../packages/adapters-storage/src/testing/filled-tables.js';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { embedCore } from '../support/embedded-core.js';

const HOLDER = { source: 'MASTER_KEY', name: 'root', requestId: 'plans' } as const;
const UUID = '018bcfe5-6800-7000-8000-0000000000aa';

/** One text for each way in which records are found, and the tables that it asks. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  'Ada Lovelace': ['agents', 'beneficial_owners', 'customers', 'external_accounts'],
  'Wire 2026/77': ['outside_payments'],
  'Ada 6819': ['agents', 'beneficial_owners', 'customers', 'external_accounts', 'transactions'],
  'ada@example.org': ['beneficial_owners', 'customers', 'external_accounts'],
  '+44 7700 900123': ['beneficial_owners', 'cards', 'customers', 'external_accounts', 'internal_accounts'],
  '$ada@pay.example': ['customers', 'transactions'],
  '34AC679DEFGH': ['deposits', 'internal_accounts', 'quotes', 'transactions', 'uma_receipts'],
  '1,766.23 GBP': ['deposits', 'exceptions', 'transactions'],
  '1,766 BTC': ['deposits', 'exceptions', 'transactions'],
  [`Transaction:${UUID}`]: ['exceptions', 'transactions'],
  [UUID]: ['customers', 'exceptions', 'quotes', 'transactions'],
  '018bcfe5': ['customers', 'exceptions', 'quotes', 'transactions'],
};

/** The number of groups, each of which is one statement. */
const MOST_STATEMENTS = 14;
/** Digits beside a name can be a sum or the end of an account: payments and deposits of the name and this sum are one statement more each. */
const MORE: Readonly<Record<string, readonly string[]>> = { 'Ada 6819': ['transactions', 'deposits'] };

/** Indexes that hold every row of a tenant in the order of time, which a search must not walk. */
const OF_ALL_ROWS = /_by_time$|_by_tenant$/;

const isOfGroup = ({ sql }: Sent): boolean => sql.includes('alternative0');
const tableOf = ({ sql }: Sent): string => /from "(\w+)" where/.exec(sql.slice(sql.indexOf('select')))?.[1] ?? sql;

describe.each([sqlite, postgres])('the search in $name', (backend) => {
  let database: TestDatabase;
  const sentBy = new Map<string, readonly Sent[]>();
  const clients: pg.Client[] = [];

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.address });
    clients.push(client);
    await client.connect();
    return client;
  }

  beforeAll(async () => {
    database = await backend.create();
    const sent: Sent[] = [];
    const storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: [...values] }) });
    await storage.migrate();
    const core = embedCore(storage);
    for (const [name, end] of [
      ['First', '1'],
      ['Second', '2'],
    ] as const) {
      const created = await core.operators.actions.request(HOLDER, {
        tenant: tenantKey(`Platform:018bcfe5-6800-7000-8000-00000000000${end}` as never, 'SANDBOX'),
        action: 'platforms.create',
        input: { name, currencies: ['USD'] },
      });
      if (!created.ok) throw new Error(JSON.stringify(created.error));
    }
    for (const text of Object.keys(TEXTS)) {
      sent.length = 0;
      const found = await core.operators.search(HOLDER, { text, platforms: null, showsBlocks: true });
      if (!found.ok) throw new Error(found.error.message);
      sentBy.set(text, sent.filter(isOfGroup));
    }
    await storage.close();
    const seeded = 'select tenant from platforms order by id';
    if (backend.name === 'postgres') {
      const client = await connect();
      const { rows } = await client.query<{ tenant: number }>(seeded);
      await fillTables(client, tenantsOf(rows.map(({ tenant }) => tenant)));
    } else {
      const db = new Database(database.address);
      const numbers = db.prepare(seeded).pluck().all() as number[];
      db.close();
      await fillTables(database, tenantsOf(numbers));
    }
  }, 240_000);
  afterAll(async () => {
    for (const client of clients) await client.end();
    await database.drop();
  });

  test('asks each group by one statement', () => {
    for (const [text, tables] of Object.entries(TEXTS)) {
      const asked = sentBy.get(text)!.map(tableOf);
      const more = MORE[text] ?? [];
      expect([text, asked.length <= MOST_STATEMENTS + more.length, asked.toSorted()]).toEqual([
        text,
        true,
        [...new Set(asked), ...more].toSorted(),
      ]);
      expect(asked).toEqual(expect.arrayContaining([...tables]));
    }
  });

  async function complaints(explainer: Explainer): Promise<readonly string[]> {
    const found: string[] = [];
    for (const [text, sent] of sentBy) {
      for (const each of sent) {
        const { indexes, scanned, plan } = await explainer.explain(each);
        const wrong = [...scanned, ...indexes.filter((index) => OF_ALL_ROWS.test(index))];
        // The other words of a record are found by the record: the beginning of a word can have too many rows.
        if (indexes.includes('search_terms_by_term') && !indexes.includes('search_terms_by_subject'))
          wrong.push('no search_terms_by_subject');
        if (/\bother USING INDEX search_terms_by_term/.test(plan)) wrong.push('search_terms_by_term for other words');
        if (indexes.length === 0 || wrong.length > 0) found.push(`${text}: ${wrong.join(', ')}\n${each.sql}\n${plan}`);
      }
    }
    return found;
  }

  if (backend.name === 'postgres') {
    test('finds the rows of every group by indexes, planned for its values and for any values', async () => {
      const client = await connect();
      expect(await complaints(explainPostgres(client).given)).toEqual([]);
      await client.query('set plan_cache_mode = force_generic_plan');
      expect(await complaints(explainPostgres(client).any)).toEqual([]);
    }, 120_000);
  } else {
    test('finds the rows of every group by indexes, with and without statistics', async () => {
      const explainer = explainSqlite(database.address);
      expect(await complaints(explainer)).toEqual([]);
      await explainer.close();
      const db = new Database(database.address);
      db.exec('analyze');
      db.close();
      const analyzed = explainSqlite(database.address);
      expect(await complaints(analyzed)).toEqual([]);
      await analyzed.close();
    }, 120_000);
  }
});

const tenantsOf = ([big, second]: readonly number[]) => ({
  big: big!,
  small: [second!, ...Array.from({ length: 199 }, (_, number) => number)],
});
