import { Buffer } from 'node:buffer';
import type Database from 'better-sqlite3';
import { sql } from 'kysely';
import { candidateOf, type Lookup, MOST_TEXTS } from '../schema/dictionary.js';
import { encodeKey, encodeNumberedKey } from '../schema/keys.js';
import { encodeTemplated } from '../schema/rows.js';
import type { Template } from '../schema/templates.js';
import type { CostsByDialect } from './costs.js';
import type { ColumnRewrite, OnRewritten, Rewrite } from './rewrite.js';
import { grantsOn, rewriteOnPostgres } from './rewrite-postgres.js';
import { rewriteOnSqlite } from './rewrite-sqlite.js';
import type { DialectName, Schema } from './table.js';

export interface EncodedRowsOptions {
  /** The SQLite connection of `db`; null in Postgres. */
  readonly native: Database.Database | null;
  readonly onRewritten: OnRewritten;
  /** See `MOST_TEXTS`. */
  readonly mostTexts?: number;
}

/**
 * Stores tenants, kinds and ledger accounts as numbers of a dictionary, ids as bytes, and JSON as the values of a
 * template. Every table is copied in one transaction: if the process ends before the commit, the former tables remain.
 */
export async function encodedRows(
  db: Schema,
  dialect: DialectName,
  { native, onRewritten, mostTexts = MOST_TEXTS }: EncodedRowsOptions,
): Promise<void> {
  await sql`create table dictionary (number integer primary key, "text" text not null)
    ${dialect === 'sqlite' ? sql`strict` : sql``}`.execute(db);
  if (dialect === 'postgres') await shutOut(db);
  const dictionary = createDictionary(dialect, mostTexts);
  const rewrites = TABLES.map((table) => rewriteOf(table, dictionary));
  await (native === null
    ? rewriteOnPostgres(db, rewrites, onRewritten)
    : rewriteOnSqlite(db, native, rewrites, onRewritten));
  // Roles that can read events can read the dictionary.
  if (dialect === 'postgres')
    for (const grant of await grantsOn(db, 'events', 'dictionary')) await sql.raw(grant).execute(db);
  const entries = [...dictionary.entries].map(([number, text]) => ({ number, text }));
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await db
      .insertInto('dictionary')
      .values(entries.slice(at, at + ENTRIES_AT_ONCE))
      .execute();
  }
}

const ENTRIES_AT_ONCE = 500;

/**
 * Keeps hosts of former releases from writing, for example one whose connections were broken when the migration began.
 * During the migration a host would lose what it writes after its table has been copied. Afterwards it would find no
 * posting of an account, and store a wrong balance: its guarded changes call the function that is renamed, and each row
 * that it inserts has a tenant, which is a number now.
 */
async function shutOut(db: Schema): Promise<void> {
  await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(db);
  await sql`alter function corridor_guard(bigint, integer) rename to corridor_touched`.execute(db);
}

/** Measured with 50,000 settled payments on two shared processor cores. Space includes the write-ahead log. */
export const ENCODED_ROWS_COSTS: CostsByDialect = {
  sqlite: { bytesPerSecond: 30_000_000, spaceFactor: 0.6, paymentBytes: 20_000 },
  postgres: { bytesPerSecond: 15_000_000, spaceFactor: 1.2, paymentBytes: 21_000 },
};

type Column = 'number' | 'key' | 'numbered-key' | { readonly context: readonly string[] };

const KEYS: ReadonlySet<string> = new Set([
  'id',
  'resource',
  'subject',
  'cause',
  'entry_cause',
  'owner',
  'sender_identifier',
  'receiver_identifier',
]);

const COLUMNS: Readonly<Record<string, Readonly<Record<string, Column>>>> = {
  postings: { kind: 'number', account: 'numbered-key' },
  events: { type: 'number', snapshot: { context: ['tenant', 'resource'] } },
  remembered_answers: { body: { context: ['tenant'] } },
  quotes: {
    source: { context: ['tenant', 'id', 'customer_id'] },
    destination: { context: ['tenant', 'id', 'customer_id', 'destination_id'] },
    exchange_rate: { context: [] },
  },
  transactions: {
    source: { context: ['tenant', 'id', 'customer_id'] },
    destination: { context: ['tenant', 'id', 'customer_id'] },
    exchange_rate: { context: [] },
    rate_terms: { context: [] },
  },
};

function columnOf(table: string, column: string): Column | null {
  const declared = COLUMNS[table]?.[column];
  if (declared !== undefined) return declared;
  if (column === 'tenant') return 'number';
  return KEYS.has(column) || column.endsWith('_id') ? 'key' : null;
}

function rewriteOf(table: string, lookup: Lookup): Rewrite {
  return {
    table,
    column(name) {
      const encoding = columnOf(table, name);
      return encoding === null ? null : rewriteOfColumn(encoding, name, lookup);
    },
  };
}

function rewriteOfColumn(encoding: Column, name: string, lookup: Lookup): ColumnRewrite {
  if (encoding === 'number') {
    return { type: 'number', from: [name], encode: ([text]) => BigInt(lookup.numberOf(text!)) };
  }
  if (encoding === 'key') return { type: 'key', from: [name], encode: ([text]) => encodeKey(text!, lookup.textKey) };
  if (encoding === 'numbered-key') {
    const numberOf = (text: string): number => lookup.numberOf(text);
    return { type: 'key', from: [name], encode: ([text]) => encodeNumberedKey(text!, numberOf) };
  }
  const recent: Template[] = [];
  return {
    type: 'text',
    from: [name, ...encoding.context],
    encode: ([text, ...context]) =>
      encodeTemplated(
        text!,
        context.map((value) => value ?? ''),
        lookup,
        recent,
      ),
  };
}

/** The dictionary while it is made. */
function createDictionary(
  dialect: DialectName,
  mostTexts: number,
): Lookup & { readonly entries: ReadonlyMap<number, string> } {
  const entries = new Map<number, string>();
  const numbers = new Map<string, number>();
  return {
    entries,
    numberOf(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      for (let attempt = 0; ; attempt++) {
        const number = candidateOf(text, attempt);
        if (entries.has(number)) continue;
        entries.set(number, text);
        numbers.set(text, number);
        return number;
      }
    },
    textOf: (number) => entries.get(number)!,
    textKey: (text) => (dialect === 'sqlite' ? text : Buffer.from(text)),
    hasRoom: () => entries.size < mostTexts,
  };
}

/** The tables of record kinds at the time of this migration. */
const TABLES: readonly string[] = [
  'remembered_answers',
  'postings',
  'balances',
  'checkpoints',
  'positions',
  'events',
  'jobs',
  'platforms',
  'tokens',
  'host_keys',
  'webhook_keys',
  'customers',
  'uma_addresses',
  'internal_accounts',
  'external_accounts',
  'address_counters',
  'funding_addresses',
  'quotes',
  'transactions',
  'deposits',
  'daily_volumes',
  'lookups',
  'arrivals',
  'rail_messages',
  'uma_receipts',
  'uma_keys',
  'uma_peers',
  'uma_nonces',
  'invitations',
  'pending_commands',
  'wallets',
  'wallet_credentials',
  'wallet_sessions',
  'delegated_keys',
  'verifications',
  'beneficial_owners',
  'documents',
  'stored_blobs',
  'kyc_links',
  'one_time_codes',
  'code_sends',
  'sca_enrollments',
  'sca_guards',
  'sca_resets',
  'bulk_imports',
  'import_chunks',
  'import_errors',
  'stablecoin_provider_accounts',
  'stablecoins',
  'stablecoin_quotes',
  'stablecoin_operations',
  'agents',
  'agent_usages',
  'agent_actions',
  'cards',
  'card_refunds',
  'card_log',
  'card_messages',
  'exceptions',
  'bookings',
  'seals',
  'seal_heads',
];
