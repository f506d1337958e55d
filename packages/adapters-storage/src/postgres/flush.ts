import { Bug } from '@corridor/core';
import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { type Builder, compile, type Param, paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import { columnOf, type Table, type TableColumn, tableOf, toSnake } from '../schema/tables.js';
import { encode } from '../schema/values.js';
import {
  addQuery,
  addShape,
  addValues,
  copySelect,
  guardQuery,
  guardShape,
  guardValues,
} from '../schema/write-queries.js';
import { conflictOf } from '../unit/conflicts.js';
import { type Add, type Guard, guardFailure, LostRace, type Step } from '../unit/writes.js';
import { GUARD_FAILED, type PostgresError, UNIQUE_VIOLATION } from './errors.js';
import type { Bindings } from './session.js';

const db: Builder = postgresBuilder();

/** A step as one statement. */
export interface Flush {
  readonly shape: string;
  readonly make: () => Statement;
  readonly bindings: Bindings;
  /** What an error of the statement means for the unit. */
  readonly explain: (error: unknown) => unknown;
}

/** Inserts into one table, in the order in which their rows are to be numbered. */
interface Inserts {
  readonly table: Table;
  readonly unlessExists: boolean;
  readonly adds: { readonly add: Add; readonly of: number; readonly source: string | null }[];
}

/**
 * Guards and inserts in one statement and one round trip: the guards are CTEs, and the outer SELECT counts the row
 * of each in turn, raising an error at the first that has none. Inserts that nothing refers to run after the outer
 * SELECT, so they stand behind all guards, and rows get their positions while the guarded rows are locked.
 */
export function flushOf(step: Step, tenant: string | null): Flush {
  const scoped = tenant !== null;
  const inserts = groupInserts(step);
  const shape = [
    scoped,
    ...step.guards.map(guardShape),
    ...inserts.flatMap(({ adds }) => adds.map(({ add, source }) => `${addShape(add)} ${source ?? ''}`)),
  ].join('|');
  return {
    shape,
    make: () => build(step.guards, inserts, scoped),
    bindings: [
      ...step.guards.map((guard) => guardValues(guard, tenant)),
      ...step.adds.map((add) => addValues(add, tenant)),
    ],
    explain: (error) => explain(error as PostgresError, step),
  };
}

function groupInserts({ guards, adds }: Step): readonly Inserts[] {
  const groups = new Map<string, Inserts>();
  adds.forEach((add, index) => {
    const unlessExists = add.options.unlessExists === true;
    const key = `${add.kind.name} ${unlessExists}`;
    const group = groups.get(key) ?? { table: tableOf(add.kind), unlessExists, adds: [] };
    const of = guards.length + index;
    group.adds.push({ add, of, source: add.options.copy === undefined ? null : sourceOf(add, of, guards) });
    groups.set(key, group);
  });
  return [...groups.values()];
}

/** The guard of this statement that leaves the row to copy from as it will be, or the row as it stands. */
function sourceOf(add: Add, of: number, guards: readonly Guard[]): string {
  const { kind, id } = add.options.copy!;
  const guard = guards.findIndex((other) => other.kind.name === kind.name && other.id === id);
  return guard < 0 ? `s${of}` : `g${guard}`;
}

function build(guards: readonly Guard[], inserts: readonly Inserts[], scoped: boolean): Statement {
  const copies = inserts.flatMap(({ adds }) => adds.filter(({ source }) => source !== null));
  const standing = copies.filter(({ of, source }) => source === `s${of}`);
  const [only] = inserts;
  if (guards.length + copies.length === 0 && inserts.length === 1) return compile(insertQuery(only!));

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let query: QueryCreator<any> = db;
  guards.forEach((guard, index) => {
    const copied = copies.filter(({ source }) => source === `g${index}`).flatMap(({ add }) => copiedColumns(add));
    const returning = [...new Set(['id', ...copied])];
    query = query.with(`g${index}`, () => guardQuery(db, guard, scoped, paramsOf(index), returning) as never);
  });
  for (const { add, of } of standing) query = query.with(`s${of}`, () => copySelect(db, add, scoped, paramsOf(of)));
  inserts.forEach((group, index) => {
    query = query.with(`i${index}`, () => insertQuery(group) as never);
  });
  const counted = [
    ...guards.map((_, index) => ({ name: `g${index}`, index })),
    ...standing.map(({ of }) => ({ name: `s${of}`, index: of })),
  ];
  const checks = counted.map(({ name, index }) =>
    sql`corridor_guard((select count(*) from ${sql.table(name)}), ${sql.lit(index)})`.as(name),
  );
  return compile(query.selectNoFrom(checks.length === 0 ? [sql`1`.as('done')] : checks));
}

const copiedColumns = (add: Add): readonly string[] =>
  Object.values(add.options.copy!.columns).map((field) => columnOf(tableOf(add.options.copy!.kind), field).name);

/** Rows that copy come with those that do not in one UNION ALL, because its order is the order of their positions. */
function insertQuery({ table, unlessExists, adds }: Inserts) {
  if (adds.every(({ source }) => source === null)) {
    return addQuery(
      db,
      table,
      adds.map(({ of }) => paramsOf(of)),
      unlessExists,
    );
  }
  const selects = adds.map(({ add, of, source }) => {
    const p = paramsOf(of);
    const columns = table.columns.map((column) => {
      const copied = add.options.copy?.columns[column.field];
      if (copied === undefined) return typed(p(column.field), column).as(column.name);
      return sql.ref(columnOf(tableOf(add.options.copy!.kind), copied).name).as(column.name);
    });
    return source === null ? db.selectNoFrom(columns) : db.selectFrom(source).select(columns);
  });
  return db
    .insertInto(table.name)
    .columns(table.columns.map((column) => column.name))
    .expression(selects.reduce((union, select) => union.unionAll(select)));
}

/** In a SELECT the type of a parameter does not follow from its column. */
function typed(param: Param, column: TableColumn): RawBuilder<unknown> {
  const type =
    column.type === 'flag' ? 'boolean' : column.type === 'text' || column.type === 'json' ? 'text' : 'bigint';
  return sql`cast(${param} as ${sql.raw(type)})`;
}

function explain(error: PostgresError, step: Step): unknown {
  if (error.code === GUARD_FAILED) {
    const index = Number(error.message);
    const guard = step.guards[index];
    if (guard !== undefined) return guardFailure(guard);
    const { copy } = step.adds[index - step.guards.length]!.options;
    return new Bug(`no row ${copy!.id} in ${copy!.kind.name} to copy from`);
  }
  if (error.code !== UNIQUE_VIOLATION) return error;
  return takenBy(error, step) ?? (step.guards.some(({ kind }) => kind.name === error.table) ? new LostRace() : error);
}

/** The insert that found its key taken: Postgres tells the index and the values. */
function takenBy(error: PostgresError, step: Step): unknown {
  const adds = step.adds.filter(({ kind }) => kind.name === error.table);
  for (const add of adds) {
    const table = tableOf(add.kind);
    const key = table.keys.find(({ name }) => error.constraint === `${table.name}_${toSnake(name)}`);
    if (key === undefined) return undefined;
    const values = key.fields.map((field) => encode(table, columnOf(table, field), add.record[field]));
    if (error.detail?.includes(`=(${values.join(', ')})`) === true) return conflictOf(add, key.name);
  }
  return undefined;
}
