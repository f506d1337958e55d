import { Buffer } from 'node:buffer';
import { Bug } from '@corridor/core/ports';
import { sql } from 'kysely';
import { groupInserts, type Inserts, type InsertRow, insertQuery, insertShape } from '../schema/inserts.js';
import { findStatement } from '../schema/read-queries.js';
import { compile, paramsOf, sqliteBuilder } from '../schema/statements.js';
import { type TableKey, tableOf } from '../schema/tables.js';
import { type Cell, encodeCell } from '../schema/rows.js';
import type { Lookup } from '../schema/dictionary.js';
import { addValues, copySelect, guardQuery, guardShape, guardValues } from '../schema/write-queries.js';
import { conflictOf } from '../unit/conflicts.js';
import type { UnitEngine } from '../unit/handle.js';
import type { Add, Guard } from '../schema/writes.js';
import { guardFailure, LostRace, type Step } from '../unit/steps.js';
import { type Connection, sqliteCode } from './connection.js';
import { createReadEngine } from './engine.js';

const db = sqliteBuilder();
const p = paramsOf(0);

/** Larger statements would rarely repeat, so they would not be cached. */
const ROWS = 50;

/** Calls `beforeWrite` before the first write of a flush, and `afterWrite` after each write that changed rows. */
export function createUnitEngine(connection: Connection, beforeWrite: () => void, afterWrite: () => void): UnitEngine {
  function guard(write: Guard, scoped: boolean, tenant: string | null): void {
    const compileGuard = () => compile(guardQuery(db, write, scoped, p));
    const values = guardValues(write, tenant, connection.lookup);
    if (write.op === 'pin') {
      if (connection.row(`${guardShape(write)} ${scoped}`, compileGuard, [values]) === undefined)
        throw guardFailure(write);
      return;
    }
    let touched: number;
    try {
      touched = connection.run(`${guardShape(write)} ${scoped}`, compileGuard, [values]);
    } catch (error) {
      // The row exists; the taken key is one that the change would set.
      throw isTaken(error) ? new LostRace() : error;
    }
    if (touched === 0) throw guardFailure(write);
    afterWrite();
  }

  function insert(group: Inserts, scoped: boolean, tenant: string | null): void {
    const source = ({ add, of }: InsertRow) => sql`(${copySelect(db, add, scoped, paramsOf(of))})`;
    const shape = insertShape(group, ({ add, of }) => `${of} ${add.options.copy!.kind.name}`);
    const compileInsert = () => compile(insertQuery(db, group, source, (param) => sql`${param}`));
    let touched: number;
    try {
      touched = connection.run(
        `${shape} ${scoped}`,
        compileInsert,
        group.rows.map(({ add }) => addValues(add, tenant, connection.lookup)),
      );
    } catch (error) {
      throw isTaken(error) ? (takenBy(connection, group) ?? error) : error;
    }
    if (touched > 0) afterWrite();
    if (touched < group.rows.length && !group.unlessExists) throw new Bug(`${group.table.name}: no row to copy from`);
  }

  function apply({ guards, adds }: Step, tenant: string | null): void {
    const scoped = tenant !== null;
    for (const write of guards) guard(write, scoped, tenant);
    for (const { rows, ...group } of groupInserts(adds, 0, ROWS)) {
      insert({ ...group, rows: rows.map(({ add }, of) => ({ add, of })) }, scoped, tenant);
    }
  }

  return {
    ...createReadEngine(connection),
    flush(steps, tenant) {
      if (steps.length > 0) beforeWrite();
      for (const step of steps) apply(step, tenant);
    },
  };
}

function isTaken(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
}

/**
 * SQLite names the columns of one taken key but not the row, and only one of several taken keys. Other backends
 * report the first row and its first declared key, the primary key before all others, so this looks them up.
 */
function takenBy(connection: Connection, { table, rows }: Inserts): unknown {
  const before = new Set<string>();
  for (const { add } of rows) {
    for (const key of table.keys) {
      const values = keyValues(add, key, connection.lookup);
      const name = `${key.name} ${Object.values(values).map(printed).join()}`;
      const compileFind = () => findStatement(db, table, key, false);
      if (before.has(name) || connection.row(`taken ${table.name} ${key.name}`, compileFind, [values]) !== undefined) {
        return conflictOf(add, key.name);
      }
      if (!Object.values(values).includes(null)) before.add(name);
    }
  }
  return null;
}

const keyValues = ({ kind, record }: Add, key: TableKey, lookup: Lookup): Readonly<Record<string, Cell>> => {
  const table = tableOf(kind);
  return Object.fromEntries(key.fields.map((field) => [field, encodeCell(table, field, record, lookup)]));
};

const printed = (cell: Cell): string => (Buffer.isBuffer(cell) ? cell.toString('hex') : JSON.stringify(String(cell)));
