import { Buffer } from 'node:buffer';
import { Bug } from '@corridor/core/ports';
import { type QueryCreator, type RawBuilder, sql } from 'kysely';
import { type Builder, compile, type Param, paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import type { Lookup } from '../schema/dictionary.js';
import { type Cell, encodeCell } from '../schema/rows.js';
import { postgresType } from '../schema/encodings.js';
import { columnOf, type TableColumn, tableOf, toSnake } from '../schema/tables.js';
import { guardOf, groupInserts, type InsertRow, type Inserts, insertQuery, insertShape } from '../schema/inserts.js';
import {
  addValues,
  copySelect,
  guardQuery,
  guardShape,
  guardValues,
  type Select,
  type Values,
} from '../schema/write-queries.js';
import { conflictOf } from '../unit/conflicts.js';
import type { Add } from '../schema/writes.js';
import { guardFailure, LostRace, type Step } from '../unit/steps.js';
import { GUARD_FAILED, type PostgresError, UNIQUE_VIOLATION } from './errors.js';
import type { Bindings } from './session.js';
import { type Guarded, groupRemovals, removalsQuery, removalsShape, removalsValues } from './removals.js';
import { isMany, unnestQuery, unnestShape, unnestValues } from './unnest.js';

const db: Builder = postgresBuilder();

/** A step of writes (see `Step`) as one SQL statement with its bindings. */
export interface Flush {
  readonly shape: string;
  readonly make: () => Statement;
  readonly bindings: Bindings;
  /** Translates an error of the statement into an error that ends the unit of work or runs it again. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Guards and inserts in one statement and one round trip. The guards are CTEs; the outer SELECT counts the row of
 * each in turn and raises an error at the first that has none. Inserts that no other part refers to run after the
 * outer SELECT, so they come after all guards, and rows get their positions while the guarded rows are locked.
 */
export function flushOf(step: Step, tenant: string | null, lookup: Lookup): Flush {
  const scoped = tenant !== null;
  const guards = groupRemovals(step);
  const { groups, bound } = place(guards, step.adds);
  const source = (row: InsertRow): string => sourceOf(guards, row);
  const shapeOf = (group: Placed): string => (isMany(group) ? unnestShape : insertShape)(group, source);
  const valuesOf = (add: Add): Values => addValues(add, tenant, lookup);
  return {
    shape: [scoped, ...guards.map(partShape), ...groups.map(shapeOf)].join('|'),
    make: () => build(guards, groups, scoped),
    bindings: [
      ...guards.map((guard) =>
        guard.op === 'remove many' ? removalsValues(guard, tenant, lookup) : guardValues(guard, tenant, lookup),
      ),
      ...bound.map((each) =>
        'rows' in each
          ? unnestValues(
              each,
              each.rows.map(({ add }) => valuesOf(add)),
              source,
            )
          : valuesOf(each),
      ),
    ],
    explain: (error) => explain(error as PostgresError, step, guards, bound, lookup),
  };
}

/** A group of inserts with the number under which its arrays are bound, if it has many rows. */
interface Placed extends Inserts {
  readonly arrays: number;
}

/**
 * Numbers the parameters so that they depend only on what the shape of the statement contains: not on the order in
 * which inserts of different tables were written, and not on the number of rows that arrays hold.
 */
function place(
  guards: readonly Guarded[],
  adds: readonly Add[],
): {
  readonly groups: readonly Placed[];
  readonly bound: readonly (Add | Placed)[];
} {
  const bound: (Add | Placed)[] = [];
  const bind = (add: Add | Placed): number => guards.length + bound.push(add) - 1;
  const groups = groupInserts(adds, guards.length, adds.length).map((group) => {
    if (!isMany(group))
      return { ...group, rows: group.rows.map(({ add }) => ({ add, of: bind(add) })), arrays: UNBOUND };
    const rows = group.rows.map(({ add }) => ({ add, of: isStanding(guards, add) ? bind(add) : UNBOUND }));
    const placed = { ...group, rows, arrays: guards.length + bound.length };
    bind(placed);
    return placed;
  });
  return { groups, bound };
}

const UNBOUND = -1;

const partShape = (part: Guarded): string => (part.op === 'remove many' ? removalsShape(part) : guardShape(part));

/** Whether the row copies from a stored row that no guard of this statement writes. */
const isStanding = (guards: readonly Guarded[], add: Add): boolean =>
  add.options.copy !== undefined && guardOf(guards, add) < 0;

/** The source of a copied row: the guard of this statement that writes the row, or the stored row. */
function sourceOf(guards: readonly Guarded[], { add, of }: InsertRow): string {
  const guard = guardOf(guards, add);
  return guard < 0 ? `s${of}` : `g${guard}`;
}

function build(guards: readonly Guarded[], inserts: readonly Placed[], scoped: boolean): Statement {
  const source = (row: InsertRow): string => sourceOf(guards, row);
  const insert = (group: Placed) =>
    isMany(group)
      ? unnestQuery(db, group, group.arrays, source, postgresType)
      : insertQuery(db, group, (row) => sql.table(source(row)), typed);
  const copies = inserts.flatMap(({ rows }) => rows.filter(({ add }) => add.options.copy !== undefined));
  const standing = copies.filter((row) => source(row) === `s${row.of}`);
  const [only] = inserts;
  if (guards.length + copies.length === 0 && inserts.length === 1) return compile(insert(only!));

  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  let query: QueryCreator<any> = db;
  guards.forEach((guard, index) => {
    const copied = copies.filter((row) => source(row) === `g${index}`).flatMap(({ add }) => copiedColumns(add));
    const returning = [...new Set(['id', ...copied])];
    query = query.with(`g${index}`, () => {
      if (guard.op === 'remove many') return removalsQuery(guard, scoped, index) as never;
      const guarded = guardQuery(db, guard, scoped, paramsOf(index), returning);
      // A shared lock waits for a unit that changes the row, and then sees the row as that unit has left it.
      return (guard.op === 'pin' ? (guarded as Select).forShare() : guarded) as never;
    });
  });
  for (const { add, of } of standing) query = query.with(`s${of}`, () => copySelect(db, add, scoped, paramsOf(of)));
  // The inserts are added in reverse order, because Postgres runs CTEs that no other part refers to from the last to
  // the first.
  inserts.toReversed().forEach((group, index) => {
    query = query.with(`i${index}`, () => insert(group));
  });
  const one = sql`count(*)`;
  const all = (index: number) => sql`cast(count(*) = cast(${paramsOf(index)('count')} as bigint) as integer)::bigint`;
  const counted = [
    ...guards.map(({ op }, index) => [`g${index}`, index, op === 'remove many' ? all(index) : one] as const),
    ...standing.map(({ of }) => [`s${of}`, of, one] as const),
  ];
  const checks = counted.map(([name, index, touched]) =>
    sql`corridor_touched((select ${touched} from ${sql.table(name)}), ${sql.lit(index)})`.as(name),
  );
  if (checks.length === 0) return compile(query.selectNoFrom(sql`1`.as('done')));
  return compile(query.selectNoFrom(checks));
}

const copiedColumns = (add: Add): readonly string[] =>
  Object.values(add.options.copy!.columns).map((field) => columnOf(tableOf(add.options.copy!.kind), field).name);

/** The parameter with a cast to the type of its column: in a SELECT, Postgres cannot infer the type. */
const typed = (param: Param, column: TableColumn): RawBuilder<unknown> =>
  sql`cast(${param} as ${sql.raw(postgresType(column))})`;

function explain(
  error: PostgresError,
  step: Step,
  guards: readonly Guarded[],
  bound: readonly (Add | Placed)[],
  lookup: Lookup,
): unknown {
  if (error.code === GUARD_FAILED) {
    const index = Number(error.message);
    const guard = guards[index];
    if (guard !== undefined) return guardFailure(guard.op === 'remove many' ? guard.rows[0]! : guard);
    const { copy } = (bound[index - guards.length] as Add).options;
    return new Bug(`no row ${copy!.id} in ${copy!.kind.name} to copy from`);
  }
  if (error.code !== UNIQUE_VIOLATION) return error;
  return (
    takenBy(error, step, lookup) ?? (step.guards.some(({ kind }) => kind.name === error.table) ? new LostRace() : error)
  );
}

/** The insert whose key was taken: the error contains the index and the values. */
function takenBy(error: PostgresError, step: Step, lookup: Lookup): unknown {
  const adds = step.adds.filter(({ kind }) => kind.name === error.table);
  for (const add of adds) {
    const table = tableOf(add.kind);
    const key = table.keys.find(({ name }) => error.constraint === `${table.name}_${toSnake(name)}`);
    if (key === undefined) return undefined;
    const values = key.fields.map((field) => printed(encodeCell(table, field, add.record, lookup)));
    if (error.detail?.includes(`=(${values.join(', ')})`) === true) return conflictOf(add, key.name);
  }
  return undefined;
}

/** A value as Postgres prints it in the detail of an error. */
const printed = (cell: Cell): string => (Buffer.isBuffer(cell) ? `\\x${cell.toString('hex')}` : String(cell));
