import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { formerDatabase } from '../testing/former-database.js';

const UUID = '018bcfe5-6800-7000-8000-000000000001';

/** The columns of platforms that must have a value, with one that fits their type. */
const REQUIRED = {
  sqlite: sql<{ name: string; type: string }>`
    select name, lower(type) as type from pragma_table_info('platforms') where "notnull" = 1`,
  postgres: sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'platforms' and table_schema = current_schema() and is_nullable = 'NO'`,
} as const;

test.each(DATABASES)('$name schedules the words of the records of each platform', async (backend) => {
  const { db, key, migrate } = await formerDatabase(backend, '0061-blocks');
  const { rows: required } = await REQUIRED[backend.name as keyof typeof REQUIRED].execute(db);
  const valueOf = (type: string) => (/int|numeric/.test(type) ? 1 : type === 'bytea' ? Buffer.from('x') : '1');
  const sample = Object.fromEntries(
    required.map(({ name, type }) => [name, type === 'boolean' ? false : valueOf(type)]),
  );
  const row: Readonly<Record<string, unknown>> = { ...sample, id: key(`Platform:${UUID}/SANDBOX`), tenant: 5 };
  await sql`insert into platforms (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(row))})`.execute(db);
  await migrate('0062-search');
  const { rows } = await sql<{ tenant: number; due: number; attempts: number }>`
    select tenant, due_at as due, attempts from jobs where kind = 'search.words'`.execute(db);
  expect(rows.map(({ tenant, due, attempts }) => [tenant, Number(due), Number(attempts)])).toEqual([[5, 0, 0]]);
  await db.destroy();
});
