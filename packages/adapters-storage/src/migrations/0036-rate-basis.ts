import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** The mid-rate of a quote with its sources and their times, and the spread. */
export async function rateBasis(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'quotes', { columns: { rate_basis: jsonOrNull } });
}
