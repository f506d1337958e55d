import { createTable, type DialectName, json, type Schema } from './table.js';

/** Adds the times at which one-time codes were sent to a customer's email address or phone, for all uses of codes. */
export async function codeSends(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'code_sends', { scoped: true, columns: { sends: json } });
}
