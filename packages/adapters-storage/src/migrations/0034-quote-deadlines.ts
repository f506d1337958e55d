import { sql } from 'kysely';
import type { Schema } from './table.js';

/** For each table: the states of rows that wait for `expires_at`. */
const TABLES = {
  quotes: `status in ('PENDING', 'PENDING_AUTHORIZATION')`,
  stablecoin_quotes: `status in ('PENDING')`,
} as const;

/**
 * Finds quotes that expire by an index of those that still can. Before, each had a job. In Postgres, a change of the
 * state of a quote now writes to its indexes, because the state decides which rows this index has.
 */
export async function quoteDeadlines(db: Schema): Promise<void> {
  for (const [table, waits] of Object.entries(TABLES)) {
    await sql`create index ${sql.ref(`${table}_by_deadline`)} on ${sql.table(table)} (tenant, expires_at)
      where ${sql.raw(waits)}`.execute(db);
  }
  await db.deleteFrom('jobs').where('kind', 'in', ['quote.expire', 'stablecoin.expire-quote']).execute();
}
