import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the hourly figures of payments, see docs/areas/figures.md. The host fills them from the events that exist. */
export async function figures(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'figures', {
    columns: { hour: 'integer', cells: 'text', open: 'text' },
    filters: [],
    scoped: false,
  });
  await createRecordTable(db, dialect, 'figure_heads', {
    columns: { position: 'integer' },
    filters: [],
    scoped: false,
  });
}
