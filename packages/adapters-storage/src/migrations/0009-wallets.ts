import {
  createTable,
  type DialectName,
  integer,
  json,
  jsonOrNull,
  type Schema,
  type TableSpec,
  text,
  textOrNull,
} from './table.js';

/** Adds embedded wallets, and pending commands, which other parts of the core use as well. */
export async function wallets(db: Schema, dialect: DialectName): Promise<void> {
  const create = (name: string, spec: TableSpec): Promise<void> => createTable(db, dialect, name, spec);

  await create('pending_commands', {
    scoped: true,
    columns: {
      operation: text,
      path: text,
      account: text,
      body_digest: text,
      payload: text,
      state: jsonOrNull,
      expires_at: integer,
    },
  });

  await create('wallet_codes', {
    scoped: true,
    columns: {
      digest: text,
      sealed_code: textOrNull,
      tries_left: integer,
      expires_at: integer,
      made_at: json,
    },
  });

  await create('wallets', {
    scoped: true,
    columns: { credentials: integer, key_handle: textOrNull },
  });

  await create('wallet_credentials', {
    scoped: true,
    columns: {
      account_id: text,
      living_in: textOrNull,
      type: text,
      status: text,
      nickname: text,
      slot: textOrNull,
      sign_in_email: textOrNull,
      contact: textOrNull,
      identity: jsonOrNull,
      passkey: jsonOrNull,
      otp_target: textOrNull,
    },
    unique: {
      slot: { columns: ['slot'] },
      sign_in_email: { columns: ['sign_in_email'] },
    },
    filters: ['living_in'],
  });

  await create('wallet_sessions', {
    scoped: true,
    columns: {
      account_id: text,
      living_in: textOrNull,
      credential_id: text,
      type: text,
      nickname: text,
      passkey_id: textOrNull,
      status: text,
      public_key: text,
      client_key: textOrNull,
      expires_at: integer,
    },
    filters: ['living_in'],
  });

  await create('delegated_keys', {
    scoped: true,
    columns: {
      card_id: text,
      funding_source_id: text,
      account_id: text,
      public_key: text,
      key_handle: text,
      nickname: text,
      status: text,
      slot: textOrNull,
    },
    unique: { slot: { columns: ['slot'] } },
    filters: ['account_id', 'funding_source_id'],
  });
}
