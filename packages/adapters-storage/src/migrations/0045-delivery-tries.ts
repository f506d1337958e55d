import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** The last attempts to deliver an event; null for events that were last tried before. */
export async function deliveryTries(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'events', { columns: { tries: jsonOrNull } });
}
