import { Bug } from '@corridor/core/ports';
import { encodeJson } from './json.js';
import type { Table, TableColumn } from './tables.js';

const INT8_MAX = 2n ** 63n - 1n;
const INT8_MIN = -(2n ** 63n);

/**
 * A value in a form that every database accepts: text, integer, boolean or null. Instants and ints are still numbers.
 */
export type Value = string | bigint | number | boolean | null;

/**
 * Encodes the value of one column and checks it against the declaration, so that memory refuses what databases
 * refuse.
 */
export function encode(table: Table, column: TableColumn, value: unknown): Value {
  if (value === null) {
    if (column.nullable) return null;
    throw misfit(table, column, 'null');
  }
  switch (column.type) {
    case 'text':
      if (typeof value !== 'string') throw misfit(table, column, typeof value);
      // Postgres cannot store U+0000. The API refuses it, so at this point it is a bug on every backend.
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
  new Bug(
    `${table.name}.${column.field} is ${column.type}${column.nullable ? ' or null' : ''}, but the value is ${found}`,
  );
