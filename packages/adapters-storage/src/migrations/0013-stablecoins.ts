import {
  createTable,
  type DialectName,
  integer,
  integerOrNull,
  json,
  jsonOrNull,
  type Schema,
  type TableSpec,
  text,
  textOrNull,
} from './table.js';

/** Adds accounts at stablecoin issuers, their tokens, and stablecoin quotes, mints and burns. */
export async function stablecoins(db: Schema, dialect: DialectName): Promise<void> {
  const create = (name: string, spec: TableSpec): Promise<void> => createTable(db, dialect, name, spec);

  await create('stablecoin_provider_accounts', {
    scoped: true,
    columns: {
      provider: text,
      provider_account_id: text,
      provider_environment: text,
      status: text,
      last_verified_at: integer,
      sealed_credentials: text,
    },
    unique: { account: { columns: ['provider', 'provider_account_id'] } },
    filters: ['provider', 'status'],
  });

  await create('stablecoins', {
    scoped: true,
    columns: {
      name: text,
      symbol: text,
      base_currency: text,
      network: text,
      decimals: integer,
      issuance_status: text,
      svc_operations_status: text,
      network_token_identifier: text,
      provider_token_identifier: text,
      currency: textOrNull,
      provider: text,
      stablecoin_provider_account_id: text,
      provider_environment: text,
    },
    unique: { token: { columns: ['stablecoin_provider_account_id', 'provider_token_identifier'] } },
    filters: ['issuance_status', 'svc_operations_status', 'provider'],
  });

  await create('stablecoin_quotes', {
    scoped: true,
    columns: {
      stablecoin_id: text,
      operation_type: text,
      status: text,
      amount: integer,
      fees: integer,
      net_amount: integer,
      request: json,
      timing: textOrNull,
      stablecoin_operation_id: textOrNull,
      expires_at: integer,
    },
  });

  await create('stablecoin_operations', {
    scoped: true,
    columns: {
      stablecoin_id: text,
      operation_type: text,
      status: text,
      amount: integer,
      net_amount: integer,
      source: json,
      destination: json,
      provider: text,
      provider_environment: text,
      stablecoin_provider_account_id: text,
      owner: text,
      collected_from: textOrNull,
      delivered_to: textOrNull,
      base_currency: text,
      currency: textOrNull,
      held_amount: integerOrNull,
      quote_id: textOrNull,
      funding_instructions: jsonOrNull,
      estimated_delivery: jsonOrNull,
      expires_at: integerOrNull,
      provider_status: textOrNull,
      failure_reason: textOrNull,
      description: textOrNull,
      submitted_at: integerOrNull,
    },
    filters: ['stablecoin_id', 'operation_type', 'status', 'owner', 'collected_from', 'delivered_to'],
  });
}
