import { join } from 'node:path';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import type { Scope } from '../scratch.js';
import { Database } from '../sqlite.js';
import { startHost } from './host.js';
import { createPayer } from './payer.js';
import type { Service, ServiceDatabase, ServiceOptions, TableSize } from './service.js';

export const SQLITE_CLIENTS = 64;

/** A host on a new SQLite database. */
export async function sqliteService(scope: Scope, options: ServiceOptions = {}): Promise<Service> {
  const dataDirectory = await scope.folder();
  const host = scope.use(await startHost({ dataDirectory, ...options }));
  const payers = [await createPayer(host)];
  return { host, payers, clients: SQLITE_CLIENTS, database: databaseAt(join(dataDirectory, 'corridor.db')) };
}

/** `dbstat` counts whole pages. Empty pages belong to no table until they are used again. */
const SIZES = `
  select s.tbl_name as name,
    sum(case s.type when 'table' then d.pgsize else 0 end) as "table",
    sum(case s.type when 'index' then d.pgsize else 0 end) as indexes
  from dbstat d join sqlite_schema s on s.name = d.name
  where d.aggregate = true group by s.tbl_name
  union all
  select '(empty pages)', f.freelist_count * p.page_size, 0 from pragma_freelist_count f, pragma_page_size p`;

/** Reads the database beside its host. */
export function databaseAt(path: string): ServiceDatabase {
  const query: ServiceDatabase['query'] = async (sql) => {
    const db = new Database(path, { readonly: true });
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  };
  const storage = () => createSqliteStorage({ path });
  return { query, storage, sizes: async () => (await query(SIZES)) as unknown as readonly TableSize[] };
}
