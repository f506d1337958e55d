import { Buffer } from 'node:buffer';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnRewrite, OnRewritten, Rewrite } from './rewrite.js';
import type { Schema } from './table.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly byDefault: string | null;
}

interface TypedColumn extends Column {
  readonly rewritten: ColumnRewrite | null;
}

const TYPES = { number: 'integer', key: 'bytea', text: 'text' } as const;

/** Characters of the rows that are read at once: documents are a hundred times as large as most rows. */
const PAGE = 2_000_000;
const FIRST_PAGE_ROWS = 16;
const MOST_PAGE_ROWS = 4_096;

/** Copies tables with their rows, keys, indexes and options into tables with the new types. */
export async function rewriteOnPostgres(
  db: Schema,
  rewrites: readonly Rewrite[],
  onRewritten: OnRewritten,
): Promise<void> {
  for (const rewrite of rewrites) await rewriteTable(db, rewrite, onRewritten);
}

async function rewriteTable(db: Schema, rewrite: Rewrite, onRewritten: OnRewritten): Promise<void> {
  const { table } = rewrite;
  const columns = await columnsOf(db, table);
  const { rows: constraints } = await sql<{ name: string; definition: string }>`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${table}::regclass and contype in ('p', 'u') order by conname`.execute(db);
  const { rows: indexes } = await sql<{ definition: string }>`
    select pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = ${table}::regclass and not exists (select 1 from pg_constraint where conindid = indexrelid)
    order by indexrelid`.execute(db);
  const { rows: options } = await sql<{ option: string }>`
    select unnest(reloptions) as option from pg_class where oid = ${table}::regclass
    union all
    select 'toast.' || unnest(toast.reloptions) from pg_class main
      join pg_class toast on toast.oid = main.reltoastrelid where main.oid = ${table}::regclass`.execute(db);

  const grants = await grantsOn(db, table);

  const copy = `${table}_encoded`;
  const typed = columns
    .map((column) => {
      const rewritten = rewrite.column(column.name);
      return { ...column, rewritten, type: rewritten === null ? column.type : TYPES[rewritten.type] };
    })
    .sort((a, b) => widthOf(b) - widthOf(a));
  const definitions = typed.map(
    ({ name, type, required, byDefault }) => sql`
      ${sql.ref(name)} ${sql.raw(type)}${sql.raw(type === 'text' ? ' collate "C"' : '')}
      ${required ? sql`not null` : sql``} ${byDefault === null ? sql`` : sql.raw(`default ${byDefault}`)}`,
  );
  const settings = options.length === 0 ? sql`` : sql.raw(`with (${options.map(({ option }) => option).join(', ')})`);
  await sql`create table ${sql.table(copy)} (${sql.join(definitions)}) ${settings}`.execute(db);
  const rows = await copyRows(db, table, copy, typed);
  onRewritten('table', table, rows);
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(copy)} rename to ${sql.table(table)}`.execute(db);
  for (const { name, definition } of constraints) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(db);
  }
  for (const { definition } of indexes) await sql.raw(definition).execute(db);
  for (const grant of grants) await sql.raw(grant).execute(db);
  // Without rows, the planner would expect the table to stay empty.
  if (rows > 0) await sql`analyze ${sql.table(table)}`.execute(db);
  onRewritten('indexes', table, rows);
}

/** The statements that give other roles their privileges on a table of this name again. */
export async function grantsOn(db: Schema, table: string, to = table): Promise<readonly string[]> {
  const { rows } = await sql<{ grant: string }>`
    select format('grant %s on %I to %s%s', privilege_type, ${to}::text,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
      case when is_grantable then ' with grant option' else '' end) as grant
    from pg_class, aclexplode(relacl)
    where pg_class.oid = ${table}::regclass and grantee <> relowner`.execute(db);
  return rows.map(({ grant }) => grant);
}

/** Wider columns come first, so that none is padded to its alignment. */
const widthOf = ({ type }: TypedColumn): number => ({ bigint: 8, integer: 4, boolean: 1 })[type] ?? 0;

async function columnsOf(db: Schema, table: string): Promise<readonly Column[]> {
  const { rows } = await sql<Column>`
    select attname as name, format_type(atttypid, atttypmod) as type, attnotnull as required,
      pg_get_expr(adbin, adrelid) as "byDefault"
    from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(db);
  return rows;
}

async function copyRows(db: Schema, table: string, copy: string, columns: readonly TypedColumn[]): Promise<number> {
  const found = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
  if (found.rows.length === 0) return 0;
  const names = columns.map(({ name }) => name);
  // Every value is read and written as text, so that none passes through a float.
  const selected = names.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`);
  const order =
    names.includes('position') && columns.find(({ name }) => name === 'position')!.byDefault !== null
      ? sql`order by position`
      : sql``;
  await sql`declare former_rows no scroll cursor for
    select ${sql.join(selected)} from ${sql.table(table)} ${order}`.execute(db);
  let count = 0;
  for (let limit = FIRST_PAGE_ROWS; ;) {
    const { rows } = await sql<Former>`fetch ${sql.lit(limit)} from former_rows`.execute(db);
    if (rows.length > 0) {
      await sql`insert into ${sql.table(copy)} (${sql.join(names.map((name) => sql.ref(name)))})
        select * from unnest(${sql.join(columns.map((column) => arrayOf(column, rows)))})`.execute(db);
    }
    count += rows.length;
    if (rows.length < limit) break;
    limit = nextLimit(limit, rows);
  }
  await sql`close former_rows`.execute(db);
  return count;
}

type Former = Readonly<Record<string, string | null>>;

function nextLimit(limit: number, rows: readonly Former[]): number {
  let characters = 0;
  for (const row of rows) for (const name in row) characters += row[name]?.length ?? 0;
  const fits = Math.floor((PAGE * limit) / Math.max(characters, 1));
  // Later rows can be larger, so a page grows slowly.
  return Math.max(1, Math.min(fits, limit * 2, MOST_PAGE_ROWS));
}

function arrayOf({ name, type, rewritten }: TypedColumn, rows: readonly Former[]): RawBuilder<unknown> {
  const cells = rows.map((row) => {
    const cell = row[name]!;
    if (cell === null || rewritten === null) return cell;
    const value = rewritten.encode(rewritten.from.map((column) => row[column]!));
    return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : String(value);
  });
  return sql`${cells}::text[]::${sql.raw(type)}[]`;
}
