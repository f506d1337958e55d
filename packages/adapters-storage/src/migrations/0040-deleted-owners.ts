import { addColumns, type DialectName, integerOrNull, type Schema } from './table.js';

/** When an owner was deleted; its record and its submitted documents are kept. */
export async function deletedOwners(db: Schema, dialect: DialectName): Promise<void> {
  for (const table of ['beneficial_owners', 'documents']) {
    await addColumns(db, dialect, table, { columns: { deleted_at: integerOrNull }, filters: ['deleted_at'] });
  }
}
