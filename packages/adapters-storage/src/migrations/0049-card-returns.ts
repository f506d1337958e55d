import { sql } from 'kysely';
import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds what a return of a card transaction covers, and the message that a message of a card network undoes. */
export async function cardReturns(db: Schema, dialect: DialectName): Promise<void> {
  const id = sql.raw(dialect === 'sqlite' ? 'any' : 'bytea');
  await addColumns(db, dialect, 'card_refunds', { columns: { parts: jsonOrNull } });
  await db.schema.alterTable('card_refunds').addColumn('message_id', id).execute();
  await db.schema.alterTable('card_messages').addColumn('original_id', id).execute();
}
