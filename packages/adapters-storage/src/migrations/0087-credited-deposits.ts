import { addColumns, type DialectName, textOrNull, type Schema } from './table.js';

/** Adds the transaction that credited a deposit after the answer about its sender. Earlier deposits have none. */
export async function creditedDeposits(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'deposits', { columns: { credited_as: textOrNull } });
}
