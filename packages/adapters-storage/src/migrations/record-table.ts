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
}

const TYPES = {
  sqlite: { key: 'any', number: 'integer', text: 'text', integer: 'integer', flag: 'integer' },
  postgres: { key: 'bytea', number: 'integer', text: 'text', integer: 'bigint', flag: 'boolean' },
} as const satisfies Readonly<Record<DialectName, Readonly<Record<Stored, string>>>>;

const BASE = { id: 'key', tenant: 'number', version: 'integer', created_at: 'integer', updated_at: 'integer' } as const;

/**
 * Creates the table of a tenant-scoped record kind whose rows are encoded (docs/storage.md). Released migrations depend
 * on this function: its result must not change.
 */
export async function createRecordTable(
  db: Schema,
  dialect: DialectName,
  name: string,
  { columns, filters }: RecordTable,
): Promise<void> {
  const types = TYPES[dialect];
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [column, stored] of Object.entries<string>({ ...BASE, ...columns })) {
    const type = types[stored.replace('?', '') as Stored];
    table = table.addColumn(column, sql.raw(type), (c) => (stored.endsWith('?') ? c : c.notNull()));
  }
  table = table.addPrimaryKeyConstraint(`${name}_id`, ['id']);
  if (dialect === 'sqlite') table = table.modifyEnd(sql`strict`);
  await table.execute();
  await db.schema.createIndex(`${name}_by_time`).on(name).columns(['tenant', 'created_at', 'id']).execute();
  for (const filter of filters) {
    const index = db.schema
      .createIndex(`${name}_by_${filter}`)
      .on(name)
      .columns(['tenant', filter, 'created_at', 'id']);
    await ((columns[filter] ?? '').endsWith('?') ? index.where(sql.ref(filter), 'is not', null) : index).execute();
  }
}
