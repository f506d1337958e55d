import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { areDone, isCurrent, MIGRATION_TABLE } from '../migrations/index.js';
import { MigrationRefusedError, type StorageOptions } from '../port/storage.js';
import type { Connections } from './connections.js';
import { READ_ONLY, translate, UNDEFINED_TABLE, UNIQUE_VIOLATION } from './errors.js';
import { migrateOnce } from './migrate.js';
import { connectionsOfHosts, sizeOfDatabase } from './offline.js';

/** An index of a large table is one statement. */
const MIGRATION_MS = 12 * 3_600_000;

const ON_STANDBY =
  'the schema lacks migrations, and this server accepts no writes, as a standby: run `corridor migrate` on the primary, and wait until the standby has repeated it';

/** The migrations that a database has, and the run of those that it lacks. */
export function createMigrations(pool: pg.Pool, connections: Connections, onMigration: StorageOptions['onMigration']) {
  async function names(): Promise<readonly string[]> {
    const { rows } = await pool.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
    return rows.map(({ name }) => name);
  }

  /** The migrations that have run. Most starts then need no connection for a migration. */
  async function migrationsDone(): Promise<readonly string[]> {
    // A host that migrates is not connected as one that serves: another one that migrates would refuse to start.
    const client = await pool.connect().catch((error: unknown) => {
      throw translate(error);
    });
    let done: readonly string[] = [];
    try {
      done = await migrationsIn(client);
    } finally {
      client.release(!areDone(done));
    }
    return done;
  }

  async function migrationsIn(client: Pick<pg.Pool, 'query'>): Promise<readonly string[]> {
    try {
      const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
      return rows.map(({ name }) => name);
    } catch (error) {
      if ((error as { code?: string }).code !== UNDEFINED_TABLE) throw translate(error);
      return [];
    }
  }

  const migrateMissing = (done: readonly string[]): Promise<void> =>
    migrateOnce(
      connections.pool({
        max: 2,
        pipeline: false,
        statementMs: MIGRATION_MS,
        applicationName: 'corridor-migrate',
      }),
      MIGRATION_MS,
      {
        dialect: 'postgres',
        done,
        native: null,
        async beforeOffline(trx, { migration }) {
          const count = await connectionsOfHosts(
            async (text, values) => (await trx.executeQuery(CompiledQuery.raw(text, [...values]))).rows,
            connections.processIds,
          );
          if (count > 0) {
            throw new MigrationRefusedError(
              `migration ${migration} rewrites every table, and hosts have ${count} connections to the database: stop ` +
                'all hosts of the database, back it up, and run `corridor migrate` without a connection pooler in between',
            );
          }
          return { databaseBytes: await sizeOfDatabase(trx), freeBytes: null };
        },
        onMigration,
      },
    );

  async function migrate(): Promise<void> {
    const done = await migrationsDone();
    if (isCurrent(done)) return;
    try {
      await migrateMissing(done);
    } catch (error) {
      if ((error as { code?: string }).code === READ_ONLY) throw new MigrationRefusedError(ON_STANDBY);
      // If two hosts start on an empty database, both may create the migrations table, and one of them fails.
      if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw translate(error);
      await migrateMissing(done);
    }
  }

  return {
    /** Throws the error of the driver, also for a database without migrations. */
    names,
    namesIfAny: () => migrationsIn(pool),
    migrate,
  };
}
