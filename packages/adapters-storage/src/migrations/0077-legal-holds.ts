import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the legal holds, for which the data of a customer are kept, see docs/operate/personal-data.md. */
export const legalHolds = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'legal_holds', {
    columns: {
      customer_id: 'key',
      status: 'text',
      reason: 'text',
      case_reference: 'text',
      held_by: 'text',
      release_reason: 'text?',
      release_reference: 'text?',
      released_by: 'text?',
      release_approved_by: 'text?',
      released_at: 'integer?',
    },
    filters: ['customer_id', 'status'],
  });
