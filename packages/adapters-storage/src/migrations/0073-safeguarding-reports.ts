import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the daily reports of what is owed to customers and where it is, see docs/operate/safeguarding.md. */
export const safeguardingReports = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'safeguarding_reports', {
    scoped: false,
    columns: {
      environment: 'text',
      day: 'text',
      at: 'integer',
      rails: 'text',
      figures: 'text',
      digest: 'text',
      signed_off_at: 'integer?',
      signed_off_by: 'text?',
      statement: 'text?',
    },
    filters: ['environment'],
    unique: { day: ['environment', 'day'] },
  });
