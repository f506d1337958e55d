import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds the terms of corridors, and to quotes the terms that they were priced with. */
export async function terms(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'terms', {
    scoped: false,
    columns: {
      environment: 'text',
      scope: 'text',
      number: 'integer',
      place: 'text',
      valid_from: 'integer',
      content: 'text',
      withdraws: 'text?',
      reason: 'text',
      created_by: 'text',
      approved_by: 'text?',
    },
    unique: { place: ['place'] },
    filters: ['scope', 'environment'],
  });
  await addColumns(db, dialect, 'quotes', { columns: { terms_ids: jsonOrNull } });
}
