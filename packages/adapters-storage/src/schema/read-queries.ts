import { COUNT_LIMIT } from '@corridor/core/ports';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { CheckedFollow, CheckedList, CheckedSum } from './checked-queries.js';
import type { Lookup } from './dictionary.js';
import { encodeKey } from './keys.js';
import { encodeCell } from './rows.js';
import { type Builder, compile, isOfTenant, paramsOf, type Statement } from './statements.js';
import { columnOf, POSITION, type Table, type TableKey, toSnake } from './tables.js';
import { tenantCell } from './write-queries.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Select = SelectQueryBuilder<any, any, any>;

const p = paramsOf(0);
const columnNames = (table: Table): string[] => table.columns.map((column) => column.name);

/** Restricts a query of many rows to the tenant, in a form that can use an index that starts with the tenant. */
const inTenant = (query: Select, scoped: boolean): Select => (scoped ? query.where('tenant', '=', p('tenant')) : query);

/** Restricts a query of one row by its key to the tenant. */
const ofTenant = (query: Select, scoped: boolean): Select => (scoped ? query.where(isOfTenant(p('tenant'))) : query);

export const getStatement = (db: Builder, table: Table, scoped: boolean): Statement =>
  compile(ofTenant(db.selectFrom(table.name).select(columnNames(table)).where('id', '=', p('id')), scoped));

export const getValues = (id: string, tenant: string | null, lookup: Lookup) => ({
  id: encodeKey(id, lookup.textKey),
  tenant: tenantCell(tenant, lookup),
});

/** `among`: the test for membership in a list that is bound as one value, which differs between databases. */
export const getManyStatement = (
  db: Builder,
  table: Table,
  scoped: boolean,
  among: (ids: ReturnType<typeof p>) => ReturnType<typeof sql<boolean>>,
): Statement =>
  compile(
    ofTenant(
      db
        .selectFrom(table.name)
        .select(columnNames(table))
        .where(among(p('ids'))),
      scoped,
    ),
  );

/** Values are bound by field; the tenant is among them if it belongs to the key. */
export function findStatement(db: Builder, table: Table, key: TableKey, scoped: boolean): Statement {
  let query: Select = db.selectFrom(table.name).select(columnNames(table));
  for (const field of key.fields) query = query.where(columnOf(table, field).name, '=', p(field));
  if (key.unless !== null) query = query.where(sql.ref(columnOf(table, key.unless).name), '=', sql`false`);
  return compile(key.fields.includes('tenant') ? query : ofTenant(query, scoped));
}

/** `values`: the values of the key without the tenant. */
export function findValues(
  table: Table,
  key: TableKey,
  values: readonly string[],
  tenant: string | null,
  lookup: Lookup,
): Record<string, unknown> {
  const named = key.fields.filter((field) => field !== 'tenant');
  const record = Object.fromEntries(named.map((field, index) => [field, values[index]]));
  return {
    tenant: tenantCell(tenant, lookup),
    ...Object.fromEntries(named.map((field) => [field, encodeCell(table, field, record, lookup)])),
  };
}

export const sumStatement = (
  db: Builder,
  table: Table,
  scoped: boolean,
  bounded: boolean,
  by: string,
  sums: (column: string) => readonly ReturnType<typeof sql<unknown>>[],
  field: string,
): Statement => {
  const selected = sums(columnOf(table, field).name).map((sum, index) => sum.as(`part${index}`));
  const query: Select = db
    .selectFrom(table.name)
    .select(selected)
    .where(columnOf(table, by).name, '=', p('value'))
    .where(POSITION, '>', p('after'));
  return compile(inTenant(bounded ? query.where(POSITION, '<=', p('upTo')) : query, scoped));
};

export const sumValues = (
  table: Table,
  { by, value, after, upTo }: CheckedSum,
  tenant: string | null,
  lookup: Lookup,
) => ({
  value: encodeCell(table, by, { [by]: value }, lookup),
  after,
  upTo,
  tenant: tenantCell(tenant, lookup),
});

/**
 * The rows with one value of a column, by position. Each database is asked in the form in which it follows the index of
 * both columns from one position to the other.
 */
export type FollowedBy = (query: Select, column: string, order: 'asc' | 'desc') => Select;

/** For a planner that knows what the index holds. */
export const followByEquality: FollowedBy = (query, column, order) =>
  query
    .where(column, '=', p('value'))
    .where(POSITION, '>', p('after'))
    .where(POSITION, '<=', p('upTo'))
    .orderBy(POSITION, order);

/**
 * For a planner that estimates by statistics. In a large table it takes a value for more frequent than it is, and would
 * follow the index of the positions over the rows of all values. It cannot do so for rows that are compared and ordered
 * by both columns.
 */
export const followByPairs: FollowedBy = (query, column, order) => {
  const pair = sql`(${sql.ref(column)}, ${sql.ref(POSITION)})`;
  return query
    .where(sql<boolean>`${pair} > (${p('value')}, ${p('after')})`)
    .where(sql<boolean>`${pair} <= (${p('value')}, ${p('upTo')})`)
    .orderBy(column, order)
    .orderBy(POSITION, order);
};

/**
 * Rows by position. If no other column narrows them down, the positions alone decide which rows are examined: the
 * inner limit keeps a database from preferring an index of the tenant and sorting all of its rows.
 */
export function followStatement(
  db: Builder,
  table: Table,
  scoped: boolean,
  { order, by }: Pick<CheckedFollow, 'order' | 'by'>,
  followedBy: FollowedBy,
): Statement {
  const names = [...columnNames(table), POSITION];
  const limited = (query: Select): Select => query.limit(sql<number>`${p('limit')}`);
  const all: Select = db.selectFrom(table.name).select(names);
  if (by !== null) return compile(limited(inTenant(followedBy(all, columnOf(table, by.field).name, order), scoped)));
  const window = all
    .where(POSITION, '>', p('after'))
    .where(POSITION, '<=', p('upTo'))
    .orderBy(POSITION, order)
    .limit(sql<number>`${p('window')}`);
  const rows: Select = db.selectFrom(window.as('page')).select(names);
  return compile(limited(inTenant(rows, scoped).orderBy(POSITION, order)));
}

export const followValues = (
  table: Table,
  { after, upTo, limit, by }: CheckedFollow,
  tenant: string | null,
  lookup: Lookup,
) => ({
  after,
  upTo,
  limit,
  tenant: tenantCell(tenant, lookup),
  value: by === null ? undefined : encodeCell(table, by.field, { [by.field]: by.value }, lookup),
  window: upTo - after,
});

export const positionStatement = (db: Builder, table: Table, scoped: boolean): Statement =>
  compile(ofTenant(db.selectFrom(table.name).select(POSITION).where('id', '=', p('id')), scoped));

export const tenantsStatement = (db: Builder, table: Table): Statement =>
  compile(db.selectFrom(table.name).select('tenant').distinct());

/** The parts of a list query that determine its SQL, as a cache key; the rest is bound. */
export function listShape(table: Table, query: CheckedList, scoped: boolean): string {
  const where = query.where.map(({ field, value }) => (value === null ? `${field} null` : field));
  const between = query.between.map(
    ({ field, from, to }) => `${field}${from === undefined ? '' : '>'}${to === undefined ? '' : '<'}`,
  );
  const flags = [query.order, scoped, query.after !== undefined, query.counted];
  return [table.name, where, query.anyOf?.columns ?? '', query.ofAmount !== undefined, between, flags]
    .map(String)
    .join('|');
}

/** What determines the SQL of a list. */
export interface ListScope {
  readonly scoped: boolean;
  /**
   * If a list has several filters, only the one that is declared first can use its index. For a database without
   * statistics, which takes a filter that nearly all rows match to be as good as one that leaves a single row.
   */
  readonly byFirstFilter: boolean;
}

/**
 * A page of a list and, in the last column, the number of all matching rows, up to one above the limit, in one
 * statement.
 */
export function listStatement(db: Builder, table: Table, query: CheckedList, scope: ListScope): Statement {
  const page = compilePage(db, table, query, scope);
  return compile(query.counted ? page.select(countOf(db, table, query, scope).as('total')) : page);
}

/** The number of matching rows without the rows, for a page that is empty. */
export const countStatement = (db: Builder, table: Table, query: CheckedList, scope: ListScope): Statement =>
  compile(db.selectNoFrom(countOf(db, table, query, scope).as('total')));

function compilePage(db: Builder, table: Table, query: CheckedList, scope: ListScope): Select {
  const names = columnNames(table);
  const ordered = (select: Select): Select =>
    select
      .orderBy('created_at', query.order)
      .orderBy('id', query.order)
      .limit(sql<number>`${p('limit')}`);
  const branches = branchesOf(db, table, query, scope).map((branch) =>
    ordered(afterKeyset(branch.select(names), query)),
  );
  if (branches.length === 1) return branches[0]!;
  return ordered(db.selectFrom(unionOf(db, branches).as('page')).select(names));
}

/** The union of queries. Each branch has its own limit, so that each walks its own index in order and stops. */
function unionOf(db: Builder, branches: readonly Select[]): Select {
  const wrapped = branches.map((branch, index) => db.selectFrom(branch.as(`branch${index}`)).selectAll() as Select);
  return wrapped.reduce((union, branch) => union.unionAll(branch));
}

function countOf(db: Builder, table: Table, query: CheckedList, scope: ListScope) {
  const branches = branchesOf(db, table, query, scope).map((branch) =>
    branch.select(sql`1`.as('one')).limit(sql.lit(COUNT_LIMIT + 1)),
  );
  const matching = branches.length === 1 ? branches[0]! : unionOf(db, branches);
  return sql`(select count(*) from ${matching.as('matching')})`;
}

/** The matching rows as disjoint branches: one, or one for each column of `anyOf` or each of the amounts. */
function branchesOf(db: Builder, table: Table, query: CheckedList, { scoped, byFirstFilter }: ListScope): Select[] {
  const isHidden = byFirstFilter ? hiddenFilters(table, query) : () => false;
  const base = (): Select => {
    let select: Select = inTenant(db.selectFrom(table.name), scoped);
    const { listed } = table.kind;
    if (listed !== null) select = select.where(columnOf(table, listed).name, 'is not', null);
    query.where.forEach(({ field, value }, index) => {
      const name = columnOf(table, field).name;
      const column = isHidden(field) ? sql`+${sql.ref(name)}` : sql.ref(name);
      select = value === null ? select.where(column, 'is', null) : select.where(column, '=', p(`where${index}`));
    });
    query.between.forEach(({ field, from, to }, index) => {
      const name = columnOf(table, field).name;
      if (from !== undefined) select = select.where(name, '>=', p(`from${index}`));
      if (to !== undefined) select = select.where(name, '<=', p(`to${index}`));
    });
    return select;
  };
  if (query.ofAmount !== undefined) {
    return table.kind.amounts.map((pair, index, pairs) => {
      const parts = [
        [columnOf(table, pair.currency).name, p(`ofAmount ${pair.currency}`)],
        [columnOf(table, pair.amount).name, p(`ofAmount ${pair.amount}`)],
      ] as const;
      const found = parts.reduce((select, [name, value]) => select.where(name, '=', value), base());
      return pairs
        .slice(0, index)
        .reduce(
          (select, { amount, currency }) =>
            select.where(({ or, eb }) =>
              or([
                eb(columnOf(table, amount).name, 'is distinct from', p(`ofAmount ${amount}`)),
                eb(columnOf(table, currency).name, 'is distinct from', p(`ofAmount ${currency}`)),
              ]),
            ),
          found,
        );
    });
  }
  if (query.anyOf === undefined) return [base()];
  return query.anyOf.columns.map((field, index, columns) =>
    columns
      .slice(0, index)
      .reduce(
        (select, other) => select.where(toSnake(other), 'is distinct from', p(`anyOf ${other}`)),
        base().where(columnOf(table, field).name, '=', p(`anyOf ${field}`)),
      ),
  );
}

/** The filters whose indexes a list must not use: all but the first one with a value, or all if a branch has an index of its own. */
function hiddenFilters(table: Table, { where, anyOf, ofAmount }: CheckedList): (field: string) => boolean {
  const given = new Set(where.filter(({ value }) => value !== null).map(({ field }) => field));
  const lead =
    anyOf === undefined && ofAmount === undefined ? table.kind.filters.find((field) => given.has(field)) : undefined;
  return (field) => field !== lead;
}

function afterKeyset(select: Select, query: CheckedList): Select {
  if (query.after === undefined) return select;
  const compare = query.order === 'asc' ? sql`>` : sql`<`;
  return select.where(sql<boolean>`(created_at, id) ${compare} (${p('afterAt')}, ${p('afterId')})`);
}

/** The values of a list query by parameter name. */
export function listValues(
  table: Table,
  query: CheckedList,
  tenant: string | null,
  lookup: Lookup,
): Record<string, unknown> {
  const cell = (field: string, value: unknown): unknown => encodeCell(table, field, { [field]: value }, lookup);
  return {
    tenant: tenantCell(tenant, lookup),
    ...Object.fromEntries(
      query.where.map(({ field, value }, index) => [`where${index}`, value === null ? null : cell(field, value)]),
    ),
    ...Object.fromEntries(query.between.map(({ from }, index) => [`from${index}`, from])),
    ...Object.fromEntries(query.between.map(({ to }, index) => [`to${index}`, to])),
    ...Object.fromEntries(
      query.anyOf?.columns.map((field) => [`anyOf ${field}`, cell(field, query.anyOf!.value)]) ?? [],
    ),
    ...(query.ofAmount !== undefined && amountValues(table, query.ofAmount, cell)),
    afterAt: query.after?.createdAt,
    afterId: query.after === undefined ? undefined : encodeKey(query.after.id, lookup.textKey),
    // One row more than requested shows whether there is another page.
    limit: query.limit + 1,
  };
}

const amountValues = (
  { kind }: Table,
  { amount, currency }: NonNullable<CheckedList['ofAmount']>,
  cell: (field: string, value: unknown) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    kind.amounts.flatMap((pair) => [
      [`ofAmount ${pair.amount}`, cell(pair.amount, amount)],
      [`ofAmount ${pair.currency}`, cell(pair.currency, currency)],
    ]),
  );
