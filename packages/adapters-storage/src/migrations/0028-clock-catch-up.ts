import { sql } from 'kysely';
import type { Schema } from './table.js';

/** The job that moves what was written while a test clock moved is named after what it does. */
export async function clockCatchUp(db: Schema): Promise<void> {
  await sql`update jobs set kind = 'clock.catch-up' where kind = 'clock.settle'`.execute(db);
}
