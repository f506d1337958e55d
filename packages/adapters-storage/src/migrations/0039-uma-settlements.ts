import { addColumns, addUnique, type DialectName, type Schema, textOrNull } from './table.js';

/** By what an institution pays. Receipts from before are paid over Lightning; they have no values. */
export async function umaSettlements(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'uma_receipts', {
    columns: {
      layer: textOrNull,
      asset: textOrNull,
      settlement_currency: textOrNull,
      rail: textOrNull,
      reference: textOrNull,
    },
  });
  await addUnique(db, 'uma_receipts', 'reference', 'reference');
}
