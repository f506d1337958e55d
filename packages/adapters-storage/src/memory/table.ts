import { Bug } from '@corridor/core';
import { decodeJson } from '../schema/json.js';
import type { Table, TableKey } from '../schema/tables.js';
import { encode } from '../schema/values.js';
import type { Row } from '../unit/writes.js';

/** The rows of a kind, with indexes on its unique keys, filters, sums and states. */
export interface MemoryTable {
  get(id: string): Row | undefined;
  positionOf(id: string): number;
  rows(): Iterable<Row>;
  /** The rows with this value in an indexed column. */
  filtered(field: string, value: unknown): Iterable<Row>;
  lookup(key: TableKey, values: readonly unknown[]): Row | undefined;
  /** Name of the key that a row like this finds taken. */
  conflict(row: Row, inserting: boolean): string | undefined;
  /** The row as it will be read back, or a Bug when a value does not fit its column. */
  stored(record: Row): Row;
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

  function index(row: Row): void {
    for (const [key, ids] of unique) {
      const value = keyValue(key, row);
      if (value !== null) ids.set(value, row.id);
    }
    for (const [field, buckets] of indexed) {
      const bucket = buckets.get(row[field]) ?? new Set();
      buckets.set(row[field], bucket.add(row.id));
    }
  }

  function unindex(row: Row): void {
    for (const [key, ids] of unique) {
      const value = keyValue(key, row);
      if (value !== null) ids.delete(value);
    }
    for (const [field, buckets] of indexed) {
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
      const id = unique.get(key)?.get(JSON.stringify(values));
      return id === undefined ? undefined : rows.get(id);
    },

    conflict(row, inserting) {
      for (const [key, ids] of unique) {
        const value = keyValue(key, row);
        const holder = value === null ? undefined : ids.get(value);
        if (holder !== undefined && (inserting || holder !== row.id)) return key.name;
      }
      return undefined;
    },

    stored(record) {
      const entries = table.columns.map((column) => {
        const value = encode(table, column, record[column.field]);
        return [column.field, column.type === 'json' && value !== null ? freeze(decodeJson(value as string)) : value];
      });
      return Object.freeze(Object.fromEntries(entries)) as Row;
    },

    insert(row, position) {
      if (rows.has(row.id)) throw new Bug(`${table.name} has ${row.id}`);
      rows.set(row.id, row);
      if (table.kind.numbered) positions.set(row.id, position);
      index(row);
    },

    replace(row) {
      unindex(rows.get(row.id)!);
      rows.set(row.id, row);
      index(row);
    },

    delete(id) {
      unindex(rows.get(id)!);
      rows.delete(id);
      positions.delete(id);
    },
  };
}

/** Null where the row takes no part in the key: a column is null, or its flag says so. */
function keyValue(key: TableKey, row: Row): string | null {
  if (key.unless !== null && row[key.unless] === true) return null;
  const values = key.fields.map((field) => row[field]);
  return values.includes(null) ? null : JSON.stringify(values);
}

/** Rows are shared by all who read them. */
function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
