import { addColumns, type DialectName, jsonOrNull, type Schema, textOrNull } from './table.js';

/** Adds the payment rail that a quote chooses by default, and the components of a transaction's rate. */
export async function shownTerms(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'quotes', { columns: { payment_rail: textOrNull } });
  await addColumns(db, dialect, 'transactions', { columns: { rate_terms: jsonOrNull } });
}
