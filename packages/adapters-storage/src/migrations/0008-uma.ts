import { sql } from 'kysely';
import {
  addColumns,
  addUnique,
  createTable,
  type DialectName,
  flag,
  integer,
  integerOrNull,
  json,
  type Schema,
  text,
  textOrNull,
} from './table.js';

/** Adds UMA payments between institutions: receipts, keys, nonces, invitations. */
export async function uma(db: Schema, dialect: DialectName): Promise<void> {
  await db.schema.alterTable('quotes').addColumn('uma', 'text').execute();
  await db.schema.alterTable('transactions').addColumn('counterparty', 'text').execute();

  // A UMA domain belongs to one platform. If several platforms had the same domain, only the oldest keeps it.
  await sql`
    update platforms set uma_domain = null where exists (
      select 1 from platforms as older
      where older.uma_domain = platforms.uma_domain
        and (older.created_at, older.id) < (platforms.created_at, platforms.id)
    )`.execute(db);
  await addUnique(db, 'platforms', 'umaDomain', 'uma_domain');

  await addColumns(db, dialect, 'lookups', { columns: { vasp: textOrNull }, filters: ['vasp'] });

  await createTable(db, dialect, 'uma_receipts', {
    scoped: true,
    columns: {
      status: text,
      vasp: text,
      account_id: text,
      currency: text,
      amount: integer,
      settlement_amount: integer,
      event_id: textOrNull,
      ask_until: integer,
      payment_hash: textOrNull,
      invoice: textOrNull,
      expires_at: integer,
      payee_data: json,
      required_fields: json,
      travel_rule: textOrNull,
      is_simulated: flag,
      notified_at: integerOrNull,
    },
    filters: ['vasp'],
  });

  await createTable(db, dialect, 'uma_keys', {
    scoped: false,
    columns: {
      domain: text,
      active_from: integer,
      expires_at: integer,
      signing_certificates: text,
      sealed_signing_key: text,
      encryption_certificates: text,
      sealed_encryption_key: text,
    },
    filters: ['domain'],
  });

  await createTable(db, dialect, 'uma_peers', {
    scoped: false,
    columns: {
      document: text,
      fresh_until: integer,
    },
  });

  await createTable(db, dialect, 'uma_nonces', {
    scoped: false,
    columns: {
      expires_at: integer,
    },
  });

  await createTable(db, dialect, 'invitations', {
    scoped: false,
    columns: {
      status: text,
      environment: text,
      code: text,
      inviter_uma: text,
      inviter_id: text,
      invitee_uma: textOrNull,
      first_name: textOrNull,
      amount_to_send: integerOrNull,
      currency: textOrNull,
      expires_at: integerOrNull,
      claimed_at: integerOrNull,
      quote_id: textOrNull,
      url: text,
    },
    unique: { code: { columns: ['code'], global: true } },
  });
}
