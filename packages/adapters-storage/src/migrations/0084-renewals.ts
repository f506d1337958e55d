import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds verifications that renew an approval. No earlier one does. */
export const renewals = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'verifications', { columns: { renews: textOrNull } });
