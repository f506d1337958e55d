import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import pg from 'pg';
import type { PostgresServer } from '../../../packages/adapters-storage/src/testing/server.js';
import { embedCore } from '../../support/embedded-core.js';
import { createPayers, type PayerOptions } from '../../support/embedded-payer.js';
import type { Payer } from '../load/task.js';
import type { Scope } from '../scratch.js';
import { MASTER_KEY, startHost } from './host.js';
import type { Service, ServiceDatabase, ServiceOptions } from './service.js';

export const POSTGRES_CLIENTS = 16;

/** Creates a database of its own on the server. */
export async function createDatabase(server: PostgresServer, name: string): Promise<string> {
  await queryAt(server.url, `create database ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Platforms with payers, created through core, because HTTP can create only the host's first platform. */
async function payersIn(databaseUrl: string, platforms: number, options: PayerOptions): Promise<readonly Payer[]> {
  const storage = createPostgresStorage({ url: databaseUrl });
  try {
    await storage.migrate();
    const core = embedCore(storage, { masterKey: MASTER_KEY });
    const payers: Payer[] = [];
    for (let n = 0; n < platforms; n++) {
      for (const { credential, sourceAccountId, destinationAccountId } of await createPayers(core, options)) {
        payers.push({ ...credential, sourceAccountId, destinationAccountId });
      }
    }
    return payers;
  } finally {
    await storage.close();
  }
}

interface PostgresOptions extends ServiceOptions, PayerOptions {
  /** Name of the database. */
  readonly name: string;
  /** The number of platforms with payers; default 1. */
  readonly platforms?: number;
}

/** A host on a new database of the server. By default each client has a payer of its own. */
export async function postgresService(
  scope: Scope,
  server: PostgresServer,
  { name, platforms = 1, customers = POSTGRES_CLIENTS, platformFeeBps = 0, ...options }: PostgresOptions,
): Promise<Service & { readonly databaseUrl: string }> {
  const databaseUrl = await createDatabase(server, name);
  const payers = await payersIn(databaseUrl, platforms, { customers, platformFeeBps });
  const host = scope.use(await startHost({ dataDirectory: await scope.folder(), databaseUrl, ...options }));
  return { host, payers, clients: POSTGRES_CLIENTS, database: databaseAt(databaseUrl), databaseUrl };
}

const SIZES = `
  select relname as name, pg_table_size(oid) as "table", pg_indexes_size(oid) as indexes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/** Reads the database beside its host. */
export function databaseAt(url: string): ServiceDatabase {
  const query: ServiceDatabase['query'] = (sql) => queryAt(url, sql);
  return {
    query,
    storage: () => createPostgresStorage({ url }),
    async sizes() {
      await query('vacuum');
      const rows = await query(SIZES);
      return rows.map(({ name, table, indexes }) => ({
        name: name as string,
        table: Number(table),
        indexes: Number(indexes),
      }));
    },
  };
}

async function queryAt(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}
