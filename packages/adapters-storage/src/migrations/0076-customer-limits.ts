import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds the limits of customers, and what payments have used of them. Earlier payments have used nothing. */
export async function customerLimits(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'platforms', { columns: { customer_limits: jsonOrNull } });
  await addColumns(db, dialect, 'customers', { columns: { own_limits: jsonOrNull } });
  for (const table of ['transactions', 'stablecoin_operations'])
    await addColumns(db, dialect, table, { columns: { limit_use: jsonOrNull } });
  await createRecordTable(db, dialect, 'limit_usages', {
    columns: {
      ...{ customer_id: 'key', kind: 'text', currency: 'text', period: 'text' },
      ...{ cap: 'integer', remaining: 'integer', count_cap: 'integer', count_remaining: 'integer' },
    },
    filters: ['customer_id'],
  });
}
