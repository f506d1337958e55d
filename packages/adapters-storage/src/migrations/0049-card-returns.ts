import { addColumns, type DialectName, jsonOrNull, type Schema, textOrNull } from './table.js';

/** Adds what a return of a card transaction covers, and the message that a message of a card network undoes. */
export async function cardReturns(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'card_refunds', { columns: { message_id: textOrNull, parts: jsonOrNull } });
  await addColumns(db, dialect, 'card_messages', { columns: { original_id: textOrNull } });
}
