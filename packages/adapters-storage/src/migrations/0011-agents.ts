import {
  createTable,
  type DialectName,
  flag,
  integer,
  json,
  jsonOrNull,
  type Schema,
  type TableSpec,
  text,
  textOrNull,
} from './table.js';

/** Adds agents with their limits and actions; quotes and transactions name the agent that created them. */
export async function agents(db: Schema, dialect: DialectName): Promise<void> {
  const create = (name: string, spec: TableSpec): Promise<void> => createTable(db, dialect, name, spec);

  await db.schema.alterTable('quotes').addColumn('agent_id', 'text').execute();
  await db.schema.alterTable('transactions').addColumn('agent_id', 'text').execute();

  await create('agents', {
    scoped: false,
    columns: {
      name: text,
      customer_id: text,
      is_paused: flag,
      is_connected: flag,
      policy: json,
      token_digest: textOrNull,
      code_digest: text,
      code_expires_at: integer,
      is_code_redeemed: flag,
      gate: integer,
      latch: integer,
    },
    unique: {
      token: { columns: ['token_digest'], global: true },
      code: { columns: ['code_digest'], global: true },
    },
    filters: ['tenant', 'customer_id', 'is_paused', 'is_connected'],
  });

  await create('agent_usages', {
    scoped: true,
    columns: {
      agent_id: text,
      period: text,
      currency: text,
      cap: integer,
      remaining: integer,
      count_cap: integer,
      count_remaining: integer,
    },
  });

  await create('agent_actions', {
    scoped: true,
    columns: {
      agent_id: text,
      customer_id: text,
      platform_customer_id: text,
      status: text,
      type: text,
      quote_id: textOrNull,
      transfer: jsonOrNull,
      stamp: textOrNull,
      was_asked: flag,
      transaction_id: textOrNull,
      spent: jsonOrNull,
      rejection_reason: textOrNull,
    },
    unique: { quote: { columns: ['quote_id'] } },
    filters: ['agent_id', 'customer_id', 'status'],
  });
}
