import { COUNT_LIMIT, type Slice } from '@corridor/core/ports';
import { sql } from 'kysely';
import { overdueStatement, waitingStatement } from '../schema/deadlines.js';
import { expiredStatement } from '../schema/expiry.js';
import {
  countStatement,
  findStatement,
  findValues,
  followByPairs,
  followStatement,
  followValues,
  getManyStatement,
  getStatement,
  getValues,
  listShape,
  listStatement,
  listValues,
  positionStatement,
  sumStatement,
  sumValues,
  tenantsStatement,
} from '../schema/read-queries.js';
import type { Lookup } from '../schema/dictionary.js';
import { encodeKey } from '../schema/keys.js';
import { type Cells, decodeRow } from '../schema/rows.js';
import { type SearchDialect, searchShape, searchStatement, searchValues } from '../schema/search-queries.js';
import { compile, paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import { deadlineOf, expiryOf, keyOf, type Table } from '../schema/tables.js';
import { tenantCell } from '../schema/write-queries.js';
import type { ReadEngine } from '../unit/handle.js';
import type { Row } from '../schema/writes.js';
import type { Dictionary } from './dictionary.js';

const db = postgresBuilder();
const NO_VALUES = () => ({});

/** Sends one read and returns its rows. */
export type Query = (
  shape: string,
  make: () => Statement,
  values: (lookup: Lookup) => Readonly<Record<string, unknown>>,
) => Promise<readonly Cells[]>;

export function createReadEngine(
  query: Query,
  dictionary: Dictionary,
  horizon: (table: Table) => Promise<number>,
): ReadEngine {
  const decode = <T>(work: (lookup: Lookup) => T): T | Promise<T> => dictionary.use(work);
  const decodeOne = (table: Table, cells: Cells | undefined): Row | null | Promise<Row | null> =>
    cells === undefined ? null : decode((lookup) => decodeRow(table, cells, lookup));

  return {
    async get(table, id, tenant) {
      const scoped = tenant !== null;
      const [cells] = await query(
        `get ${table.name} ${scoped}`,
        () => getStatement(db, table, scoped),
        (lookup) => getValues(id, tenant, lookup),
      );
      return decodeOne(table, cells);
    },

    async getMany(table, ids, tenant) {
      const scoped = tenant !== null;
      const compileGetMany = () =>
        getManyStatement(db, table, scoped, (list) => sql<boolean>`id = any(${list}::bytea[])`);
      const rows = await query(`many ${table.name} ${scoped}`, compileGetMany, (lookup) => ({
        ids: ids.map((id) => encodeKey(id, lookup.textKey)),
        tenant: tenantCell(tenant, lookup),
      }));
      return decode((lookup) => rows.map((cells) => decodeRow(table, cells, lookup)));
    },

    async find(table, name, values, tenant) {
      const key = keyOf(table, name);
      const scoped = tenant !== null;
      const [cells] = await query(
        `find ${table.name} ${name} ${scoped}`,
        () => findStatement(db, table, key, scoped),
        (lookup) => findValues(table, key, values, tenant, lookup),
      );
      return decodeOne(table, cells);
    },

    async list(table, list, tenant): Promise<Slice<Row>> {
      const scoped = tenant !== null;
      const scope = { scoped, byFirstFilter: false };
      const shape = `list ${listShape(table, list, scoped)}`;
      const values = (lookup: Lookup) => listValues(table, list, tenant, lookup);
      const rows = await query(shape, () => listStatement(db, table, list, scope), values);
      const page = await decode((lookup) => rows.slice(0, list.limit).map((cells) => decodeRow(table, cells, lookup)));
      const counted = async (): Promise<unknown> => {
        if (rows.length > 0) return rows[0]![table.columns.length];
        if (list.after === undefined) return 0;
        const [row] = await query(`count ${shape}`, () => countStatement(db, table, list, scope), values);
        return row![0];
      };
      const total = list.counted ? Number(await counted()) : Number.POSITIVE_INFINITY;
      return { rows: page, hasMore: rows.length > list.limit, ...(total <= COUNT_LIMIT ? { total } : {}) };
    },

    async search(table, search) {
      const rows = await query(
        searchShape(table, search),
        () => searchStatement(db, table, search, SEARCHES),
        (lookup) => {
          const tenants = search.tenants.map((each) => lookup.numberOf(each));
          return searchValues(table, search, tenants, lookup);
        },
      );
      return decode((lookup) => rows.map((cells) => decodeRow(table, cells, lookup)));
    },

    async sum(table, sum, tenant) {
      const { field, by, upTo } = sum;
      const scoped = tenant !== null;
      const bounded = upTo !== null;
      // The sum of int8 is numeric, so it does not overflow.
      const total = (column: string) => [sql`coalesce(sum(${sql.ref(column)}), 0)`];
      const compileSum = () => sumStatement(db, table, scoped, bounded, by, total, field);
      const shape = `sum ${table.name} ${by} ${field} ${scoped} ${bounded}`;
      const [row] = await query(shape, compileSum, (lookup) => sumValues(table, sum, tenant, lookup));
      return BigInt(row![0] as string);
    },

    async follow(table, follow, tenant) {
      const scoped = tenant !== null;
      const shape = `follow ${table.name} ${scoped} ${follow.order} ${follow.by?.field ?? ''}`;
      const rows = await query(
        shape,
        () => followStatement(db, table, scoped, follow, followByPairs),
        (lookup) => followValues(table, follow, tenant, lookup),
      );
      return decode((lookup) =>
        rows.map((cells) => ({
          position: Number(cells[table.columns.length]),
          record: decodeRow(table, cells, lookup),
        })),
      );
    },

    async positionOf(table, id, tenant) {
      const scoped = tenant !== null;
      const shape = `position ${table.name} ${scoped}`;
      const [cells] = await query(
        shape,
        () => positionStatement(db, table, scoped),
        (lookup) => getValues(id, tenant, lookup),
      );
      return cells === undefined ? null : Number(cells[0]);
    },

    async tenants(table) {
      const rows = await query(`tenants ${table.name}`, () => tenantsStatement(db, table), NO_VALUES);
      return decode((lookup) => rows.map(([tenant]) => lookup.textOf(Number(tenant))));
    },

    async overdue(table, until, limit, tenant) {
      const compileOverdue = () => overdueStatement(db, table, deadlineOf(table));
      const rows = await query(`overdue ${table.name}`, compileOverdue, (lookup) => ({
        tenant: tenantCell(tenant, lookup),
        until,
        limit,
      }));
      return decode((lookup) => rows.map((cells) => decodeRow(table, cells, lookup)));
    },

    async waiting(table) {
      const compileWaiting = () => waitingStatement(db, table, deadlineOf(table));
      const rows = await query(`waiting ${table.name}`, compileWaiting, NO_VALUES);
      return decode((lookup) =>
        rows.map(([tenant, first]) => ({ tenant: lookup.textOf(Number(tenant)), first: Number(first) })),
      );
    },

    async expired(table, until, limit, tenant) {
      const scoped = tenant !== null;
      const compileExpired = () => expiredStatement(db, table, expiryOf(table, tenant), scoped);
      const rows = await query(`expired ${table.name} ${scoped}`, compileExpired, (lookup) => ({
        tenant: tenantCell(tenant, lookup),
        until,
        limit,
      }));
      return decode((lookup) => rows.map((cells) => decodeRow(table, cells, lookup)));
    },

    horizon,

    async lastPosition(table) {
      const last = sql<string>`case when is_called then last_value else 0 end`.as('last');
      const compileLastPosition = () => compile(db.selectFrom(`${table.name}_position`).select(last));
      const [row] = await query(`last position ${table.name}`, compileLastPosition, NO_VALUES);
      return Number(row![0]);
    },
  };
}

/** The array of ids is computed first: joined with them, a planner that expects many would read the whole table. */
const SEARCHES: SearchDialect = {
  ofEachTenant: (tenants, _table, rows, order, id) => sql`
    select ${sql.ref(`found.${id}`)} as id from unnest(${tenants}::integer[]) as given(tenant)
    cross join lateral (${rows(sql`given.tenant`)}) as found order by ${order} limit ${paramsOf(0)('limit')}`,
  among: (tenant, tenants) => sql`${tenant} = any(${tenants}::integer[])`,
  text: (bytes) => sql`convert_from(${bytes}, 'UTF8') collate "C"`,
  inIds: (ids) => sql`id = any(array(${ids}))`,
};
