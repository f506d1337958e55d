import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds where a card can be used, and how much it can spend in a day or a month. */
export const cardControls = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'cards', { columns: { controls: jsonOrNull } });
