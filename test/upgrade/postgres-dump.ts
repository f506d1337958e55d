import pg from 'pg';

/**
 * A Postgres database as plain SQL: its tables, its rows, then indexes, constraints and triggers. Supports tables,
 * sequences, functions, indexes, constraints and triggers, and throws for any other object in the schema.
 */
export async function dumpPostgres(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const list = async (query: string): Promise<readonly string[]> =>
    (await client.query<{ line: string }>(query)).rows.map(({ line }) => line);
  try {
    const strangers = await list(UNKNOWN);
    if (strangers.length > 0) throw new Error(`the dump does not support ${strangers.join(', ')}`);
    const tables = await list(`${OWN_CLASSES} and relkind = 'r' order by relname`);
    const rows: string[] = [];
    for (const table of tables) rows.push(...(await rowsOf(client, table)));
    const [before, after] = [
      [SEQUENCES, FUNCTIONS, TABLES],
      [CONSTRAINTS, INDEXES, TRIGGERS, POSITIONS],
    ];
    const parts: string[] = [];
    for (const query of before) parts.push(...(await list(query)));
    parts.push(...rows);
    for (const query of after) parts.push(...(await list(query)));
    return `${parts.map((part) => `${part};`).join('\n')}\n`;
  } finally {
    await client.end();
  }
}

export async function restorePostgres(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(dump);
  } finally {
    await client.end();
  }
}

const SCHEMA = `'public'::regnamespace`;
const OWN_CLASSES = `select quote_ident(relname) as line from pg_class where relnamespace = ${SCHEMA}`;

const UNKNOWN = `
  select relname as line from pg_class
    where relnamespace = ${SCHEMA} and (relkind not in ('r', 'i', 'S') or relispartition or relpersistence <> 'p')
  union all select typname from pg_type where typnamespace = ${SCHEMA} and typtype <> 'c' and typelem = 0
  union all select attname from pg_attribute join pg_class c on c.oid = attrelid
    where relnamespace = ${SCHEMA} and attnum > 0 and (attidentity <> '' or attgenerated <> '')
  union all select extname from pg_extension where extname <> 'plpgsql'`;

const SEQUENCES = `
  select format('create sequence %I as %s start %s increment %s minvalue %s maxvalue %s cache %s%s',
    relname, format_type(seqtypid, null), seqstart, seqincrement, seqmin, seqmax, seqcache,
    case when seqcycle then ' cycle' else '' end) as line
  from pg_sequence join pg_class c on c.oid = seqrelid where relnamespace = ${SCHEMA} order by relname`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) as line from pg_proc where pronamespace = ${SCHEMA} order by proname, oid`;

const TABLES = `
  select format('create table %I (%s)', relname, string_agg(
    format('%I %s%s%s', attname, format_type(atttypid, atttypmod),
      ' default ' || pg_get_expr(adbin, adrelid), case when attnotnull then ' not null' else '' end),
    ', ' order by attnum)) || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as line
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
    left join pg_attrdef on adrelid = c.oid and adnum = attnum
  where relnamespace = ${SCHEMA} and relkind = 'r' group by relname, reloptions order by relname`;

const CONSTRAINTS = `
  select format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
  from pg_constraint where connamespace = ${SCHEMA} and contype <> 'n' order by contype = 'f', conrelid::regclass::text, conname`;

const INDEXES = `
  select pg_get_indexdef(indexrelid) as line from pg_index join pg_class c on c.oid = indexrelid
  where relnamespace = ${SCHEMA} and not exists (select from pg_constraint where conindid = indexrelid) order by relname`;

const TRIGGERS = `
  select pg_get_triggerdef(t.oid) as line from pg_trigger t join pg_class c on c.oid = tgrelid
  where relnamespace = ${SCHEMA} and not tgisinternal order by tgname`;

/** Assigns sequences to their columns and sets their current values. */
const POSITIONS = `
  select format('alter sequence %s owned by %s.%I', d.objid::regclass, d.refobjid::regclass, attname) as line
    from pg_depend d join pg_class c on c.oid = d.objid and relkind = 'S'
      join pg_attribute on attrelid = d.refobjid and attnum = d.refobjsubid
    where d.deptype = 'a' and relnamespace = ${SCHEMA}
  union all select format('select setval(%L, %s)', format('%I', sequencename), last_value)
    from pg_sequences where schemaname = 'public' and last_value is not null
  order by line`;

const ROWS_AT_ONCE = 100;

/** Each value as text, which Postgres converts back to the type of its column. */
async function rowsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const columns = (
    await client.query<{ name: string }>(
      `select quote_ident(attname) as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
      [table],
    )
  ).rows.map(({ name }) => name);
  const { rows } = await client.query<{ line: string }>(
    `select concat('(', concat_ws(', ', ${columns.map((name) => `coalesce(quote_literal(${name}::text), 'null')`).join(', ')}), ')') as line
     from ${table} order by line`,
  );
  const statements: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const values = rows.slice(at, at + ROWS_AT_ONCE).map(({ line }) => line);
    statements.push(`insert into ${table} (${columns.join(', ')}) values\n${values.join(',\n')}`);
  }
  return statements;
}
