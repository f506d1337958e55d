import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the files that were exchanged with banks, and the months with their keys, see docs/operate/retention.md. */
export async function vouchers(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'vouchers', {
    columns: {
      ...{ connection: 'text', direction: 'text', name: 'text', digest: 'text', bytes: 'integer', at: 'integer' },
      ...{ month: 'text', is_kept: 'flag' },
    },
    filters: ['month'],
  });
  await createRecordTable(db, dialect, 'voucher_months', {
    columns: { sealed_key: 'text?', files: 'integer', key_deleted_at: 'integer?', emptied_at: 'integer?' },
    filters: [],
  });
}
