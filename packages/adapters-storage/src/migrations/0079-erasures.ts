import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the erasures of the personal data of customers, see docs/operate/personal-data.md. */
export const erasures = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'erasures', {
    columns: {
      customer_id: 'key',
      status: 'text',
      case_reference: 'text',
      requested_by: 'text',
      approved_by: 'text',
      place: 'text?',
      cursor: 'text?',
      counts: 'text',
      completed_at: 'integer?',
    },
    filters: ['customer_id', 'status'],
  });
