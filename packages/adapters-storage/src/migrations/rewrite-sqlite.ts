import { sql } from 'kysely';
import type { Rewrite } from './0032-encoded-rows.js';
import type { Schema } from './table.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
  readonly dflt_value: string | null;
}

const AT_ONCE = 1_000;
const TYPES = { number: 'INTEGER', key: 'ANY' } as const;

/** Copies a table with its rows, indexes and last position into one with the new types. */
export async function rewriteOnSqlite(db: Schema, { table, typeOf, encode }: Rewrite): Promise<void> {
  const columns = (await sql<Column>`select * from pragma_table_info(${table})`.execute(db)).rows;
  const indexes = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'index' and tbl_name = ${table} and sql is not null`.execute(db);
  const numbered = columns.some(({ name }) => name === 'position' && columns[0]!.name === 'position');
  const copy = `${table}_encoded`;
  const definitions = columns.map(({ name, type, notnull, dflt_value: byDefault }) => {
    if (numbered && name === 'position') return sql`position integer primary key autoincrement`;
    const encodedType = typeOf(name);
    return sql`${sql.ref(name)} ${sql.raw(encodedType === null ? type : TYPES[encodedType])}
      ${notnull === 0 ? sql`` : sql`not null`} ${byDefault === null ? sql`` : sql.raw(`default ${byDefault}`)}`;
  });
  const key = numbered ? [] : [sql`constraint ${sql.ref(`${table}_id`)} primary key (id)`];
  await sql`create table ${sql.table(copy)} (${sql.join([...definitions, ...key])}) strict`.execute(db);
  await copyRows(db, table, copy, columns, encode);
  if (numbered) {
    await sql`delete from sqlite_sequence where name = ${copy}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq) select ${copy}, seq from sqlite_sequence where name = ${table}`.execute(
      db,
    );
  }
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(copy)} rename to ${sql.table(table)}`.execute(db);
  for (const index of indexes.rows) await sql.raw(index.sql).execute(db);
}

async function copyRows(
  db: Schema,
  table: string,
  copy: string,
  columns: readonly Column[],
  encode: Rewrite['encode'],
): Promise<void> {
  // Integers are read as text, so that none passes through a float.
  const selected = columns.map(({ name, type }) =>
    type === 'INTEGER' ? sql`cast(${sql.ref(name)} as text) as ${sql.ref(name)}` : sql.ref(name),
  );
  for (let after = '0'; ;) {
    const { rows } = await sql<Record<string, unknown>>`
      select cast(rowid as text) as rowid_of_row, ${sql.join(selected)} from ${sql.table(table)}
      where rowid > cast(${after} as integer) order by rowid limit ${sql.lit(AT_ONCE)}`.execute(db);
    for (const { rowid_of_row: rowid, ...row } of rows) {
      after = rowid as string;
      for (const { name, type } of columns) {
        if (type === 'INTEGER' && row[name] !== null) row[name] = BigInt(row[name] as string);
      }
      encode(row);
      const values = columns.map(({ name }) => bound(row[name]));
      await sql`insert into ${sql.table(copy)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
        values (${sql.join(values)})`.execute(db);
    }
    if (rows.length < AT_ONCE) return;
  }
}

const bound = (value: unknown): unknown => (typeof value === 'number' ? BigInt(value) : value);
