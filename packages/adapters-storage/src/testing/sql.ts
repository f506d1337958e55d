import type { Statement } from '../schema/statements.js';
import type { Table } from '../schema/tables.js';

/** The SQL without quotes, with `*` for all columns of the table, and with the names of the parameters in their places. */
export function readSql({ sql, params }: Statement, table: Table): string {
  const columns = table.columns.map(({ name }) => name).join(', ');
  let next = 0;
  return sql
    .replaceAll('"', '')
    .replaceAll(columns, '*')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\?|\$\d+/g, () => `:${params[next++]!.name}`);
}
