import { type RawBuilder, sql } from 'kysely';
import type { Inserts, InsertRow } from '../schema/inserts.js';
import { type Builder, type Param, paramsOf } from '../schema/statements.js';
import { columnOf, type TableColumn, tableOf } from '../schema/tables.js';
import type { Values } from '../schema/write-queries.js';

/**
 * Up to this number of rows, a statement for exactly this number is a fifth faster than one with arrays. Above it, one
 * prepared statement serves any number of rows.
 */
export const FEW_ROWS = 8;

export const isMany = ({ rows }: Inserts): boolean => rows.length > FEW_ROWS;

/** A part of the statement from which rows copy columns, and which columns. */
interface Source {
  readonly key: string;
  /** The name of the query that has the row. */
  readonly from: string;
  readonly columns: readonly (readonly [to: TableColumn, from: TableColumn])[];
}

/** The sources of copied columns, each once; `sourceOf` names the query that has the row. */
function sourcesOf({ table, rows }: Inserts, sourceOf: (row: InsertRow) => string): readonly Source[] {
  const sources = new Map<string, Source>();
  for (const row of rows) {
    const { copy } = row.add.options;
    if (copy === undefined) continue;
    const key = sourceKey(row, sourceOf);
    if (sources.has(key)) continue;
    const columns = Object.entries(copy.columns).map(
      ([to, from]) => [columnOf(table, to), columnOf(tableOf(copy.kind), from)] as const,
    );
    sources.set(key, { key, from: sourceOf(row), columns });
  }
  return [...sources.values()];
}

const sourceKey = (row: InsertRow, sourceOf: (row: InsertRow) => string): string =>
  `${sourceOf(row)} ${row.add.options.copy!.kind.name} ${Object.entries(row.add.options.copy!.columns).join()}`;

/** The parts of an insert of many rows that determine its SQL: the number of rows does not. */
export const unnestShape = (group: Inserts, sourceOf: (row: InsertRow) => string): string =>
  `add ${group.table.name}${group.unlessExists ? ' unless' : ''} many ${sourcesOf(group, sourceOf)
    .map(({ key }) => key)
    .join(';')}`;

/**
 * One INSERT for any number of rows, with an array for each column. The rows are inserted in their order in the
 * arrays, and Postgres computes the default of a column, such as a position, after it has ordered the rows. Rows that
 * copy columns name their source by its number.
 */
export function unnestQuery(
  db: Builder,
  group: Inserts,
  of: number,
  sourceOf: (row: InsertRow) => string,
  typeOf: (column: TableColumn) => string,
) {
  const { table, unlessExists } = group;
  const p = paramsOf(of);
  const sources = sourcesOf(group, sourceOf);
  const array = (param: Param, type: string): RawBuilder<unknown> => sql`${param}::${sql.raw(type)}[]`;
  const arrays = table.columns.map((column) => array(p(column.field), typeOf(column)));
  const names = table.columns.map(({ name }) => sql.ref(name));
  if (sources.length > 0) {
    arrays.push(array(p(SOURCE), 'int'));
    names.push(sql.ref('copied_from'));
  }
  const copied = [...new Set(sources.flatMap(({ columns }) => columns.map(([to]) => to)))];
  const values = table.columns.map((column) => {
    const given = sql.ref(`given.${column.name}`);
    const numbers = sources.flatMap(({ columns }, number) => (columns.some(([to]) => to === column) ? [number] : []));
    if (numbers.length === 0) return given;
    return sql`case when copied_from in (${sql.join(numbers.map((number) => sql.lit(number)))})
      then ${sql.ref(`copied.${column.name}`)} else ${given} end`;
  });
  const rows = sql`unnest(${sql.join(arrays)}) with ordinality as given(${sql.join(names)}, row_number)`;
  const selects = sources.map(({ from, columns }, number) => {
    const cells = copied.map((column) => {
      const pair = columns.find(([to]) => to === column);
      return (pair === undefined ? sql`cast(null as ${sql.raw(typeOf(column))})` : sql.ref(pair[1].name)).as(
        column.name,
      );
    });
    return sql`select ${sql.join([sql.lit(number).as('number'), ...cells])} from ${sql.table(from)}`;
  });
  const joined =
    sources.length === 0
      ? rows
      : sql`${rows} left join (${sql.join(selects, sql` union all `)}) as copied on copied.number = given.copied_from`;
  const query = db
    .insertInto(table.name)
    .columns(table.columns.map(({ name }) => name))
    .expression(sql<never>`select ${sql.join(values)} from ${joined} order by given.row_number`);
  return unlessExists ? query.onConflict((conflict) => conflict.doNothing()) : query;
}

/** The arrays of `unnestQuery`, from the values of its rows. */
export function unnestValues(
  group: Inserts,
  values: readonly Values[],
  sourceOf: (row: InsertRow) => string,
): Readonly<Record<string, unknown>> {
  const arrays: Record<string, unknown> = {};
  for (const { field } of group.table.columns) arrays[field] = values.map((row) => row[field]);
  const keys = sourcesOf(group, sourceOf).map(({ key }) => key);
  arrays[SOURCE] = group.rows.map((row) =>
    row.add.options.copy === undefined ? null : keys.indexOf(sourceKey(row, sourceOf)),
  );
  return arrays;
}

/** The name of the parameter with the numbers of the sources; no field has a space. */
const SOURCE = 'copied from';
