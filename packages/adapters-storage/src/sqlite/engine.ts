import { Bug, COUNT_LIMIT, type Slice } from '@corridor/core';
import { sql } from 'kysely';
import {
  countStatement,
  findStatement,
  getManyStatement,
  getStatement,
  listShape,
  listStatement,
  listValues,
  sumStatement,
} from '../schema/read-queries.js';
import { decodeRow } from '../schema/rows.js';
import { compile, paramsOf, sqliteBuilder } from '../schema/statements.js';
import { columnOf, keyOf, POSITION, tableOf } from '../schema/tables.js';
import { encode } from '../schema/values.js';
import {
  addCopyQuery,
  addQuery,
  addShape,
  addValues,
  guardQuery,
  guardShape,
  guardValues,
} from '../schema/write-queries.js';
import { conflictOf } from '../unit/conflicts.js';
import type { ReadEngine, UnitEngine } from '../unit/handle.js';
import { type Add, type Guard, guardFailure, LostRace, type Row } from '../unit/writes.js';
import { type Connection, sqliteCode } from './connection.js';

const db = sqliteBuilder();
const p = paramsOf(0);

export function createReadEngine(connection: Connection): ReadEngine {
  return {
    get(table, id, tenant) {
      const scoped = tenant !== null;
      const cells = connection.row(`get ${table.name} ${scoped}`, () => getStatement(db, table, scoped), {
        id,
        tenant,
      });
      return cells === undefined ? null : decodeRow(table, cells);
    },

    getMany(table, ids, tenant) {
      const scoped = tenant !== null;
      const make = () =>
        getManyStatement(db, table, scoped, (list) => sql<boolean>`id in (select value from json_each(${list}))`);
      const values = { ids: JSON.stringify(ids), tenant };
      return connection.rows(`many ${table.name} ${scoped}`, make, values).map((cells) => decodeRow(table, cells));
    },

    find(table, name, values, tenant) {
      const key = keyOf(table, name);
      const scoped = tenant !== null;
      const named = key.fields.filter((field) => field !== 'tenant');
      const cells = connection.row(
        `find ${table.name} ${name} ${scoped}`,
        () => findStatement(db, table, key, scoped),
        {
          tenant,
          ...Object.fromEntries(named.map((field, index) => [field, values[index]])),
        },
      );
      return cells === undefined ? null : decodeRow(table, cells);
    },

    list(table, query, tenant): Slice<Row> {
      const scoped = tenant !== null;
      const shape = `list ${listShape(table, query, scoped)}`;
      const values = listValues(query, tenant);
      const rows = connection.rows(shape, () => listStatement(db, table, query, scoped), values);
      const page = rows.slice(0, query.limit).map((cells) => decodeRow(table, cells));
      const counted = (): bigint | number => {
        if (rows.length > 0) return rows[0]![table.columns.length] as bigint;
        if (query.after === undefined) return 0;
        return connection.row(`count ${shape}`, () => countStatement(db, table, query, scoped), values)![0] as bigint;
      };
      const total = query.counted ? Number(counted()) : Number.POSITIVE_INFINITY;
      return { rows: page, hasMore: rows.length > query.limit, ...(total <= COUNT_LIMIT ? { total } : {}) };
    },

    /** SUM overflows at 8 bytes, so high and low halves are summed apart. */
    sum(table, { field, by, value, after, upTo }, tenant) {
      const scoped = tenant !== null;
      const halves = (column: string) => [
        sql`coalesce(sum(${sql.ref(column)} >> 32), 0)`,
        sql`coalesce(sum(${sql.ref(column)} & 4294967295), 0)`,
      ];
      const make = () => sumStatement(db, table, scoped, upTo !== null, by, halves, field);
      const [high, low] = connection.row(`sum ${table.name} ${by} ${field} ${scoped} ${upTo !== null}`, make, {
        value,
        after,
        upTo,
        tenant,
      }) as readonly [bigint, bigint];
      return (high << 32n) + low;
    },

    /** One writer: a row with a position is there before any other gets the next. */
    horizon(table) {
      const make = () =>
        compile(db.selectFrom(table.name).select(sql<number>`coalesce(max(${sql.ref(POSITION)}), 0)`.as('last')));
      return Number(connection.row(`horizon ${table.name}`, make, {})![0]);
    },
  };
}

/** `beforeWrite` is called ahead of the first write of a flush. */
export function createUnitEngine(connection: Connection, beforeWrite: () => void): UnitEngine {
  function guard(write: Guard, tenant: string | null): void {
    const scoped = tenant !== null;
    const make = () => compile(guardQuery(db, write, scoped, p));
    const touched = conflicting(connection, write, () =>
      connection.run(`${guardShape(write)} ${scoped}`, make, guardValues(write, tenant)),
    );
    if (touched === 0) throw guardFailure(write);
  }

  function add(write: Add, tenant: string | null): void {
    const { copy, unlessExists } = write.options;
    const scoped = tenant !== null;
    const make = () =>
      copy === undefined
        ? compile(addQuery(db, tableOf(write.kind), [p], unlessExists === true))
        : compile(addCopyQuery(db, write, scoped, p));
    const touched = conflicting(connection, write, () =>
      connection.run(`${addShape(write)} ${scoped}`, make, addValues(write, tenant)),
    );
    if (touched === 0 && copy !== undefined) throw new Bug(`no row ${copy.id} in ${copy.kind.name} to copy from`);
  }

  return {
    ...createReadEngine(connection),
    flush(steps, tenant) {
      if (steps.length > 0) beforeWrite();
      for (const step of steps) {
        for (const write of step.guards) guard(write, tenant);
        for (const write of step.adds) add(write, tenant);
      }
    },
  };
}

/** A unique key taken by another row: by its name for an insert; a change has lost a race for it. */
function conflicting<T>(connection: Connection, write: Guard | Add, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const code = sqliteCode(error);
    if (code !== 'SQLITE_CONSTRAINT_UNIQUE' && code !== 'SQLITE_CONSTRAINT_PRIMARYKEY') throw error;
    if (write.op !== 'add') throw new LostRace();
    const key = takenKey(connection, write);
    throw key === null ? error : conflictOf(write, key);
  }
}

/** Of several taken keys SQLite names any; everywhere else it is the first declared, the primary key before all. */
function takenKey(connection: Connection, { kind, record }: Add): string | null {
  const table = tableOf(kind);
  const taken = table.keys.find((key) => {
    const values = Object.fromEntries(
      key.fields.map((field) => [field, encode(table, columnOf(table, field), record[field])]),
    );
    return (
      connection.row(`taken ${table.name} ${key.name}`, () => findStatement(db, table, key, false), values) !==
      undefined
    );
  });
  return taken?.name ?? null;
}
