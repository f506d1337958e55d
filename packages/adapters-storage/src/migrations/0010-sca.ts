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

/** Adds strong customer authentication, and one table of one-time codes for all of their uses. */
export async function sca(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'sca_enrollments', {
    scoped: true,
    columns: {
      customer_id: text,
      type: text,
      status: text,
      slot: textOrNull,
      confirm_before: integer,
      sealed_secret: textOrNull,
      used_step: integerOrNull,
      recovery_codes: json,
      registration: textOrNull,
      passkey: jsonOrNull,
    },
    unique: { slot: { columns: ['slot'] } },
  });

  await createTable(db, dialect, 'sca_guards', {
    scoped: true,
    columns: {
      wrong_proofs: integer,
      failed_logins: integer,
      locked_until: integerOrNull,
      login_challenge: textOrNull,
      session_until: integerOrNull,
      last_login_address: textOrNull,
    },
  });

  await createTable(db, dialect, 'sca_resets', {
    scoped: true,
    columns: {
      customer_id: text,
      factor: text,
      status: text,
      expires_at: integer,
      reference: text,
      completed_at: integerOrNull,
    },
    filters: ['customer_id', 'status'],
  });

  await addColumns(db, dialect, 'quotes', { columns: { sca: jsonOrNull } });
  await addColumns(db, dialect, 'external_accounts', {
    columns: { trusted_at: integerOrNull, trust_challenge: textOrNull },
  });
  await addColumns(db, dialect, 'one_time_codes', { columns: { policy: jsonOrNull, purpose: textOrNull } });
  await db.schema.dropTable('wallet_codes').execute();
}
