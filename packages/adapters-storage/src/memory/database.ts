import type { AnyKind } from '@corridor/core/records';
import { tableOf } from '../schema/tables.js';
import type { Row } from '../schema/writes.js';
import type { UnitEngine } from '../unit/handle.js';
import { expiredRows } from './engine.js';
import { createUnitEngine } from './flush.js';
import { createRows } from './rows.js';
import type { MemoryTable } from './table.js';

export interface MemoryDatabase {
  readonly engine: UnitEngine;
  table(kind: AnyKind): MemoryTable;
  /** Replaces a row without guards, for the workers' claims. Undone by `rollback`. */
  put(kind: AnyKind, row: Row): void;
  removeExpired(kind: AnyKind, tenant: string | null, until: number, limit: number): number;
  commit(): void;
  rollback(): void;
}

/** The rows in memory, with what units of work and workers do to them. */
export function createDatabase(): MemoryDatabase {
  const rows = createRows();
  const { of, replace, remove } = rows;
  const engine = createUnitEngine(rows);

  return {
    engine,
    table: (kind) => of(tableOf(kind)),
    put(kind, row) {
      const table = tableOf(kind);
      const before = of(table).get(row.id)!;
      replace(table, before, of(table).stored(row, before));
    },
    removeExpired(kind, tenant, until, limit) {
      const table = tableOf(kind);
      const first = expiredRows(of(table).rows(), table, until, limit, tenant);
      for (const row of first) remove(table, row);
      return first.length;
    },
    commit: rows.commit,
    rollback: rows.rollback,
  };
}
