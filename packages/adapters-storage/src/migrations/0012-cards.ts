import {
  addColumns,
  createTable,
  type DialectName,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type Schema,
  text,
  textOrNull,
} from './table.js';

/** Adds cards, the log of their requests and reveals, and the card data of transactions. */
export async function cards(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'transactions', { columns: { card: jsonOrNull, issuer_token: textOrNull } });
  await db.schema
    .createIndex('transactions_issuer_token')
    .unique()
    .on('transactions')
    .columns(['tenant', 'issuer_token'])
    .where('issuer_token', 'is not', null)
    .execute();

  await createTable(db, dialect, 'cards', {
    scoped: true,
    columns: {
      cardholder_id: text,
      platform_card_id: textOrNull,
      state: text,
      state_reason: textOrNull,
      form: text,
      brand: textOrNull,
      last4: textOrNull,
      exp_month: integerOrNull,
      exp_year: integerOrNull,
      funding_sources: json,
      currency: text,
      max_spend_per_transaction: integerOrNull,
      processor_ref: text,
      issuer_ref: textOrNull,
      sealed_password: textOrNull,
      state_changes: integer,
      funding_changes: integer,
    },
    filters: ['cardholder_id', 'platform_card_id', 'state'],
  });

  await createTable(db, dialect, 'card_refunds', {
    scoped: true,
    columns: { transaction_id: text, currency: text, amount: integer, reversed_at: integerOrNull },
    filters: ['transaction_id'],
  });

  await createTable(db, dialect, 'card_log', {
    scoped: true,
    columns: {
      card_id: text,
      what: text,
      reason: textOrNull,
      amount: integerOrNull,
      currency: textOrNull,
      merchant: textOrNull,
      issuer_token: textOrNull,
      actor: text,
      request_id: text,
    },
    unique: { issuer_token: { columns: ['issuer_token'] } },
    filters: ['card_id'],
  });
}
