import { type RawBuilder, sql } from 'kysely';
import type { Add, Guard } from './writes.js';
import { type Builder, type Param, paramsOf } from './statements.js';
import { columnOf, POSITION, type Table, type TableColumn, tableOf } from './tables.js';

/** Rows of one table that are inserted together, in the order of their positions. */
export interface Inserts {
  readonly table: Table;
  readonly unlessExists: boolean;
  /** True for one row that has its position already (`AddOptions.position`). */
  readonly positioned: boolean;
  readonly rows: readonly InsertRow[];
}

export interface InsertRow {
  readonly add: Add;
  /** Index of the write in the statement; its parameters are bound by this number. */
  readonly of: number;
}

/** Groups inserts by table, at most `most` rows in each. `from` is the number of the first write. */
export function groupInserts(adds: readonly Add[], from: number, most: number): readonly Inserts[] {
  const groups: (Inserts & { readonly rows: InsertRow[] })[] = [];
  const open = new Map<string, (typeof groups)[number]>();
  adds.forEach((add, index) => {
    const unlessExists = add.options.unlessExists === true;
    const positioned = add.options.position !== undefined;
    const key = `${add.kind.name} ${unlessExists}`;
    let group = positioned ? undefined : open.get(key);
    if (group === undefined || group.rows.length === most) {
      group = { table: tableOf(add.kind), unlessExists, positioned, rows: [] };
      groups.push(group);
      if (!positioned) open.set(key, group);
    }
    group.rows.push({ add, of: from + index });
  });
  return groups;
}

/** The parts of an insert that determine its SQL, as a cache key. */
export const insertShape = (
  { table, unlessExists, positioned, rows }: Inserts,
  sourceOf: (row: InsertRow) => string,
): string =>
  `add ${table.name}${unlessExists ? ' unless' : ''}${positioned ? ' at' : ''} ${
    rows.every(({ add }) => add.options.copy === undefined)
      ? rows.length
      : rows.map((row) => copyShape(row, sourceOf)).join(';')
  }`;

const copyShape = (row: InsertRow, sourceOf: (row: InsertRow) => string): string =>
  row.add.options.copy === undefined
    ? ''
    : `${sourceOf(row)} ${row.add.options.copy.kind.name} ${Object.entries(row.add.options.copy.columns).join()}`;

/**
 * One INSERT for all rows. Rows that copy columns and rows that do not are combined in one UNION ALL, because its order
 * determines the positions. `sourceOf` names the query that a copying row selects from.
 */
export function insertQuery(
  db: Builder,
  { table, unlessExists, positioned, rows }: Inserts,
  sourceOf: (row: InsertRow) => RawBuilder<unknown>,
  typed: (param: Param, column: TableColumn) => RawBuilder<unknown>,
) {
  if (rows.every(({ add }) => add.options.copy === undefined)) {
    const query = db.insertInto(table.name).values(rows.map(({ of }) => rowValues(table, of, positioned)));
    return unlessExists ? query.onConflict((conflict) => conflict.doNothing()) : query;
  }
  const selects = rows.map((row) => {
    const { copy } = row.add.options;
    const p = paramsOf(row.of);
    const columns = table.columns.map((column) => {
      const copied = copy?.columns[column.field];
      const value =
        copied === undefined ? typed(p(column.field), column) : sql.ref(columnOf(tableOf(copy!.kind), copied).name);
      return value.as(column.name);
    });
    const select = sql`select ${sql.join(columns)}`;
    return copy === undefined ? select : sql`${select} from ${sourceOf(row)}`;
  });
  return db
    .insertInto(table.name)
    .columns(table.columns.map((column) => column.name))
    .expression(sql<never>`${sql.join(selects, sql` union all `)}`);
}

const rowValues = (table: Table, of: number, positioned: boolean): Record<string, unknown> => {
  const p = paramsOf(of);
  const values = Object.fromEntries(table.columns.map((column) => [column.name, p(column.field)]));
  return positioned ? { ...values, [POSITION]: p(POSITION) } : values;
};

/** The guard of the same statement that writes the row to copy from; -1 if there is none. */
export const guardOf = (
  guards: readonly { readonly kind: Guard['kind']; readonly id: string | null }[],
  { options: { copy } }: Add,
): number => guards.findIndex((guard) => guard.kind.name === copy!.kind.name && guard.id === copy!.id);
