import pg from 'pg';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import type { Dialect, EmptyDatabase } from './databases.js';

/** What a database consists of, without its rows: a line for each column, index, constraint, option and sequence. */
export const structureOf = (dialect: Dialect, { address }: EmptyDatabase): Promise<readonly string[]> =>
  dialect === 'sqlite' ? inSqlite(address) : inPostgres(address);

/** The lines without the types and places of columns, which a migration to another encoding changes. */
export const withoutTypes = (structure: readonly string[]): readonly string[] =>
  structure.map((line) => line.replace(/ type:.*$/, '').replace(/ at \d+,/, ',')).sort();

async function inSqlite(path: string): Promise<readonly string[]> {
  const db = new Database(path, { readonly: true });
  const list = (query: string): readonly string[] => db.prepare(query).pluck().all() as string[];
  const lines = [
    ...list(`
      select format('column %s.%s at %d, %s, default %s, key %d type:%s', t.name, c.name, cid,
        iif("notnull", 'not null', 'null'), dflt_value, pk, c.type)
      from pragma_table_list t, pragma_table_info(t.name) c where t.type = 'table'`),
    ...list(`select format('table %s strict %d without rowid %d', name, strict, wr) from pragma_table_list`),
    ...list(`select format('autoincrement %s', name) from sqlite_master where sql like '%autoincrement%'`),
    ...list(`select format('%s %s on %s %s', type, name, tbl_name, sql) from sqlite_master where type <> 'table'`),
  ];
  db.close();
  return lines.sort();
}

async function inPostgres(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ line: string }>(`
    with own as (select * from pg_class where relnamespace = 'public'::regnamespace)
    select format('column %s.%s at %s, %s, default %s, statistics %s type:%s %s %s', relname, attname,
      row_number() over (partition by relname order by attnum),
      case when attnotnull then 'not null' else 'null' end, pg_get_expr(adbin, adrelid),
      attstattarget, format_type(atttypid, atttypmod), attstorage, collname) as line
    from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
      join pg_type t on t.oid = atttypid
      left join pg_attrdef on adrelid = own.oid and adnum = attnum left join pg_collation l on l.oid = attcollation
    where relkind = 'r'
    union all select format('%s %s %s %s', relkind, relname, relpersistence, reloptions) from own
    union all select format('toast of %s %s', own.relname, t.reloptions) from own
      join pg_class t on t.oid = own.reltoastrelid
    union all select format('index %s unique %s', pg_get_indexdef(indexrelid), indisunique)
      from pg_index join own on own.oid = indexrelid
    union all select format('constraint %s on %s %s', conname, conrelid::regclass, pg_get_constraintdef(c.oid))
      from pg_constraint c join own on own.oid = conrelid where contype <> 'n'
    union all select format('sequence %s %s', seqrelid::regclass, seqstart) from pg_sequence
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('trigger %s', tgname) from pg_trigger
  `);
  await client.end();
  return rows.map(({ line }) => line).sort();
}
