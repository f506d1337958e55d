import { Bug } from '@corridor/core/ports';
import { type Table, tableOf } from '../schema/tables.js';
import { type Add, changedFields, type Guard, mayInsert, type Raise, type Row } from '../schema/writes.js';
import { conflictOf } from '../unit/conflicts.js';
import type { UnitEngine } from '../unit/handle.js';
import { guardFailure, LostRace } from '../unit/steps.js';
import { createReadEngine } from './engine.js';
import type { MemoryRows } from './rows.js';

/** The reads, and the writes of a unit of work. */
export function createUnitEngine(rows: MemoryRows): UnitEngine {
  const { of, visible, insert, replace, remove } = rows;

  function guard(write: Guard, tenant: string | null): void {
    const table = tableOf(write.kind);
    const row = visible(table, write.id, tenant);
    if (write.op === 'increase') return increase(table, write, row);
    const expected = write.op === 'change' ? write.before : write.record;
    const states = write.op === 'change' ? write.kind.states : [];
    if (
      row === undefined ||
      row.version !== expected.version ||
      (write.op === 'remove' && row.createdAt !== expected.createdAt) ||
      states.some((field) => row[field] !== expected[field])
    ) {
      throw guardFailure(write);
    }
    if (write.op === 'pin') return;
    if (write.op === 'remove') return remove(table, row);
    const patch = Object.fromEntries(changedFields(write).map((field) => [field, write.after[field]]));
    const after = of(table).stored({ ...row, ...patch } as Row, row);
    if (of(table).conflict(after, row) !== undefined) throw new LostRace();
    replace(table, row, after);
  }

  function increase(table: Table, write: Raise, row: Row | undefined): void {
    if (row === undefined) {
      if (!mayInsert(write.increase) || of(table).get(write.id) !== undefined) throw guardFailure(write);
      return insert(table, of(table).stored(write.increase.initial as Row, null));
    }
    const sums = Object.entries(write.increase.by).map(([field, by]) => [field, (row[field] as bigint) + by] as const);
    if (sums.some(([, sum]) => sum < 0n)) throw guardFailure(write);
    replace(table, row, of(table).stored({ ...row, ...Object.fromEntries(sums), version: row.version + 1 }, row));
  }

  function add(write: Add, tenant: string | null): void {
    const table = tableOf(write.kind);
    const row = of(table).stored({ ...write.record, ...copied(write, tenant) }, null);
    const conflict = of(table).conflict(row, null);
    if (conflict === undefined) return insert(table, row, write.options.position);
    if (write.options.unlessExists !== true) throw conflictOf(write, conflict);
  }

  function copied({ options: { copy } }: Add, tenant: string | null): Readonly<Record<string, unknown>> {
    if (copy === undefined) return {};
    const source = visible(tableOf(copy.kind), copy.id, tenant);
    if (source === undefined) throw new Bug(`no row ${copy.id} in ${copy.kind.name} to copy from`);
    return Object.fromEntries(Object.entries(copy.columns).map(([field, from]) => [field, source[from]]));
  }

  return {
    ...createReadEngine(rows),

    flush(steps, tenant) {
      for (const step of steps) {
        for (const write of step.guards) guard(write, tenant);
        for (const write of step.adds) add(write, tenant);
      }
    },
  };
}
