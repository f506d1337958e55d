import { sql } from 'kysely';
import type { Schema } from './table.js';

/** Renames the job that moves records that were written while a test clock moved. */
export async function clockCatchUp(db: Schema): Promise<void> {
  await sql`update jobs set kind = 'clock.catch-up' where kind = 'clock.settle'`.execute(db);
}
