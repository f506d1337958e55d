import { type CreateTableBuilder, sql } from 'kysely';
import type { DialectName, Schema } from './table.js';

/**
 * How a column is stored. `key`: an id as bytes · `number`: a text as its number in the dictionary · `text`: text and
 * JSON · `integer`: an amount, an instant or a count · `flag`: a boolean.
 */
type Stored = 'key' | 'number' | 'text' | 'integer' | 'flag';

export interface RecordTable {
  /** The columns beside those of every record; a trailing `?` admits null. */
  readonly columns: Readonly<Record<string, Stored | `${Stored}?`>>;
  /** Columns by which lists filter. */
  readonly filters: readonly string[];
  /** False for a record kind of the host; by default every key and index starts with the tenant. */
  readonly scoped?: boolean;
  /** Unique keys by name. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  /** The column by which rows expire in host time. Such rows are not listed by time. */
  readonly expiry?: string;
}

const TYPES = {
  sqlite: { key: 'any', number: 'integer', text: 'text', integer: 'integer', flag: 'integer' },
  postgres: { key: 'bytea', number: 'integer', text: 'text', integer: 'bigint', flag: 'boolean' },
} as const satisfies Readonly<Record<DialectName, Readonly<Record<Stored, string>>>>;

const BASE = { id: 'key', tenant: 'number', version: 'integer', created_at: 'integer', updated_at: 'integer' } as const;

/**
 * Creates the table of a record kind whose rows are encoded (docs/storage.md). Released migrations depend
 * on this function: its result must not change.
 */
export async function createRecordTable(
  db: Schema,
  dialect: DialectName,
  name: string,
  { columns, filters, scoped = true, unique = {}, expiry }: RecordTable,
): Promise<void> {
  const leading = scoped ? ['tenant'] : [];
  const types = TYPES[dialect];
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, stored] of Object.entries<string>({ ...BASE, ...columns })) {
    const type = types[stored.replace('?', '') as Stored];
    table = table.addColumn(column, sql.raw(type), (c) => (stored.endsWith('?') ? c : c.notNull()));
  }
  table = table.addPrimaryKeyConstraint(`${name}_id`, ['id']);
  if (dialect === 'sqlite') table = table.modifyEnd(sql`strict`);
  await table.execute();
  for (const [key, fields] of Object.entries(unique)) {
    const index = db.schema.createIndex(`${name}_${key}`).unique().on(name);
    await index.columns([...leading, ...fields]).execute();
  }
  const ordered = db.schema.createIndex(`${name}_by_${expiry === undefined ? 'time' : 'expiry'}`).on(name);
  await ordered.columns(expiry === undefined ? [...leading, 'created_at', 'id'] : [expiry]).execute();
  for (const filter of filters) {
    const index = db.schema
      .createIndex(`${name}_by_${filter}`)
      .on(name)
      .columns([...leading, filter, 'created_at', 'id']);
    await ((columns[filter] ?? '').endsWith('?') ? index.where(sql.ref(filter), 'is not', null) : index).execute();
  }
}
