import type { Row } from '../schema/writes.js';
import type { Table } from '../schema/tables.js';
import { createTable, type MemoryTable } from './table.js';

export type MemoryRows = ReturnType<typeof createRows>;

/** The rows of all tables, with an undo log: the writes of a unit of work are undone in reverse order. */
export function createRows() {
  const tables = new Map<string, MemoryTable>();
  let undo: (() => void)[] = [];
  let position = 0;

  function of(table: Table): MemoryTable {
    const known = tables.get(table.name) ?? createTable(table);
    tables.set(table.name, known);
    return known;
  }

  function insert(table: Table, row: Row, at?: number): void {
    const rows = of(table);
    rows.insert(row, at ?? ++position);
    undo.push(() => rows.delete(row.id));
  }

  function replace(table: Table, before: Row, after: Row): void {
    const rows = of(table);
    rows.replace(after);
    undo.push(() => rows.replace(before));
  }

  function remove(table: Table, row: Row): void {
    const rows = of(table);
    const was = rows.positionOf(row.id);
    rows.delete(row.id);
    undo.push(() => rows.insert(row, was));
  }

  function visible(table: Table, id: string, tenant: string | null): Row | undefined {
    const row = of(table).get(id);
    return row === undefined || (table.scoped && tenant !== null && row.tenant !== tenant) ? undefined : row;
  }

  return {
    of,
    visible,
    insert,
    replace,
    remove,
    /** Units of work run one after another, so every row with a position up to this one exists. */
    lastPosition: () => position,
    commit(): void {
      undo = [];
    },
    rollback(): void {
      for (const step of undo.reverse()) step();
      undo = [];
    },
  };
}
