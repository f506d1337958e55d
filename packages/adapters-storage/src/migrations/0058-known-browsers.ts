import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, integerOrNull, type Schema } from './table.js';

/** Adds the lock of browsers in which operators have signed in, and the counts of refused sign-ins. */
export async function knownBrowsers(db: Schema, dialect: DialectName): Promise<void> {
  const columns = { failures: integerOrNull, locked_until: integerOrNull };
  await addColumns(db, dialect, 'operator_sessions', { columns });
  await createRecordTable(db, dialect, 'sign_in_refusals', {
    scoped: false,
    columns: { subject: 'key', hour: 'integer', count: 'integer', expires_at: 'integer' },
    filters: [],
    expiry: 'expires_at',
  });
}
