import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { candidateOf, type Lookup, MOST_TEXTS } from '../schema/dictionary.js';
import { encodeKey, encodeNumberedKey } from '../schema/keys.js';
import { encodeTemplated } from '../schema/rows.js';
import { rewriteOnPostgres } from './rewrite-postgres.js';
import { rewriteOnSqlite } from './rewrite-sqlite.js';
import type { DialectName, Schema } from './table.js';

/**
 * Stores tenants, kinds and ledger accounts as numbers of a dictionary, ids as bytes, and JSON as the values of a
 * template. Every table is copied in one transaction: if the process ends before the commit, the former tables remain.
 */
export async function encodedRows(db: Schema, dialect: DialectName): Promise<void> {
  await sql`create table dictionary (number integer primary key, "text" text not null)
    ${dialect === 'sqlite' ? sql`strict` : sql``}`.execute(db);
  const dictionary = createDictionary(dialect);
  for (const table of TABLES) {
    const rewrite = rewriteOf(table, dictionary);
    await (dialect === 'sqlite' ? rewriteOnSqlite(db, rewrite) : rewriteOnPostgres(db, rewrite));
  }
  for (const [number, text] of dictionary.entries) {
    await db.insertInto('dictionary').values({ number, text }).execute();
  }
}

/** How one table is copied. */
export interface Rewrite {
  readonly table: string;
  /** The new type of a column; null if the column stays as it is. */
  typeOf(column: string): 'number' | 'key' | null;
  /** Encodes a row in place. */
  encode(row: Record<string, unknown>): void;
}

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
    typeOf(column) {
      const encoding = columnOf(table, column);
      return encoding === 'numbered-key' ? 'key' : typeof encoding === 'string' ? encoding : null;
    },
    encode(row) {
      const before = { ...row };
      for (const [column, value] of Object.entries(before)) {
        const encoding = columnOf(table, column);
        if (encoding !== null && value !== null) row[column] = encoded(encoding, value as string, before, lookup);
      }
    },
  };
}

function encoded(encoding: Column, text: string, row: Readonly<Record<string, unknown>>, lookup: Lookup): unknown {
  if (encoding === 'number') return lookup.numberOf(text);
  if (encoding === 'key') return encodeKey(text, lookup.textKey);
  if (encoding === 'numbered-key') return encodeNumberedKey(text, (name) => lookup.numberOf(name));
  const context = encoding.context.map((column) => (row[column] as string | null) ?? '');
  return encodeTemplated(text, context, lookup);
}

/** The dictionary while it is made. */
function createDictionary(dialect: DialectName): Lookup & { readonly entries: ReadonlyMap<number, string> } {
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
    hasRoom: () => entries.size < MOST_TEXTS,
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
