import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import type { Options } from '../options.js';
import { openScope, type Scope } from '../scratch.js';
import { startHost } from '../service/host.js';
import { createDatabase, databaseAt as postgresAt, POSTGRES_CLIENTS } from '../service/on-postgres.js';
import { databaseAt as sqliteAt, SQLITE_CLIENTS } from '../service/on-sqlite.js';
import type { Service, ServiceOptions } from '../service/service.js';
import { fill, sqliteIn } from './database.js';
import type { Grown } from './grow.js';
import type { Grower } from './world.js';

/** A database with settled payments. */
export interface GrownDatabase {
  readonly name: 'SQLite' | 'Postgres';
  readonly growers: readonly Grower[];
  /** Null if the database is one that an earlier run has kept. */
  readonly grown: Grown | null;
  /** Opens the database in this process. */
  open(): Storage;
  /** Starts a host on it. All clients pay for the customers of one platform. */
  serve(scope: Scope, options?: ServiceOptions): Promise<Service>;
}

export type DatabaseName = GrownDatabase['name'];

const scope = openScope();
const databases = new Map<string, Promise<GrownDatabase>>();

/** The database of this run, grown when it is first asked for. `payments` 0: the same platforms without the payments. */
export function grownDatabase(
  name: DatabaseName,
  payments: number,
  { keep }: Pick<Options, 'keep'>,
): Promise<GrownDatabase> {
  const key = `${name} ${payments}`;
  const known = databases.get(key);
  if (known !== undefined) return known;
  process.stderr.write(`  growing ${name} by ${payments} payments\n`);
  const made = name === 'SQLite' ? onSqlite(payments, payments === 0 ? null : keep) : onPostgres(payments);
  databases.set(key, made);
  return made;
}

/** Stops servers and removes the databases, except one that is kept. */
export const releaseGrown = (): Promise<void> => scope.close();

async function onSqlite(payments: number, keep: string | null): Promise<GrownDatabase> {
  const folder = keep ?? (await scope.folder());
  await mkdir(folder, { recursive: true });
  const { growers, grown } = await sqliteIn(folder, payments);
  const path = join(folder, 'corridor.db');
  return {
    name: 'SQLite',
    growers,
    grown,
    open: () => createSqliteStorage({ path }),
    serve: async (within, options = {}) => ({
      host: within.use(await startHost({ dataDirectory: folder, ...options })),
      payers: payersOf(growers),
      clients: SQLITE_CLIENTS,
      database: sqliteAt(path),
    }),
  };
}

async function onPostgres(payments: number): Promise<GrownDatabase> {
  const server = scope.use(await startPostgres({ fsync: true }));
  const databaseUrl = await createDatabase(server, 'corridor');
  const storage = createPostgresStorage({ url: databaseUrl });
  const grown = await fill(storage, payments).finally(() => storage.close());
  return {
    name: 'Postgres',
    growers: grown.growers,
    grown,
    open: () => createPostgresStorage({ url: databaseUrl }),
    serve: async (within, options = {}) => ({
      host: within.use(await startHost({ dataDirectory: await within.folder(), databaseUrl, ...options })),
      payers: payersOf(grown.growers),
      clients: POSTGRES_CLIENTS,
      database: postgresAt(databaseUrl),
    }),
  };
}

const payersOf = (growers: readonly Grower[]): Service['payers'] =>
  growers
    .filter(({ tenant }) => tenant === growers[0]!.tenant)
    .map(({ credential, dollars, eurosAbroad }) => ({
      ...credential,
      sourceAccountId: dollars,
      destinationAccountId: eurosAbroad,
    }));
