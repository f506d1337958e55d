import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds what the console tells operators about changes of their sign-in. */
export const operatorNotices = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'operators', { columns: { notices: jsonOrNull } });
