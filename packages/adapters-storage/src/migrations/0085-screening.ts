import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the questions to screening providers, what matched, and when each party was asked about (docs/areas/screening.md). */
export async function screening(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'screenings', {
    columns: {
      status: 'text',
      subject: 'key',
      occasion: 'text',
      provider: 'text',
      identity: 'text',
      sealed_question: 'text',
      list_version: 'text?',
      answer: 'text?',
      matches: 'text',
      answered_at: 'integer?',
    },
    filters: ['subject', 'status'],
  });
  await createRecordTable(db, dialect, 'screening_matches', {
    columns: {
      status: 'text',
      party: 'key',
      role: 'text?',
      identity: 'text',
      list: 'text',
      entry: 'text',
      entry_version: 'text',
      sealed_details: 'text',
      list_version: 'text',
      decided_by: 'text?',
      approved_by: 'text?',
      decided_at: 'integer?',
      decision: 'text?',
    },
    filters: ['party', 'status'],
    unique: { match: ['party', 'list', 'entry', 'entry_version', 'identity'] },
  });
  await createRecordTable(db, dialect, 'screened_parties', {
    columns: {
      party: 'key',
      role: 'text',
      customer_id: 'key?',
      identity: 'text',
      list_version: 'text',
      is_clear: 'flag',
      screening_id: 'key',
      screened_at: 'integer',
    },
    filters: ['customer_id'],
    unique: { party: ['party'] },
  });
  await createRecordTable(db, dialect, 'screening_rounds', {
    columns: {
      status: 'text',
      previous: 'text',
      provider: 'text',
      list_version: 'text',
      cursor: 'text?',
      asked: 'integer',
      held: 'integer',
      ended_at: 'integer?',
    },
    filters: ['status'],
    unique: { previous: ['previous'] },
  });
}
