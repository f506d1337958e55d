import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the failed attempts of jobs, and the steps of requests to rails. Those of before are not known. */
export async function failedAttempts(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'failed_attempts', {
    columns: { subject: 'key', work: 'text', count: 'integer', attempts: 'text' },
    filters: ['subject'],
  });
  await createRecordTable(db, dialect, 'rail_steps', {
    columns: { subject: 'key', request: 'number', step: 'number', rail: 'number', reference: 'key' },
    filters: ['subject'],
  });
}
