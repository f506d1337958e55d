import { Buffer } from 'node:buffer';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrateWith } from '../migrations/index.js';
import type { Schema } from '../migrations/table.js';
import { encodeKey } from '../schema/keys.js';
import type { DATABASES } from './backends.js';
import { createTestDatabase } from './postgres.js';
import { Database } from './sqlite.js';

/** An empty database in which `last` was the last migration, for tests of the migrations after it. */
export async function formerDatabase(backend: (typeof DATABASES)[number], last: string) {
  const isSqlite = backend.name === 'sqlite';
  const native = isSqlite ? new Database(':memory:') : null;
  const dialect =
    native === null
      ? new PostgresDialect({
          pool: new pg.Pool({ connectionString: await createTestDatabase({ migrated: false }) }),
        })
      : new SqliteDialect({ database: native });
  const db: Schema = new Kysely({ dialect });
  const migrate = (done: readonly string[], upTo: string) =>
    migrateWith(db, {
      dialect: isSqlite ? 'sqlite' : 'postgres',
      done,
      native,
      beforeOffline: () => Promise.reject(new Error('no host uses this database')),
      upTo,
    });
  await migrate([], last);
  const key = (text: string) => encodeKey(text, (plain) => (isSqlite ? plain : Buffer.from(plain)));
  return { db, key, migrate: (upTo: string) => migrate([last], upTo) };
}
