import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds what a card processor says in a message besides the amount, such as the original currency. */
export const cardMessageDetails = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'card_messages', { columns: { details: jsonOrNull } });
