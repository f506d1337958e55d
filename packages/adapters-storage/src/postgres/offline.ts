import { performance } from 'node:perf_hooks';
// Imported, not global: a test that fakes timers must not stop the storage.
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Schema } from '../migrations/table.js';
import { MigrationRefusedError } from '../storage.js';
import { SERVING } from './connections.js';

/** A host that starts at the same time is connected for a moment, until it finds that the schema is out of date. */
const PATIENCE_MS = 2_000;
const RETRY_MS = 100;

/**
 * Throws MigrationRefusedError if hosts have connections to the database, of this release or of a former one. `own`:
 * the process ids of this storage's connections.
 */
export async function refuseHosts(db: Schema, migration: string, own: readonly number[]): Promise<void> {
  const since = performance.now();
  for (;;) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = ${SERVING} and pid <> all(${own}::integer[])
    `.execute(db);
    const count = rows[0]!.count;
    if (count === 0) return;
    if (performance.now() - since > PATIENCE_MS) {
      throw new MigrationRefusedError(
        `migration ${migration} rewrites every table, and hosts have ${count} connections to the database: stop all ` +
          'hosts of the database, back it up, and run `corridor migrate` without a connection pooler in between',
      );
    }
    await setTimeout(RETRY_MS);
    // Within a transaction, the server shows the connections of its first look again.
    await sql`select pg_stat_clear_snapshot()`.execute(db);
  }
}

export async function sizeOfDatabase(db: Schema): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]!.bytes);
}
