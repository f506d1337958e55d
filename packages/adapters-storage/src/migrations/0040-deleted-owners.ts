import { addFlag, type DialectName, type Schema } from './table.js';

/** Owners of a business can be deleted; their records and submitted documents are kept. */
export async function deletedOwners(db: Schema, dialect: DialectName): Promise<void> {
  for (const table of ['beneficial_owners', 'documents'] as const) {
    await addFlag(db, dialect, table, 'is_deleted');
    await db.schema
      .createIndex(`${table}_by_is_deleted`)
      .on(table)
      .columns(['tenant', 'is_deleted', 'created_at', 'id'])
      .execute();
  }
}
