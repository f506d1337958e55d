import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Schema } from '../migrations/table.js';
import { SERVING } from './connections.js';

/** A host that starts at the same time is connected for a moment, until it finds that the schema is out of date. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/** Runs a statement on one connection, and returns its rows. */
type Ask = (text: string, values: readonly unknown[]) => Promise<readonly unknown[]>;

const CONNECTED = `
  select count(*)::integer as count from pg_stat_activity
  where datname = current_database() and (application_name = $1 or application_name like $1 || ' %') and pid <> all($2::integer[])`;

/**
 * The number of connections that hosts have to the database, of this release or of a former one, once they have had time
 * to close them. `own`: the process ids of this storage's connections.
 */
export async function connectionsOfHosts(ask: Ask, own: () => readonly number[]): Promise<number> {
  const since = performance.now();
  for (;;) {
    const [row] = (await ask(CONNECTED, [SERVING, own()])) as readonly { readonly count: number }[];
    if (row!.count === 0 || performance.now() - since > PATIENCE_MS) return row!.count;
    await setTimeout(RETRY_MS);
    // Within a transaction, the server shows the connections of its first look again.
    await ask('select pg_stat_clear_snapshot()', []);
  }
}

export async function sizeOfDatabase(db: Schema): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}
