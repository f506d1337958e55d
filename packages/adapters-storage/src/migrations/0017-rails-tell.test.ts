import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { DATABASES } from '../testing/backends.js';
import { createTestDatabase } from '../testing/postgres.js';
import { Database } from '../testing/sqlite.js';
import { uniteArrivals } from './0017-rails-tell.js';
import { migrateWith } from './index.js';
import type { Schema } from './table.js';

test.each(DATABASES)('$name keeps both arrivals that two platforms had under one id', async (backend) => {
  const isSqlite = backend.name === 'sqlite';
  const dialect = isSqlite
    ? new SqliteDialect({ database: new Database(':memory:') })
    : new PostgresDialect({
        pool: new pg.Pool({ connectionString: await createTestDatabase({ migrated: false }) }),
      });
  const db: Schema = new Kysely({ dialect });
  await migrateWith(db, {
    dialect: isSqlite ? 'sqlite' : 'postgres',
    done: [],
    native: null,
    beforeOffline: () => Promise.reject(new Error('no host uses this database')),
    upTo: '0017-rails-tell',
  });
  const told = (id: string, tenant: string, paymentId: string, at: number) =>
    sql`insert into arrivals (id, tenant, version, created_at, updated_at, rail, payment_id, reference, currency, amount, outcome)
        values (${id}, ${tenant}, 1, ${at}, ${at}, 'bank', ${paymentId}, 'R', 'USD', 5, 'RETURNED')`.execute(db);
  await db.schema.dropIndex('arrivals_payment').execute();
  await db.schema
    .createIndex('arrivals_payment')
    .unique()
    .on('arrivals')
    .columns(['tenant', 'rail', 'payment_id'])
    .execute();
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
});
