import { addColumns, createTable, type DialectName, integer, jsonOrNull, type Schema, text } from './table.js';

/** What rails need to receive money, and what they tell at any time. */
export async function railsTell(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'address_counters', { scoped: false, columns: { allocated: integer } });
  await createTable(db, dialect, 'funding_addresses', {
    scoped: true,
    columns: { rail: text, address_index: integer, reference: text },
    unique: { reference: { columns: ['rail', 'reference'] } },
  });
  await addColumns(db, dialect, 'internal_accounts', { columns: { funding_rails: jsonOrNull } });
}
