import type { Schema } from './table.js';

/** The columns of the index by which expired rows are found. */
const TABLES = {
  remembered_answers: ['expires_at'],
  uma_nonces: ['expires_at'],
  pending_commands: ['tenant', 'expires_at'],
  code_sends: ['tenant', 'updated_at'],
} as const;

/** Finds expired rows by their expiry. These rows are not listed, so the index of lists by time is dropped. */
export async function expiry(db: Schema): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    await db.schema
      .createIndex(`${table}_by_expiry`)
      .on(table)
      .columns([...columns])
      .execute();
    await db.schema.dropIndex(`${table}_by_time`).execute();
  }
}
