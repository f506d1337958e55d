import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds the payments that operators say were made outside the service, and the value date of withdrawals. */
export async function outsidePayments(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'outside_payments', {
    columns: {
      status: 'text',
      environment: 'text',
      cause: 'key',
      rail: 'text?',
      reference: 'text',
      value_date: 'text',
      currency: 'text',
      amount: 'integer',
      claim: 'text?',
      booked_by: 'text',
      approved_by: 'text?',
      confirmed_at: 'integer?',
      confirmed_by: 'text?',
      document: 'text?',
    },
    scoped: false,
    filters: ['reference', 'status'],
    unique: { cause: ['cause'] },
  });
  const claim = db.schema.createIndex('outside_payments_claim').unique().on('outside_payments').column('claim');
  await claim.where('claim', 'is not', null).execute();
  await addColumns(db, dialect, 'bookings', { columns: { value_date: textOrNull } });
}
