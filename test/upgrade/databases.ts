import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';

/** Table and column names are only known at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tables = Kysely<any>;

/** A database without a schema. */
export interface EmptyDatabase {
  /** The path of its file, or its URL. */
  readonly address: string;
  open(): Storage;
  /** Direct access to the database, without the service. */
  direct(): Tables;
  drop(): Promise<void>;
}

export type Dialect = 'sqlite' | 'postgres';

export const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];

export const DATABASES: Readonly<Record<Dialect, () => Promise<EmptyDatabase>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-upgrade-'));
    const path = join(folder, 'test.db');
    return {
      address: path,
      open: () => createSqliteStorage({ path }),
      direct: () =>
        new Kysely({ dialect: new SqliteDialect({ database: new Database(path).defaultSafeIntegers(true) }) }),
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const url = await createTestDatabase({ migrated: false });
    return {
      address: url,
      open: () => createPostgresStorage({ url }),
      direct: () => new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
      drop: async () => undefined,
    };
  },
};
