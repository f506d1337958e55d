import { Buffer } from 'node:buffer';
import { RECORD_KINDS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES, type TestDatabase } from './testing/backends.js';
import { EXPECTED_INDEXES } from './testing/expected-indexes.js';
import { type Explained, type Explainer, explainPostgres, explainSqlite, type Sent } from './testing/explained.js';
import { fillTables, FREQUENT, ONE_OF_MANY, RARE, ROWS } from './testing/filled-tables.js';
import { INDEX_CASES, seedWork } from './testing/index-cases.js';
import { Database } from './testing/sqlite.js';

/** Statements that begin and end transactions, and those of the dictionary. */
const OTHER = /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|insert into dictionary|select "?text"?)/i;
const COUNT = 'as "total"';

/**
 * Postgres may not avoid an index because few rows match: then it would rather read them all and sort them, which says
 * nothing about a large table.
 */
const ONLY_INDEXES = ['seqscan', 'bitmapscan', 'sort', 'incremental_sort', 'hashjoin', 'mergejoin'].map(
  (way) => `set enable_${way} = off`,
);

/**
 * A claim sorts the first events of the resources that it has found, of which there is a bounded number. A list of an
 * amount sorts the pages of its two sides, which the indexes of the amounts give in their order.
 */
const MAY_SORT = ['events: claim', 'transactions: list of an amount'];
/** Once SQLite has statistics, it looks for one due job in the table itself. */
const MAY_SCAN = ['jobs: is due'];

test('every filter, key, sum, expiry and deadline has a line with its index, and every line is asked', () => {
  const derived = / and |: (get|many|position of)$/;
  const asked = INDEX_CASES.map(({ name }) => name).filter((name) => !derived.test(name));
  expect(asked.filter((name) => EXPECTED_INDEXES[name] === undefined)).toEqual([]);
  expect(Object.keys(EXPECTED_INDEXES).filter((name) => !asked.includes(name))).toEqual([]);
});

type Dialect = 'sqlite' | 'postgres';

const lineOf = (name: string, dialect: Dialect): readonly string[] => {
  const line = EXPECTED_INDEXES[name] ?? '';
  return (typeof line === 'string' ? line : line[dialect]).split(' ');
};

/** The indexes that a statement of a case may use. */
function allowed(name: string, dialect: Dialect, { sql, values }: Sent): readonly string[] {
  const [kindName, question] = name.split(': ') as [string, string];
  if (/^(get|many|position of)$/.test(question)) return [`${kindName}_id`];
  const filters = /^list by (.*)$/.exec(question)?.[1]!.split(' and ');
  if (filters === undefined) return lineOf(name, dialect);
  const indexesOf = (filter: string) => lineOf(`${kindName}: list by ${filter}`, dialect);
  const kind = RECORD_KINDS.find((each) => each.name === kindName)!;
  const isForEmpty = / is null/.test(sql);
  // SQLite knows an index that has only the living records, and is exact for this key.
  const keys = kind.unique
    .filter((key) => filters.includes(key.columns[0]!))
    .flatMap((key) => lineOf(`${kindName}: find by ${key.name}`, dialect));
  const texts = values.map((value) => (Buffer.isBuffer(value) ? value.toString() : String(value)));
  if (dialect === 'sqlite') {
    // Once it has statistics, it may walk the list if the value that leads to the index is frequent.
    const ofList = isForEmpty || texts.includes(FREQUENT) ? lineOf(`${kindName}: list`, dialect) : [];
    return [...(isForEmpty ? filters.flatMap(indexesOf) : indexesOf(filters[0]!)), ...keys, ...ofList];
  }
  const isRare = texts.some((text) => text === RARE || text === ONE_OF_MANY);
  const ofList = isRare ? [] : lineOf(`${kindName}: list`, dialect);
  return [...filters.flatMap(indexesOf), ...keys, ...ofList];
}

/** What is wrong with a plan; null if it is as expected. */
function complaint(name: string, dialect: Dialect, sent: Sent, found: Explained): string | null {
  const isCount = sent.sql.includes(COUNT);
  const expected = allowed(name, dialect, sent);
  const others = found.indexes.filter((index) => !expected.includes(index));
  const complaints = [
    ...(others.length > 0 && !isCount ? [`uses ${others.join(', ')} instead of ${expected.join(', ')}`] : []),
    ...(found.indexes.length === 0 && !MAY_SCAN.includes(name) ? ['uses no index'] : []),
    ...(found.scanned.length > 0 && !MAY_SCAN.includes(name) ? [`reads every row of ${found.scanned.join(', ')}`] : []),
    ...(found.sorts && !MAY_SORT.includes(name) ? ['sorts'] : []),
  ];
  return complaints.length === 0 ? null : `${name} ${complaints.join(' and ')}: ${sent.sql}\n${found.plan}`;
}

for (const backend of DATABASES) {
  const dialect = backend.name as Dialect;
  describe(`${dialect} with ${ROWS} rows of each record kind`, () => {
    let database: TestDatabase;
    const sentBy = new Map<string, readonly Sent[]>();
    const clients: pg.Client[] = [];

    const connect = async (...settings: readonly string[]): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: database.address });
      clients.push(client);
      await client.connect();
      for (const setting of settings) await client.query(setting);
      return client;
    };

    /** The statements that the storage sends, before the tables are filled with rows that it could not decode. */
    async function record(): Promise<void> {
      const sent: Sent[] = [];
      const storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: [...values] }) });
      await storage.migrate();
      await seedWork(storage);
      for (const { name, ask } of INDEX_CASES) {
        sent.length = 0;
        await ask(storage);
        const distinct = new Map(sent.map((each) => [JSON.stringify([each.sql, each.values.map(String)]), each]));
        sentBy.set(
          name,
          [...distinct.values()].filter(({ sql }) => !OTHER.test(sql)),
        );
      }
      await storage.close();
    }

    /** Removes the seeded work, and fills the tables for its two tenants and for others. */
    async function fill(): Promise<void> {
      const seeded = 'select tenant from jobs order by id';
      const removed = ['delete from events', 'delete from jobs'];
      const tenantsOf = ([big, second]: readonly number[]) => ({
        big: big!,
        small: [second!, ...Array.from({ length: 199 }, (_, number) => number)],
      });
      if (dialect === 'postgres') {
        const client = await connect();
        const { rows } = await client.query<{ tenant: number }>(seeded);
        for (const sql of removed) await client.query(sql);
        return fillTables(client, tenantsOf(rows.map(({ tenant }) => tenant)));
      }
      const db = new Database(database.address);
      const tenants = db.prepare(seeded).pluck().all() as number[];
      for (const sql of removed) db.exec(sql);
      db.close();
      return fillTables(database, tenantsOf(tenants));
    }

    beforeAll(async () => {
      database = await backend.create();
      await record();
      await fill();
    }, 240_000);

    afterAll(async () => {
      await Promise.all(clients.map((client) => client.end()));
      await database.drop();
    });

    /** What is wrong with the plans of all statements; those that count are left out if `counts` is false. */
    async function complaints(explainer: Explainer, counts = true): Promise<readonly string[]> {
      const found: string[] = [];
      for (const [name, sent] of sentBy) {
        expect([name, sent.length > 0]).toEqual([name, true]);
        for (const each of sent) {
          if (!counts && each.sql.includes(COUNT)) continue;
          const wrong = complaint(name, dialect, each, await explainer.explain(each));
          if (wrong !== null) found.push(wrong);
        }
      }
      return found;
    }

    if (dialect === 'sqlite') {
      test('finds and orders all rows by the expected indexes, without statistics as in a host', async () => {
        const explainer = explainSqlite(database.address);
        expect(await complaints(explainer)).toEqual([]);
        await explainer.close();
      }, 120_000);

      test('does so after an operator has run ANALYZE, but for counts of values that most rows have', async () => {
        const db = new Database(database.address);
        db.exec('analyze');
        db.close();
        const explainer = explainSqlite(database.address);
        expect(await complaints(explainer, false)).toEqual([]);
        await explainer.close();
      }, 120_000);
    } else {
      test('finds and orders all rows by the expected indexes, planned for their values', async () => {
        expect(await complaints(explainPostgres(await connect(...ONLY_INDEXES)).given)).toEqual([]);
      }, 120_000);

      test('does so by the plan for any values, which prepared statements may get', async () => {
        const client = await connect(...ONLY_INDEXES, 'set plan_cache_mode = force_generic_plan');
        expect(await complaints(explainPostgres(client).any)).toEqual([]);
      }, 120_000);
    }
  });
}
