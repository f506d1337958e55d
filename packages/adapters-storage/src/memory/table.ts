import { Bug } from '@corridor/core/ports';
import { copyJson } from '../schema/json.js';
import type { Table, TableKey } from '../schema/tables.js';
import { encode } from '../schema/values.js';
import type { Row } from '../schema/writes.js';

/** The rows of a record kind, with indexes on its unique keys, filters, sums and states. */
export interface MemoryTable {
  get(id: string): Row | undefined;
  positionOf(id: string): number;
  rows(): Iterable<Row>;
  /** The rows with this value in an indexed column. */
  filtered(field: string, value: unknown): Iterable<Row>;
  lookup(key: TableKey, values: readonly unknown[]): Row | undefined;
  /**
   * The name of the key that another row has already taken. For a replacement, only keys that differ can conflict.
   */
  conflict(row: Row, before: Row | null): string | undefined;
  /**
   * The row as it will be read back; throws a Bug if a value does not fit its column. Unchanged values are not
   * copied.
   */
  stored(record: Row, before: Row | null): Row;
  insert(row: Row, position: number): void;
  replace(row: Row): void;
  delete(id: string): void;
}

export function createTable(table: Table): MemoryTable {
  const rows = new Map<string, Row>();
  const positions = new Map<string, number>();
  const unique = new Map(table.keys.map((key) => [key, new Map<string, string>()]));
  const { filters, sums, states } = table.kind;
  const indexed = new Map([...filters, ...sums, ...states].map((field) => [field, new Map<unknown, Set<string>>()]));

  /** Adds a row to the indexes. If the row replaces another, only the indexes whose values differ are updated. */
  function index(row: Row, before: Row | null): void {
    for (const [key, ids] of unique) {
      if (before !== null && hasSameKey(key, row, before)) continue;
      const value = keyValue(key, row);
      if (value !== null) ids.set(value, row.id);
    }
    for (const [field, buckets] of indexed) {
      if (before !== null && row[field] === before[field]) continue;
      const bucket = buckets.get(row[field]);
      if (bucket === undefined) buckets.set(row[field], new Set([row.id]));
      else bucket.add(row.id);
    }
  }

  function unindex(row: Row, after: Row | null): void {
    for (const [key, ids] of unique) {
      if (after !== null && hasSameKey(key, row, after)) continue;
      const value = keyValue(key, row);
      if (value !== null) ids.delete(value);
    }
    for (const [field, buckets] of indexed) {
      if (after !== null && row[field] === after[field]) continue;
      const bucket = buckets.get(row[field]);
      bucket?.delete(row.id);
      if (bucket?.size === 0) buckets.delete(row[field]);
    }
  }

  return {
    get: (id) => rows.get(id),
    positionOf: (id) => positions.get(id) ?? 0,
    rows: () => rows.values(),

    *filtered(field, value) {
      for (const id of indexed.get(field)!.get(value) ?? []) yield rows.get(id)!;
    },

    lookup(key, values) {
      const id = unique.get(key)?.get(joined(values));
      return id === undefined ? undefined : rows.get(id);
    },

    conflict(row, before) {
      for (const [key, ids] of unique) {
        if (before !== null && hasSameKey(key, row, before)) continue;
        const value = keyValue(key, row);
        if (value !== null && ids.has(value)) return key.name;
      }
      return undefined;
    },

    stored(record, before) {
      const row: Record<string, unknown> = {};
      for (const column of table.columns) {
        const { field, type } = column;
        if (before !== null && record[field] === before[field]) {
          row[field] = before[field];
          continue;
        }
        const value = record[field];
        // Rows are shared by all readers, so values are copied and frozen.
        row[field] = type === 'json' && value !== null ? copyJson(value) : encode(table, column, value);
      }
      return Object.freeze(row) as Row;
    },

    insert(row, position) {
      if (rows.has(row.id)) throw new Bug(`${table.name} has ${row.id}`);
      rows.set(row.id, row);
      if (table.kind.numbered) positions.set(row.id, position);
      index(row, null);
    },

    replace(row) {
      const before = rows.get(row.id)!;
      unindex(before, row);
      rows.set(row.id, row);
      index(row, before);
    },

    delete(id) {
      unindex(rows.get(id)!, null);
      rows.delete(id);
      positions.delete(id);
    },
  };
}

/**
 * The value of a unique key in a row; null if the key does not apply to the row: a column is null, or its flag excludes
 * the row.
 */
function keyValue(key: TableKey, row: Row): string | null {
  if (key.unless !== null && row[key.unless] === true) return null;
  const values = key.fields.map((field) => row[field]);
  return values.includes(null) ? null : joined(values);
}

/** Joins values with U+0000, which no key value contains. */
const joined = (values: readonly unknown[]): string => (values.length === 1 ? String(values[0]) : values.join('\0'));

const hasSameKey = ({ fields, unless }: TableKey, a: Row, b: Row): boolean =>
  fields.every((field) => a[field] === b[field]) && (unless === null || a[unless] === b[unless]);
