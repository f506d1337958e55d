import Database from 'better-sqlite3';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { uniteArrivals } from './0017-rails-tell.js';
import { createTable, type DialectName, integer, type Schema, type TableSpec, text, textOrNull } from './table.js';

/** The table before this migration. */
const ARRIVALS: TableSpec = {
  scoped: true,
  columns: {
    rail: text,
    payment_id: text,
    reference: text,
    currency: text,
    amount: integer,
    outcome: text,
    transaction_id: textOrNull,
    deposit_id: textOrNull,
  },
  unique: { payment: { columns: ['rail', 'payment_id'] } },
};

test.each(DATABASES)('$name keeps both arrivals that two platforms had under one id', async (backend) => {
  const database = await backend.create();
  const dialect =
    backend.name === 'sqlite'
      ? new SqliteDialect({ database: new Database(database.address) })
      : new PostgresDialect({ pool: new pg.Pool({ connectionString: database.address }) });
  const db: Schema = new Kysely({ dialect });
  const told = (id: string, tenant: string, paymentId: string, at: number) =>
    sql`insert into arrivals (id, tenant, version, created_at, updated_at, rail, payment_id, reference, currency, amount, outcome)
        values (${id}, ${tenant}, 1, ${at}, ${at}, 'bank', ${paymentId}, 'R', 'USD', 5, 'RETURNED')`.execute(db);
  await db.schema.dropTable('arrivals').ifExists().execute();
  await createTable(db, backend.name as DialectName, 'arrivals', ARRIVALS);
  await told('Arrival:2', 'b', 'same', 2);
  await told('Arrival:1', 'a', 'same', 1);
  await told('Arrival:3', 'c', 'same', 2);
  await told('Arrival:4', 'c', 'other', 3);
  await uniteArrivals(db);
  const rows = await db.selectFrom('arrivals').select(['id', 'payment_id']).orderBy('id').execute();
  expect(rows.map((row) => [row['id'], row['payment_id']])).toEqual([
    ['Arrival:1', 'same'],
    ['Arrival:2', 'same/Arrival:2'],
    ['Arrival:3', 'same/Arrival:3'],
    ['Arrival:4', 'other'],
  ]);
  await expect(told('Arrival:5', 'd', 'same', 4)).rejects.toThrow(/unique/i);
  await db.destroy();
  await database.drop();
});
