import { sql } from 'kysely';
import {
  createTable,
  type DialectName,
  flag,
  flagOrNull,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type Schema,
  type TableSpec,
  text,
  textOrNull,
} from './table.js';

/** Every table of the first release. */
export async function initial(db: Schema, dialect: DialectName): Promise<void> {
  const create = (name: string, spec: TableSpec): Promise<void> => createTable(db, dialect, name, spec);

  await create('remembered_answers', {
    scoped: true,
    columns: {
      body_digest: text,
      status: integer,
      body: text,
      expires_at: integer,
    },
  });

  await create('postings', {
    scoped: true,
    numbered: true,
    columns: {
      entry_id: text,
      kind: text,
      cause: text,
      account: text,
      currency: text,
      amount: integer,
    },
  });

  await create('balances', {
    scoped: true,
    // The table has a lower fill factor, because every payment updates two or three of its rows in place.
    fillFactor: 50,
    columns: {
      currency: text,
      available: integer,
      held: integer,
    },
  });

  await create('checkpoints', {
    scoped: false,
    columns: {
      position: integer,
      balance: integer,
    },
  });

  await create('events', {
    scoped: true,
    numbered: true,
    columns: {
      type: text,
      resource: text,
      snapshot: json,
      available: integerOrNull,
      held: integerOrNull,
      status: text,
      queued_at: integer,
      attempts: integer,
      next_attempt_at: integer,
      lease_until: integer,
      delivered_at: integerOrNull,
      last_error: textOrNull,
    },
  });

  await create('jobs', {
    scoped: true,
    columns: {
      kind: text,
      subject: text,
      due_at: integer,
      lease_until: integer,
      attempts: integer,
      dedupe: textOrNull,
      last_error: textOrNull,
    },
    unique: {
      dedupe: { columns: ['dedupe'] },
    },
  });

  await create('platforms', {
    scoped: false,
    columns: {
      platform_id: text,
      environment: text,
      name: text,
      uma_domain: textOrNull,
      webhook_endpoint: textOrNull,
      supported_currencies: json,
      fee_configs: json,
      is_regulated_financial_institution: flag,
      embedded_wallet_config: jsonOrNull,
      card_tokenization2fa_config: jsonOrNull,
      requires_end_user_terms: flag,
      webhook_secret: text,
      previous_webhook_secret: textOrNull,
      previous_webhook_secret_until: integerOrNull,
      clock_offset: integer,
    },
  });

  await create('tokens', {
    scoped: false,
    columns: {
      name: text,
      permissions: json,
      client_id: text,
      secret_digest: text,
    },
    unique: {
      client_id: { columns: ['client_id'], global: true },
    },
    filters: ['tenant', 'name'],
  });

  await create('host_keys', {
    scoped: false,
    columns: {
      public_key: text,
      sealed_private_key: text,
    },
  });

  await create('customers', {
    scoped: true,
    columns: {
      platform_customer_id: text,
      customer_type: text,
      region: textOrNull,
      currencies: json,
      email: textOrNull,
      phone_number: textOrNull,
      uma_address: text,
      kyc_status: text,
      contact_email: textOrNull,
      contact_phone: textOrNull,
      address: jsonOrNull,
      full_name: textOrNull,
      birth_date: textOrNull,
      nationality: textOrNull,
      id_type: textOrNull,
      identifier: textOrNull,
      country_of_issuance: textOrNull,
      due_diligence: jsonOrNull,
      business_info: jsonOrNull,
      end_user_terms_consent: jsonOrNull,
      is_deleted: flag,
    },
    unique: {
      platform_customer_id: { columns: ['platform_customer_id'], unless: 'is_deleted' },
      uma_address: { columns: ['uma_address'], unless: 'is_deleted' },
    },
    filters: ['platform_customer_id', 'customer_type', 'region', 'uma_address', 'is_deleted'],
  });

  await create('internal_accounts', {
    scoped: true,
    columns: {
      customer_id: textOrNull,
      type: text,
      status: text,
      currency: text,
      reference: text,
      funding_payment_instructions: json,
      private_enabled: flagOrNull,
      owner: text,
      owner_type: text,
    },
    unique: {
      owner: { columns: ['owner', 'currency', 'type'] },
      reference: { columns: ['reference'], global: true },
    },
    filters: ['owner', 'owner_type', 'currency', 'type'],
  });

  await create('external_accounts', {
    scoped: true,
    columns: {
      customer_id: textOrNull,
      owner: text,
      owner_type: text,
      status: text,
      currency: text,
      platform_account_id: textOrNull,
      ownership_type: textOrNull,
      default_uma_deposit_account: flag,
      account_info: json,
      identity: text,
      beneficiary_verification_status: textOrNull,
      beneficiary_verified_name: textOrNull,
      is_deleted: flag,
    },
    unique: {
      identity: { columns: ['owner', 'identity'], unless: 'is_deleted' },
    },
    filters: ['owner', 'owner_type', 'currency', 'default_uma_deposit_account', 'is_deleted'],
  });

  await create('quotes', {
    scoped: true,
    columns: {
      status: text,
      expires_at: integer,
      customer_id: text,
      platform_customer_id: text,
      source: json,
      destination: json,
      destination_id: text,
      sending_currency: text,
      receiving_currency: text,
      total_sending_amount: integer,
      total_receiving_amount: integer,
      exchange_rate: json,
      platform_fee: integer,
      service_fee: integer,
      service_fee_bps: integer,
      service_fixed_fee: integer,
      payment_instructions: jsonOrNull,
      reference: textOrNull,
      funding_rail: textOrNull,
      rail: textOrNull,
      settlement_seconds: integerOrNull,
      transaction_id: text,
      description: textOrNull,
      remittance_information: textOrNull,
      purpose_of_payment: textOrNull,
    },
    unique: {
      reference: { columns: ['reference'], global: true },
    },
    filters: ['destination_id'],
  });

  await create('transactions', {
    scoped: true,
    columns: {
      type: text,
      status: text,
      direction: text,
      customer_id: text,
      platform_customer_id: text,
      source: jsonOrNull,
      destination: json,
      sender_identifier: textOrNull,
      receiver_identifier: textOrNull,
      sent_amount: integerOrNull,
      sent_currency: textOrNull,
      received_amount: integerOrNull,
      received_currency: textOrNull,
      exchange_rate: jsonOrNull,
      fees: integerOrNull,
      platform_fees: integerOrNull,
      quote_id: textOrNull,
      description: textOrNull,
      remittance_information: textOrNull,
      failure_reason: textOrNull,
      reference: textOrNull,
      payment_instructions: jsonOrNull,
      rail: textOrNull,
      funding_rail: textOrNull,
      payment_rail: textOrNull,
      rail_selection_mode: textOrNull,
      submitted_at: integerOrNull,
      expected_settlement_at: integerOrNull,
      settled_at: integerOrNull,
      receipt_delivery_confirmed_at: integerOrNull,
      refund_status: textOrNull,
      refund_reference: textOrNull,
      refund_reason: textOrNull,
      refund_initiated_at: integerOrNull,
      refund_settled_at: integerOrNull,
    },
    filters: [
      'customer_id',
      'platform_customer_id',
      'sender_identifier',
      'receiver_identifier',
      'status',
      'type',
      'reference',
    ],
  });

  await create('deposits', {
    scoped: true,
    columns: {
      status: text,
      rail: text,
      reference: text,
      currency: text,
      amount: integer,
    },
    filters: ['status', 'reference'],
  });
  await hotPaths(db, dialect);
  if (dialect === 'postgres') await guardFunction(db);
}

/** Indexes that serve neither a key nor a list. */
async function hotPaths(db: Schema, dialect: DialectName): Promise<void> {
  const later = sql.raw(dialect === 'sqlite' ? 'max' : 'greatest');
  const statements = [
    // The sum over an account reads only the index.
    sql`create index postings_sum on postings (account, position, tenant, amount)`,
    sql`create index jobs_ready on jobs (${later}(due_at, lease_until), id)`,
    sql`create index events_ready on events (tenant, ${later}(next_attempt_at, lease_until), position)
      where status = 'QUEUED'`,
    sql`create index events_queue on events (tenant, resource, position) where status = 'QUEUED'`,
  ];
  for (const statement of statements) await statement.execute(db);
}

/**
 * Aborts the statement if a guard touched no row, so that the parts after the guard have no effect. The message is
 * the index of the guard.
 */
async function guardFunction(db: Schema): Promise<void> {
  await sql`create function corridor_guard(touched bigint, guard integer) returns integer language plpgsql as $$
    begin
      if touched = 0 then raise exception using errcode = 'CG001', message = guard::text; end if;
      return guard;
    end $$`.execute(db);
}
