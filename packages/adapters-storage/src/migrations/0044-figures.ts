import { createTable, type DialectName, integer, json, type Schema } from './table.js';

/** Adds the hourly figures of payments, see docs/areas/figures.md. The host fills them from the events that exist. */
export async function figures(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'figures', { scoped: false, columns: { hour: integer, cells: json, open: json } });
  await createTable(db, dialect, 'figure_heads', { scoped: false, columns: { position: integer } });
}
