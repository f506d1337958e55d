import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** The records that connections to banks and providers keep. */
export const railRecords = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'rail_records', {
    columns: { listing: 'text?', value: 'text?', sealed_secret: 'text?' },
    filters: ['listing'],
  });
