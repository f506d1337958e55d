import type { Schema } from './table.js';

/** Adds the challenge and the proof of wallet ownership. */
export async function accounts(db: Schema): Promise<void> {
  for (const column of ['ownership_challenge', 'ownership_proof']) {
    await db.schema.alterTable('external_accounts').addColumn(column, 'text').execute();
  }
}
