import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import type { Rewrite } from './0032-encoded-rows.js';
import type { Schema } from './table.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly byDefault: string | null;
}

const AT_ONCE = 2_000;
const TYPES = { number: 'integer', key: 'bytea' } as const;

/** Copies a table with its rows, keys, indexes and options into one with the new types. */
export async function rewriteOnPostgres(db: Schema, { table, typeOf, encode }: Rewrite): Promise<void> {
  const columns = await columnsOf(db, table);
  const { rows: constraints } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u') order by conname`.execute(db);
  const { rows: indexes } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)
    order by indexrelid`.execute(db);
  const { rows: options } = await sql<{ option: string }>`
    select unnest(reloptions) as option from pg_class where oid = ${table}::regclass`.execute(db);

  const copy = `${table}_encoded`;
  const typed = columns.map((column) => ({ ...column, type: newType(column, typeOf(column.name)) }));
  const definitions = typed.map(
    ({ name, type, required, byDefault }) => sql`
      ${sql.ref(name)} ${sql.raw(type)}${sql.raw(type === 'text' ? ' collate "C"' : '')}
      ${required ? sql`not null` : sql``} ${byDefault === null ? sql`` : sql.raw(`default ${byDefault}`)}`,
  );
  const settings = options.length === 0 ? sql`` : sql.raw(`with (${options.map(({ option }) => option).join(', ')})`);
  await sql`create table ${sql.table(copy)} (${sql.join(definitions)}) ${settings}`.execute(db);
  await copyRows(db, table, copy, typed, encode);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(copy)} rename to ${sql.table(table)}`.execute(db);
  for (const { name, definition } of constraints) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
  }
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  await sql`analyze ${sql.table(table)}`.execute(db);
}

const newType = ({ type }: Column, encoded: 'number' | 'key' | null): string =>
  encoded === null ? type : TYPES[encoded];

async function columnsOf(db: Schema, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
      pg_get_expr(adbin, adrelid) as "byDefault"
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  return rows;
}

async function copyRows(
  db: Schema,
  table: string,
  copy: string,
  columns: readonly Column[],
  encode: Rewrite['encode'],
): Promise<void> {
  // Every value is read and written as text, so that none passes through a float.
  const selected = columns.map(({ name }) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`);
  const order = columns.some(({ name }) => name === 'position') ? sql`order by position` : sql``;
  await sql`declare former_rows no scroll cursor for
    select ${sql.join(selected)} from ${sql.table(table)} ${order}`.execute(db);
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`fetch ${sql.lit(AT_ONCE)} from former_rows`.execute(db);
    for (const row of rows) encode(row);
    if (rows.length > 0) {
      const values = columns.map(
        ({ name, type }) => sql`${rows.map((row) => asText(row[name]))}::text[]::${sql.raw(type)}[]`,
      );
      await sql`insert into ${sql.table(copy)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        select * from unnest(${sql.join(values)})`.execute(db);
    }
    if (rows.length < AT_ONCE) break;
  }
  await sql`close former_rows`.execute(db);
}

function asText(value: unknown): string | null {
  if (value === null) return null;
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
}
