import { type Compilable, type SelectQueryBuilder, sql } from 'kysely';
import { changedFields, mayInsert, type Add, type Guard, type Row } from './writes.js';
import { encodeKey } from './keys.js';
import type { Lookup } from './dictionary.js';
import { type Cell, codecOf, encodeCell } from './rows.js';
import { type Builder, isOfTenant, type Params } from './statements.js';
import { columnOf, POSITION, type Table, tableOf } from './tables.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Select = SelectQueryBuilder<any, any, any>;

/** The values of a write by parameter name. */
export type Values = Readonly<Record<string, Cell>>;

/** The parts of a guard that determine its SQL, as a cache key. */
export function guardShape(guard: Guard): string {
  switch (guard.op) {
    case 'change':
      return `change ${guard.kind.name} ${changedFields(guard).join()}`;
    case 'increase':
      return `${mayInsert(guard.increase) ? 'upsert' : 'increase'} ${guard.kind.name} ${Object.keys(guard.increase.by).join()}`;
    case 'remove':
    case 'pin':
      return `${guard.op} ${guard.kind.name}`;
  }
}

/**
 * The statement of a guard: it touches, or for a pin selects, one row if the guard holds and none otherwise. `returning` lists columns of
 * the updated row for statements that copy from it.
 */
export function guardQuery(
  db: Builder,
  guard: Guard,
  scoped: boolean,
  p: Params,
  returning: readonly string[] = [],
): Compilable {
  const table = tableOf(guard.kind);
  const inScope = scoped && table.scoped;
  switch (guard.op) {
    case 'change': {
      let query = db
        .updateTable(table.name)
        .set(Object.fromEntries(changedFields(guard).map((field) => [columnOf(table, field).name, p(`set ${field}`)])))
        .where('id', '=', p('id'))
        .where('version', '=', p('was version'));
      if (inScope) query = query.where(isOfTenant(p('tenant')));
      for (const field of guard.kind.states) {
        const column = columnOf(table, field);
        query = query.where(column.name, column.nullable ? 'is not distinct from' : '=', p(`was ${field}`));
      }
      return returning.length === 0 ? query : query.returning([...returning]);
    }
    case 'increase':
      return increaseQuery(db, guard, table, inScope, p, returning);
    case 'remove': {
      const query = db
        .deleteFrom(table.name)
        .where('id', '=', p('id'))
        .where('version', '=', p('was version'))
        .where(columnOf(table, 'createdAt').name, '=', p('was createdAt'));
      const ofTenant = inScope ? query.where(isOfTenant(p('tenant'))) : query;
      return returning.length === 0 ? ofTenant : ofTenant.returning([...returning]);
    }
    case 'pin': {
      const columns = returning.length === 0 ? ['id'] : [...returning];
      const query: Select = db
        .selectFrom(table.name)
        .select(columns)
        .where('id', '=', p('id'))
        .where('version', '=', p('was version'));
      return inScope ? query.where(isOfTenant(p('tenant'))) : query;
    }
  }
}

function increaseQuery(
  db: Builder,
  guard: Extract<Guard, { op: 'increase' }>,
  table: Table,
  inScope: boolean,
  p: Params,
  returning: readonly string[],
): Compilable {
  const fields = Object.keys(guard.increase.by);
  const at = (name: string) => sql.ref(`${table.name}.${name}`);
  const sum = (field: string) => sql<bigint>`${at(columnOf(table, field).name)} + ${p(`by ${field}`)}`;
  const set = {
    ...Object.fromEntries(fields.map((field) => [columnOf(table, field).name, sum(field)])),
    version: sql<number>`${at('version')} + 1`,
  };
  const enough = sql<boolean>`${sql.join(
    fields.map((field) => sql`${sum(field)} >= 0`),
    sql` and `,
  )}`;
  const ofTenant = isOfTenant(p('tenant'), at('tenant'));
  if (!mayInsert(guard.increase)) {
    const query = db.updateTable(table.name).set(set).where('id', '=', p('id')).where(enough);
    const scoped = inScope ? query.where(ofTenant) : query;
    return returning.length === 0 ? scoped : scoped.returning([...returning]);
  }
  const query = db
    .insertInto(table.name)
    .values(rowOf(table, p))
    .onConflict((conflict) => {
      const update = conflict.column('id').doUpdateSet(set).where(enough);
      return inScope ? update.where(ofTenant) : update;
    });
  return returning.length === 0 ? query : query.returning([...returning]);
}

/** The columns of a new row, as parameters named by field. */
export const rowOf = (table: Table, p: Params): Record<string, unknown> =>
  Object.fromEntries(table.columns.map((column) => [column.name, p(column.field)]));

/** The columns that an insert copies, selected from the source row. */
export function copySelect(db: Builder, add: Add, scoped: boolean, p: Params): Select {
  const { kind, columns } = add.options.copy!;
  const from = tableOf(kind);
  const names = new Set(Object.values(columns).map((field) => columnOf(from, field).name));
  const select: Select = db
    .selectFrom(from.name)
    .select([...names])
    .where('id', '=', p('copied id'));
  return scoped && from.scoped ? select.where(isOfTenant(p('copied tenant'))) : select;
}

export function guardValues(guard: Guard, tenant: string | null, lookup: Lookup): Values {
  const table = tableOf(guard.kind);
  const values: Record<string, Cell> = { id: encodeKey(guard.id, lookup.textKey), tenant: tenantCell(tenant, lookup) };
  switch (guard.op) {
    case 'change':
      values['was version'] = guard.before.version;
      encodeInto(values, table, guard.kind.states, guard.before, 'was ', lookup);
      return encodeInto(values, table, changedFields(guard), guard.after, 'set ', lookup);
    case 'increase':
      encodeInto(values, table, Object.keys(guard.increase.by), guard.increase.by, 'by ', lookup);
      return mayInsert(guard.increase)
        ? Object.assign(values, codecOf(table).encode(guard.increase.initial as Row, lookup))
        : values;
    case 'remove':
      values['was version'] = guard.record.version;
      // A row that was removed can be added again under its id, with the version that the former one had.
      return encodeInto(values, table, ['createdAt'], guard.record, 'was ', lookup);
    case 'pin':
      values['was version'] = guard.record.version;
      return values;
  }
}

export function addValues(
  { kind, record, options: { copy, position } }: Add,
  tenant: string | null,
  lookup: Lookup,
): Values {
  const values = codecOf(tableOf(kind)).encode(record, lookup);
  if (position !== undefined) values[POSITION] = position;
  if (copy !== undefined) {
    values['copied id'] = encodeKey(copy.id, lookup.textKey);
    values['copied tenant'] = tenantCell(tenant, lookup);
  }
  return values;
}

/** The tenant of a unit of work, as its number. */
export const tenantCell = (tenant: string | null, lookup: Lookup): number | null =>
  tenant === null ? null : lookup.numberOf(tenant);

/** Some columns of a row by field, with a prefix. */
function encodeInto(
  values: Record<string, Cell>,
  table: Table,
  fields: readonly string[],
  from: Readonly<Record<string, unknown>>,
  prefix: string,
  lookup: Lookup,
): Values {
  for (const field of fields) values[prefix + field] = encodeCell(table, field, from, lookup);
  return values;
}
