import { sql } from 'kysely';
import type { DialectName, Schema } from './table.js';

/**
 * Adds the clock offset with which due times were computed (0 so far, because no clock could be moved), events by
 * resource, and journal entries by cause: one row of each entry carries the cause a second time, so that the index
 * stays small.
 */
export async function testClockAndEventList(db: Schema, dialect: DialectName): Promise<void> {
  const integer = dialect === 'sqlite' ? 'integer' : 'bigint';
  for (const table of ['jobs', 'events']) {
    await db.schema
      .alterTable(table)
      .addColumn('clock_offset', integer, (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await sql`create index events_by_resource on events (tenant, resource, created_at, id)`.execute(db);
  const text = sql.raw(dialect === 'sqlite' ? 'text' : 'text collate "C"');
  await sql`alter table postings add column entry_cause ${text}`.execute(db);
  await sql`update postings set entry_cause = cause where id like '%/0'`.execute(db);
  await sql`create index postings_by_entry_cause on postings (tenant, entry_cause, created_at, id)
    where entry_cause is not null`.execute(db);
}
