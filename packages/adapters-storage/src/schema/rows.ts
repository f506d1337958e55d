import type { Row } from '../unit/writes.js';
import { decodeJson } from './json.js';
import type { Table, TableColumn } from './tables.js';

/** A row as drivers return it: values in the order of the table's columns. */
export type Cells = readonly unknown[];

/** Decodes a row to a record. Integers arrive as bigint (SQLite) or as digits (Postgres), so that they stay exact. */
export function decodeRow(table: Table, cells: Cells): Row {
  const record: Record<string, unknown> = {};
  const { columns } = table;
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i]!;
    const cell = cells[i];
    record[column.field] = cell === null ? null : decode(column, cell);
  }
  return record as Row;
}

function decode(column: TableColumn, cell: unknown): unknown {
  switch (column.type) {
    case 'text':
      return cell;
    case 'amount':
      return BigInt(cell as bigint | string);
    case 'int':
    case 'instant':
      return Number(cell);
    case 'flag':
      return cell === true || cell === 1n;
    case 'json':
      return decodeJson(cell as string);
  }
}
