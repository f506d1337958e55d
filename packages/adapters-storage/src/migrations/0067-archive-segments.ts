import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the segments of the archive of events. */
export const archiveSegments = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'archive_segments', {
    scoped: false,
    columns: {
      ...{ number: 'integer', form: 'integer', after: 'integer', up_to: 'integer', rows: 'integer', digest: 'text' },
      ...{ first_id: 'key?', last_id: 'key?', first_at: 'integer', last_at: 'integer' },
      ...{ tenants: 'text', resources: 'text' },
    },
    filters: [],
  });
