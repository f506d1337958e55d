import { type AnyKind, RECORD_KINDS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isTemplated } from '../schema/encodings.js';
import { migrationNames } from './index.js';
import { tableOf, toSnake } from '../schema/tables.js';
import { NewerSchemaError } from '../port/storage.js';
import { DATABASES, type TestDatabase } from '../testing/backends.js';
import { createTestDatabase } from '../testing/postgres.js';
import { createPostgresStorage } from '../postgres/index.js';
import { Database } from '../testing/sqlite.js';

/** The structure of a table, in terms that both databases share. */
interface Found {
  readonly columns: Readonly<Record<string, string>>;
  /** `unique a, b where c = false`, `a, b` */
  readonly indexes: readonly string[];
}

/** How the databases store a type, unless the column has an encoding of its own. */
const TYPES = {
  sqlite: { text: 'TEXT', json: 'TEXT', amount: 'INTEGER', int: 'INTEGER', instant: 'INTEGER', flag: 'INTEGER' },
  postgres: { text: 'text', json: 'text', amount: 'bigint', int: 'bigint', instant: 'bigint', flag: 'boolean' },
} as const;
const ENCODED = {
  sqlite: { number: 'INTEGER', key: 'ANY', 'numbered-key': 'ANY' },
  postgres: { number: 'integer', key: 'bytea', 'numbered-key': 'bytea' },
} as const;

/** Tables without a record kind: the texts of stored numbers, and the row that shows that the database accepts writes. */
const OTHER_TABLES = ['dictionary', 'write_probe'];

/** The columns and indexes that the declaration of a record kind requires. */
function declared(kind: AnyKind, dialect: keyof typeof TYPES): Found {
  const table = tableOf(kind);
  const types = TYPES[dialect];
  const columns = Object.fromEntries(
    table.columns.map(({ name, type, nullable, encoding }) => {
      const stored = encoding === 'plain' || isTemplated(encoding) ? types[type] : ENCODED[dialect][encoding];
      return [name, `${stored}${nullable ? '' : ' not null'}`];
    }),
  );
  if (kind.numbered) columns['position'] = `${types.int} not null`;
  const leading = table.scoped ? ['tenant'] : [];
  const list = (...fields: readonly string[]) => [...leading, ...fields.map(toSnake), 'created_at', 'id'].join(', ');
  const given = (fields: readonly string[]) => {
    const optional = table.columns.find(({ field, nullable }) => nullable && fields.includes(field));
    return optional === undefined ? '' : ` where ${optional.name} is not null`;
  };
  const unique = table.keys.map(
    ({ fields, unless }) =>
      `unique ${fields.map(toSnake).join(', ')}${unless === null ? given(fields) : ` where ${toSnake(unless)} = false`}`,
  );
  const expiring =
    kind.expiry && [...(kind.expiry.clock === 'tenant' ? leading : []), toSnake(kind.expiry.column)].join(', ');
  const { deadline } = kind;
  const ending =
    deadline === null
      ? []
      : [
          `${[...leading, toSnake(deadline.column)].join(', ')} where ${toSnake(deadline.state)} in ${deadline.from.join(', ')}${
            kind.columns[deadline.column]!.endsWith('?') ? ` and ${toSnake(deadline.column)} is not null` : ''
          }`,
        ];
  return {
    columns,
    indexes: [
      ...unique,
      ...(kind.numbered ? ['unique position'] : []),
      expiring ?? `${list()}${kind.listed === null ? '' : given([kind.listed])}`,
      ...kind.filters.map((field) => `${list(field)}${given([field])}`),
      ...kind.amounts.map(({ amount, currency }) => `${list(currency, amount)}${given([amount])}`),
      ...ending,
    ].sort(),
  };
}

/** Indexes for sums and workers, which are not declared. */
const HOT = ['postings_sum', 'jobs_ready', 'events_untried', 'events_retries', 'events_queue', 'jobs_written'];

function inSqlite(path: string, kind: AnyKind): Found {
  const db = new Database(path, { readonly: true });
  const columns = db.pragma(`table_info(${kind.name})`) as {
    name: string;
    type: string;
    notnull: number;
    pk: number;
  }[];
  const indexes = (db.pragma(`index_list(${kind.name})`) as { name: string; unique: number }[]).filter(
    ({ name }) => !HOT.includes(name),
  );
  const found = {
    columns: Object.fromEntries(
      columns.map(({ name, type, notnull, pk }) => [name, `${type}${notnull || pk ? ' not null' : ''}`]),
    ),
    indexes: indexes.map(({ name, unique }) => {
      const names = (db.pragma(`index_info(${name})`) as { name: string }[]).map((column) => column.name).join(', ');
      const sql = db.prepare('select sql from sqlite_master where name = ?').pluck().get(name) as string | null;
      return `${unique ? 'unique ' : ''}${names}${where(sql)}`;
    }),
  };
  db.close();
  // The integer primary key has no separate index.
  return { ...found, indexes: [...found.indexes, ...(kind.numbered ? ['unique position'] : [])].sort() };
}

async function inPostgres(client: pg.Client, kind: AnyKind): Promise<Found> {
  const columns = await client.query<{ name: string; type: string; required: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [kind.name],
  );
  const indexes = await client.query<{ name: string; def: string; unique: boolean }>(
    `select c.relname as name, pg_get_indexdef(indexrelid) as def, indisunique as unique
     from pg_index join pg_class c on c.oid = indexrelid where indrelid = $1::regclass`,
    [kind.name],
  );
  return {
    columns: Object.fromEntries(
      columns.rows.map(({ name, type, required }) => [name, `${type}${required ? ' not null' : ''}`]),
    ),
    indexes: indexes.rows
      .filter(({ name }) => !HOT.includes(name))
      .map(
        ({ def, unique }) =>
          `${unique ? 'unique ' : ''}${/\(([^)]*)\)/.exec(def)![1]!.replaceAll('"', '')}${where(def)}`,
      )
      .sort(),
  };
}

/** Normalizes the three conditions of partial indexes, which SQLite and Postgres print differently. */
function where(def: string | null): string {
  const column = /where \(?"?(\w+)"? = false\)?$/i.exec(def ?? '') ?? /WHERE \(?NOT (\w+)\)?$/.exec(def ?? '');
  const state = /where \(*(\w+) (?:in|=) (.*)$/i.exec(def ?? '');
  const states = [...(state?.[2] ?? '').matchAll(/'(\w+)'/g)].map(([, value]) => value);
  const dated = /(\w+)"? is not null\)*$/i.exec(state?.[2] ?? '');
  if (states.length > 0)
    return ` where ${state![1]} in ${states.join(', ')}${dated === null ? '' : ` and ${dated[1]} is not null`}`;
  const given = /where \(?"?(\w+)"? is not null\)?$/i.exec(def ?? '');
  if (given !== null) return ` where ${given[1]} is not null`;
  return column === null ? '' : ` where ${column[1]} = false`;
}

for (const backend of DATABASES) {
  describe(`migrations of ${backend.name}`, () => {
    let database: TestDatabase;
    let client: pg.Client | null = null;

    beforeAll(async () => {
      database = await backend.create();
      const storage = database.open();
      await storage.migrate();
      await storage.close();
      if (backend.name === 'postgres') {
        client = new pg.Client({ connectionString: database.address });
        await client.connect();
      }
    });
    afterAll(async () => {
      await client?.end();
      await database.drop();
    });

    test.each(RECORD_KINDS.map((kind) => [kind.name, kind] as const))(
      '%s has the columns, keys and indexes that are declared',
      async (_, kind) => {
        const found = client === null ? inSqlite(database.address, kind) : await inPostgres(client, kind);
        const asDeclared = declared(kind, backend.name as keyof typeof TYPES);
        expect(found, `write a migration that gives ${kind.name} what its record kind declares`).toEqual(asDeclared);
      },
    );

    test('has no undeclared table', async () => {
      const known = RECORD_KINDS.map(({ name }) => name);
      const names =
        client === null
          ? (new Database(database.address)
              .prepare("select name from sqlite_master where type = 'table'")
              .pluck()
              .all() as string[])
          : (
              await client.query<{ tablename: string }>("select tablename from pg_tables where schemaname = 'public'")
            ).rows.map((row) => row.tablename);
      expect(
        names.filter((name) => !name.startsWith('sqlite_') && !name.startsWith('schema_migrations')).sort(),
      ).toEqual([...known, ...(client === null ? OTHER_TABLES : ['dictionary'])].sort());
    });

    test('changes nothing when several hosts migrate again at the same time', async () => {
      const hosts = [database.open(), database.open(), database.open()];
      await Promise.all(hosts.map((host) => host.migrate()));
      expect(await Promise.all(hosts.map((host) => host.ready()))).toEqual([true, true, true]);
      await Promise.all(hosts.map((host) => host.close()));
    });

    test('refuses the schema of a newer release, names its migrations and changes nothing, while a running host continues', async () => {
      const running = database.open();
      expect(await running.ready()).toBe(true);
      const newer = "insert into schema_migrations (name, timestamp) values ('9999-newest', ''), ('9998-newer', '')";
      if (client === null) new Database(database.address).exec(newer).close();
      else await client.query(newer);
      const host = database.open();
      await expect(host.migrate()).rejects.toThrow(NewerSchemaError);
      await expect(host.migrate()).rejects.toThrow(
        /newer schema .*: 9998-newer, 9999-newest\. Start the release that ran these migrations.* restore a backup/,
      );
      expect(await running.ready()).toBe(true);
      await host.close();
      await running.close();
    });

    test('runs no missing migration if the database has unknown ones', async () => {
      const forget = "delete from schema_migrations where name = '0028-clock-catch-up'";
      if (client === null) new Database(database.address).exec(forget).close();
      else await client.query(forget);
      const host = database.open();
      await expect(host.migrate()).rejects.toThrow('9998-newer, 9999-newest');
      expect(await host.ready()).toBe(false);
      await host.close();
    });
  });
}

test('the migrations are listed in the order in which they run', () => {
  expect(migrationNames).toEqual([...migrationNames].toSorted());
});

test('lets several hosts migrate one empty Postgres at once, and none is ready before', async () => {
  const url = await createTestDatabase({ migrated: false });
  const hosts = [1, 2, 3].map(() => createPostgresStorage({ url }));
  expect(await Promise.all(hosts.map((host) => host.ready()))).toEqual([false, false, false]);
  await Promise.all(hosts.map((host) => host.migrate()));
  expect(await Promise.all(hosts.map((host) => host.ready()))).toEqual([true, true, true]);
  await Promise.all(hosts.map((host) => host.close()));
});

test('has Postgres vacuum the tables of every payment earlier than others', async () => {
  const client = new pg.Client({ connectionString: await createTestDatabase() });
  await client.connect();
  const { rows } = await client.query<{ name: string; options: readonly string[] }>(
    `select relname as name, reloptions as options from pg_class
      where relnamespace = 'public'::regnamespace and reloptions::text like '%autovacuum_vacuum_scale_factor%'`,
  );
  await client.end();
  const factor = ({ options }: (typeof rows)[number]): number =>
    Number(options.find((option) => option.startsWith('autovacuum_vacuum_scale_factor='))!.split('=')[1]);
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'balances',
    'events',
    'jobs',
    'quotes',
    'remembered_answers',
    'transactions',
  ]);
  // Postgres's default is 0.2.
  for (const row of rows) expect([row.name, factor(row) <= 0.05]).toEqual([row.name, true]);
  const fill = (name: string) => rows.find((row) => row.name === name)!.options.join();
  expect([fill('balances'), fill('quotes')]).toEqual([
    expect.stringContaining('fillfactor=50'),
    expect.stringContaining('fillfactor=85'),
  ]);
});
