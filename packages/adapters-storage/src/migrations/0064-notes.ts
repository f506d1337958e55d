import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the notes of operators, and who looks after a record. */
export async function notes(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'notes', {
    columns: { subject: 'key', text: 'text', author: 'text', readers: 'text' },
    filters: ['subject'],
  });
  await createRecordTable(db, dialect, 'assignments', {
    scoped: false,
    columns: { subject: 'key', operator_id: 'key?' },
    unique: { subject: ['subject'] },
    filters: ['operator_id'],
  });
}
