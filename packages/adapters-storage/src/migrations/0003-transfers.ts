import {
  addColumns,
  createTable,
  type DialectName,
  integerOrNull,
  json,
  jsonOrNull,
  type Schema,
  text,
  textOrNull,
  integer,
} from './table.js';

/** Adds the columns of transfers, collections and cancellations, and the tables of lookups and arrivals. */
export async function transfers(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'transactions', {
    columns: {
      purpose_of_payment: textOrNull,
      pull_submitted_at: integerOrNull,
      collected_at: integerOrNull,
      cancel_requested_at: integerOrNull,
      cancel_reason: textOrNull,
    },
  });
  await addColumns(db, dialect, 'quotes', { columns: { pulled_from: textOrNull }, filters: ['pulled_from'] });

  await createTable(db, dialect, 'lookups', {
    scoped: true,
    columns: {
      receiver_type: text,
      receiver: text,
      customer_id: textOrNull,
      expires_at: integer,
      supported_currencies: json,
      required_payer_data_fields: json,
      counterparty: jsonOrNull,
    },
  });

  await createTable(db, dialect, 'arrivals', {
    scoped: true,
    columns: {
      rail: text,
      payment_id: text,
      reference: text,
      currency: text,
      amount: integer,
      outcome: text,
      transaction_id: textOrNull,
      deposit_id: textOrNull,
    },
    unique: { payment: { columns: ['rail', 'payment_id'] } },
  });
}
