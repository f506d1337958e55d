import { sql } from 'kysely';
import type { Schema } from './table.js';

/** Lists of journal entries read one line of each entry, so the index over time has only these lines. */
export async function listedPostings(db: Schema): Promise<void> {
  await db.schema.dropIndex('postings_by_time').execute();
  await sql`create index postings_by_time on postings (tenant, created_at, id) where entry_cause is not null`.execute(
    db,
  );
}
