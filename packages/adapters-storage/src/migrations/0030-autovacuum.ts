import { sql } from 'kysely';
import type { DialectName, Schema } from './table.js';

/**
 * Storage parameters of the tables that every payment writes to. By default Postgres vacuums a table when a fifth of its
 * rows are dead. A queue is slow long before that, because each claim passes the dead entries at the head of its index.
 */
const TABLES = {
  // Small, and every row is updated and then deleted: a share of its living rows says nothing about the dead ones.
  jobs: 'autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000',
  // Updated in place on half-empty pages; a page is pruned when it is read, so vacuuming only has to keep up.
  balances: 'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000',
  // Each event is updated when it is delivered, and then stays. Vacuuming reads all indexes, so a large table is
  // vacuumed after a fiftieth of its rows.
  events:
    'autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02',
  // As many rows expire as are added; the head of the index by expiry is what the next deletion reads.
  remembered_answers:
    'autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02',
  // A quote is updated once or twice, in columns without an index: with room on its page, no index changes.
  quotes: 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02',
  transactions: 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02',
} as const;

/** Has Postgres vacuum the hot tables in time. SQLite has no such settings. */
export async function autovacuum(db: Schema, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return;
  for (const [table, settings] of Object.entries(TABLES)) {
    await sql`alter table ${sql.table(table)} set (${sql.raw(settings)})`.execute(db);
  }
}
