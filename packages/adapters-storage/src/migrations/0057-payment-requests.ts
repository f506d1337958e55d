import { addColumns, type DialectName, jsonOrNull, type Schema, textOrNull } from './table.js';

/**
 * Adds the terms of the invoice or offer that a quote or a transaction pays, and the key of an invoice that a transaction
 * spends. Earlier payments spend none: the accounts that they paid are not read again.
 */
export async function paymentRequests(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'quotes', { columns: { payment_request: jsonOrNull } });
  await addColumns(db, dialect, 'transactions', {
    columns: { payment_request: jsonOrNull, spent_request: textOrNull },
  });
  await db.schema
    .createIndex('transactions_spent_request')
    .unique()
    .on('transactions')
    .columns(['tenant', 'spent_request'])
    .where('spent_request', 'is not', null)
    .execute();
}
