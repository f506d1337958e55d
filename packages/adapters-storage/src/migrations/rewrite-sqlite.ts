import type Database from 'better-sqlite3';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnRewrite, OnRewritten, Rewrite } from './rewrite.js';
import type { Schema } from './table.js';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number | bigint;
  readonly dflt_value: string | null;
}

const TYPES = { number: 'INTEGER', key: 'ANY', text: 'TEXT' } as const;

/**
 * Copies tables with their rows, indexes and last positions into tables with the new types. SQLite calls the functions
 * of the columns while it copies, so that memory holds one row at a time. `native`: the connection of `db`.
 */
export async function rewriteOnSqlite(
  db: Schema,
  native: Database.Database,
  rewrites: readonly Rewrite[],
  onRewritten: OnRewritten,
): Promise<void> {
  // All indexes are dropped first: their pages are used again, and renaming a table reads the definition of every index.
  const indexes = new Map<string, readonly Index[]>();
  for (const { table } of rewrites) indexes.set(table, await dropIndexes(db, table));
  const copied = new Map<string, number>();
  for (const rewrite of rewrites) {
    const rows = await copyTable(db, native, rewrite);
    copied.set(rewrite.table, rows);
    onRewritten('table', rewrite.table, rows);
  }
  for (const [table, rows] of copied) {
    for (const { definition } of indexes.get(table)!) await sql.raw(definition).execute(db);
    onRewritten('indexes', table, rows);
  }
}

interface Index {
  readonly name: string;
  readonly definition: string;
}

async function dropIndexes(db: Schema, table: string): Promise<readonly Index[]> {
  const { rows } = await sql<Index>`
    select name, sql as definition from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql is not null order by rowid`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(db);
  return rows;
}

/** Returns the number of rows. */
async function copyTable(db: Schema, native: Database.Database, rewrite: Rewrite): Promise<number> {
  const { table } = rewrite;
  const columns = (await sql<Column>`select * from pragma_table_info(${table})`.execute(db)).rows;
  const numbered = columns[0]!.name === 'position';
  const copy = `${table}_encoded`;
  const typed = columns.map((column) => ({ ...column, rewritten: rewrite.column(column.name) }));
  const definitions = typed.map(({ name, type, notnull, dflt_value: byDefault, rewritten }) => {
    if (numbered && name === 'position') return sql`position integer primary key autoincrement`;
    return sql`${sql.ref(name)} ${sql.raw(rewritten === null ? type : TYPES[rewritten.type])}
      ${Number(notnull) === 0 ? sql`` : sql`not null`} ${byDefault === null ? sql`` : sql.raw(`default ${byDefault}`)}`;
  });
  const key = numbered ? [] : [sql`constraint ${sql.ref(`${table}_id`)} primary key (id)`];
  await sql`create table ${sql.table(copy)} (${sql.join([...definitions, ...key])}) strict`.execute(db);
  const selected = typed.map(({ name, rewritten }) =>
    rewritten === null ? sql.ref(name) : call(native, `${table}_${name}`, rewritten),
  );
  const { numAffectedRows } = await sql`
    insert into ${sql.table(copy)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    select ${sql.join(selected)} from ${sql.table(table)} order by rowid`.execute(db);
  if (numbered) {
    await sql`delete from sqlite_sequence where name = ${copy}`.execute(db);
    await sql`insert into sqlite_sequence (name, seq)
      select ${copy}, seq from sqlite_sequence where name = ${table}`.execute(db);
  }
  await sql`drop table ${sql.table(table)}`.execute(db);
  await sql`alter table ${sql.table(copy)} rename to ${sql.table(table)}`.execute(db);
  return Number(numAffectedRows);
}

/** The expression of a column's new value. */
function call(native: Database.Database, name: string, { from, encode }: ColumnRewrite): RawBuilder<unknown> {
  native.function(name, { varargs: true }, (...cells: unknown[]) =>
    cells[0] === null ? null : encode(cells as (string | null)[]),
  );
  return sql`${sql.raw(name)}(${sql.join(from.map((column) => sql.ref(column)))})`;
}
