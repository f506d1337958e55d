import { sql } from 'kysely';
import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/**
 * Adds what the console shows to operators about changes of their sign-in, and the remembered answer of the request that
 * started a payment. Earlier payments name none.
 */
export async function noticesAndAnswers(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'operators', { columns: { notices: jsonOrNull } });
  // The type of ids in encoded rows.
  const id = sql.raw(dialect === 'sqlite' ? 'any' : 'bytea');
  await db.schema.alterTable('transactions').addColumn('answer_id', id).execute();
}
