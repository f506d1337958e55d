import { addColumns, type DialectName, integerOrNull, type Schema } from './table.js';

/** Adds since when the events of a platform are not sent, because its endpoint has said that it is gone. */
export const pausedEndpoints = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'platforms', { columns: { webhook_paused_at: integerOrNull } });
