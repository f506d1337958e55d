import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the cases in which operators examine hits, payments and customers together (docs/operate/screening.md). */
export async function screeningCases(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'screening_cases', {
    columns: {
      status: 'text',
      title: 'text',
      opened_by: 'text',
      outcome: 'text?',
      close_reason: 'text?',
      closed_by: 'text?',
      closed_at: 'integer?',
    },
    filters: ['status'],
  });
  await createRecordTable(db, dialect, 'screening_case_links', {
    columns: { case_id: 'key', subject: 'key', customer_id: 'key?', added_by: 'text' },
    filters: ['case_id', 'subject', 'customer_id'],
  });
}
