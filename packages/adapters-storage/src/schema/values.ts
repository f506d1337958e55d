import { Bug } from '@corridor/core/ports';
import { encodeJson } from './json.js';
import type { Table, TableColumn } from './tables.js';

const INT8_MAX = 2n ** 63n - 1n;
const INT8_MIN = -(2n ** 63n);

/** A value as every database takes it: text, an integer, a flag, or null. Instants and ints are still numbers. */
export type Value = string | bigint | number | boolean | null;

/** The value of one column, checked against its declaration, so that what memory takes the databases take too. */
export function encode(table: Table, column: TableColumn, value: unknown): Value {
  if (value === null) {
    if (column.nullable) return null;
    throw misfit(table, column, 'null');
  }
  switch (column.type) {
    case 'text':
      if (typeof value !== 'string') throw misfit(table, column, typeof value);
      // Postgres cannot store it; the edge refuses it, so one that gets here is a bug in every backend.
      if (value.includes('\0')) throw misfit(table, column, 'U+0000');
      return value;
    case 'amount':
      if (typeof value !== 'bigint') throw misfit(table, column, typeof value);
      if (value > INT8_MAX || value < INT8_MIN) throw misfit(table, column, 'more than 8 bytes');
      return value;
    case 'int':
    case 'instant':
      if (!Number.isSafeInteger(value)) throw misfit(table, column, String(value));
      return value as number;
    case 'flag':
      if (typeof value !== 'boolean') throw misfit(table, column, typeof value);
      return value;
    case 'json':
      return encodeJson(value);
  }
}

const misfit = (table: Table, column: TableColumn, found: string): Bug =>
  new Bug(`${table.name}.${column.field} is ${column.type}${column.nullable ? ' or null' : ''}, not ${found}`);
