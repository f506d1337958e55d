import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds the platforms that an operator is limited to. Earlier operators have no limit. */
export async function operatorAccess(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'operators', { columns: { platforms: jsonOrNull } });
}
