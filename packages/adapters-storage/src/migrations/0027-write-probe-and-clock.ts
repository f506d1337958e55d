import { sql } from 'kysely';
import type { DialectName, Schema } from './table.js';

/**
 * Adds what a host writes to test whether the database accepts writes: a sequence in Postgres, where hosts do not wait
 * for each other, and a table in SQLite, where a row takes its own page. Also adds an index for finding jobs that were
 * written or leased by a host whose clock was ahead.
 */
export async function writeProbeAndClock(db: Schema, dialect: DialectName): Promise<void> {
  if (dialect === 'postgres') await sql`create sequence write_probe`.execute(db);
  else await sql`create table write_probe (payload blob not null) strict`.execute(db);
  const later = sql.raw(dialect === 'sqlite' ? 'max' : 'greatest');
  await sql`create index jobs_written on jobs (${later}(lease_until, updated_at - clock_offset))`.execute(db);
}
