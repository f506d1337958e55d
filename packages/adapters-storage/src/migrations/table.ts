import { type CreateIndexBuilder, type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';

/** Migrations name their tables as text, because record kinds change later. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Schema = Kysely<any>;
export type DialectName = 'sqlite' | 'postgres';

interface ColumnSpec {
  readonly type: 'text' | 'integer' | 'flag';
  readonly nullable: boolean;
}

const required = (type: ColumnSpec['type']): ColumnSpec => ({ type, nullable: false });
const nullable = (type: ColumnSpec['type']): ColumnSpec => ({ type, nullable: true });

/** The columns of records as migrations write them. `json` is text: only the service reads its content. */
export const text = required('text');
export const textOrNull = nullable('text');
export const json = required('text');
export const jsonOrNull = nullable('text');
/** Amounts, instants and counts: 8 bytes. */
export const integer = required('integer');
export const integerOrNull = nullable('integer');
export const flag = required('flag');
export const flagOrNull = nullable('flag');

export interface TableSpec {
  readonly columns: Readonly<Record<string, ColumnSpec>>;
  /** Scoped to a tenant: every unique key and index starts with the tenant. */
  readonly scoped: boolean;
  readonly numbered?: boolean;
  readonly unique?: Readonly<
    Record<string, { readonly columns: readonly string[]; readonly unless?: string; readonly global?: boolean }>
  >;
  readonly filters?: readonly string[];
  /** Percentage of a page that inserts fill, for rows that are often updated in place (Postgres). */
  readonly fillFactor?: number;
}

const BASE = { id: text, tenant: text, version: integer, created_at: integer, updated_at: integer };

/**
 * Creates the table of a record kind with its keys and the indexes of its lists. Released migrations depend on this
 * function: its result must not change.
 */
export async function createTable(db: Schema, dialect: DialectName, name: string, spec: TableSpec): Promise<void> {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name);
  if (spec.numbered === true) table = await addPosition(db, dialect, name, table);
  for (const [column, { type, nullable: mayBeNull }] of Object.entries({ ...BASE, ...spec.columns })) {
    table = table.addColumn(column, dataType(dialect, type), (c) => (mayBeNull ? c : c.notNull()));
  }
  const inRowid = dialect === 'sqlite' && spec.numbered === true;
  if (!inRowid) table = table.addPrimaryKeyConstraint(`${name}_id`, ['id']);
  // STRICT: a sum that overflows is refused instead of becoming a float.
  if (dialect === 'sqlite') table = table.modifyEnd(sql`strict`);
  else if (spec.fillFactor !== undefined) table = table.modifyEnd(sql`with (fillfactor = ${sql.lit(spec.fillFactor)})`);
  await table.execute();
  if (inRowid) await db.schema.createIndex(`${name}_id`).unique().on(name).column('id').execute();

  const leading = spec.scoped ? ['tenant'] : [];
  for (const [key, { columns, unless, global }] of Object.entries(spec.unique ?? {})) {
    const index = db.schema
      .createIndex(`${name}_${key}`)
      .unique()
      .on(name)
      .columns([...(global === true ? [] : leading), ...columns]);
    const optional = columns.find((column) => spec.columns[column]?.nullable);
    await (unless !== undefined ? index.where(sql.ref(unless), '=', sql`false`) : withValue(index, optional)).execute();
  }
  await indexOn(db, `${name}_by_time`, name, [...leading, 'created_at', 'id']).execute();
  for (const filter of spec.filters ?? []) {
    const optional = spec.columns[filter]?.nullable === true ? filter : undefined;
    await withValue(
      indexOn(db, `${name}_by_${filter}`, name, [...leading, filter, 'created_at', 'id']),
      optional,
    ).execute();
  }
}

/** Adds nullable columns to the table of a tenant-scoped record kind, and indexes for those that filter lists. */
export async function addColumns(
  db: Schema,
  dialect: DialectName,
  name: string,
  { columns, filters = [] }: Pick<TableSpec, 'columns' | 'filters'>,
): Promise<void> {
  for (const [column, { type }] of Object.entries(columns)) {
    await db.schema.alterTable(name).addColumn(column, dataType(dialect, type)).execute();
  }
  for (const filter of filters) {
    await withValue(
      indexOn(db, `${name}_by_${filter}`, name, ['tenant', filter, 'created_at', 'id']),
      filter,
    ).execute();
  }
}

/** Adds a unique key over all tenants to an existing nullable column. */
export const addUnique = (db: Schema, name: string, key: string, column: string): Promise<void> =>
  withValue(db.schema.createIndex(`${name}_${key}`).unique().on(name).column(column), column).execute();

/** Rows are numbered when they are inserted. */
async function addPosition(
  db: Schema,
  dialect: DialectName,
  name: string,
  table: CreateTableBuilder<string, string>,
): Promise<CreateTableBuilder<string, string>> {
  if (dialect === 'sqlite') return table.addColumn('position', 'integer', (c) => c.primaryKey().autoIncrement());
  const sequence = `${name}_position`;
  await sql`create sequence ${sql.table(sequence)}`.execute(db);
  // The transaction gets its id before it draws a position: the horizon of positions depends on it.
  const next = sql`case when pg_current_xact_id() is not null then nextval(${sql.lit(sequence)}) end`;
  return table.addColumn('position', 'bigint', (c) => c.notNull().unique().defaultTo(next));
}

/**
 * Rows without a value in the column are left out of the index: no query looks for them, so they should cost no
 * space.
 */
const withValue = <I extends CreateIndexBuilder>(index: I, column: string | undefined) =>
  column === undefined ? index : index.where(sql.ref(column), 'is not', null);

const indexOn = (db: Schema, index: string, table: string, columns: readonly string[]) =>
  db.schema
    .createIndex(index)
    .on(table)
    .columns([...columns]);

function dataType(
  dialect: DialectName,
  type: ColumnSpec['type'],
): 'integer' | 'text' | 'bigint' | 'boolean' | RawBuilder<unknown> {
  if (dialect === 'sqlite') return type === 'text' ? 'text' : 'integer';
  // Ids sort by their bytes, as in JavaScript and SQLite, independently of the database's locale.
  return type === 'text' ? sql`text collate "C"` : type === 'flag' ? 'boolean' : 'bigint';
}
