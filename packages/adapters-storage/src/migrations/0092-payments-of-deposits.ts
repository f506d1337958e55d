import { addColumns, type DialectName, textOrNull, type Schema } from './table.js';

/** Adds the payment of another institution to the deposits that keep its money. Earlier deposits have none. */
export async function paymentsOfDeposits(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'deposits', { columns: { came_for: textOrNull } });
}
