import { COUNT_LIMIT, type Slice } from '@corridor/core/ports';
import { type RawBuilder, sql } from 'kysely';
import { overdueStatement, waitingStatement } from '../schema/deadlines.js';
import { expiredStatement } from '../schema/expiry.js';
import {
  countStatement,
  findStatement,
  findValues,
  followByEquality,
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
import { encodeKey } from '../schema/keys.js';
import { decodeRow } from '../schema/rows.js';
import { type SearchDialect, searchShape, searchStatement, searchValues } from '../schema/search-queries.js';
import { compile, type Param, paramsOf, sqliteBuilder } from '../schema/statements.js';
import { deadlineOf, expiryOf, keyOf as uniqueKeyOf, POSITION, type Table } from '../schema/tables.js';
import { tenantCell } from '../schema/write-queries.js';
import type { ReadEngine } from '../unit/handle.js';
import type { Row } from '../schema/writes.js';
import type { Connection } from './connection.js';

const db = sqliteBuilder();

export function createReadEngine(connection: Connection): ReadEngine {
  const { lookup } = connection;

  /**
   * The last position of a table. There is a single writer, so a row with a position exists before another row gets the
   * next one.
   */
  function last(table: Table): number {
    const compileFind = () =>
      compile(db.selectFrom(table.name).select(sql<number>`coalesce(max(${sql.ref(POSITION)}), 0)`.as('last')));
    return Number(connection.row(`horizon ${table.name}`, compileFind, [])![0]);
  }

  return {
    get(table, id, tenant) {
      const scoped = tenant !== null;
      const cells = connection.row(`get ${table.name} ${scoped}`, () => getStatement(db, table, scoped), [
        getValues(id, tenant, lookup),
      ]);
      return cells === undefined ? null : decodeRow(table, cells, lookup);
    },

    getMany(table, ids, tenant) {
      const scoped = tenant !== null;
      const compileGetMany = () => getManyStatement(db, table, scoped, (list) => sql<boolean>`id in ${keysIn(list)}`);
      const values = [{ ids: keyList(ids), tenant: tenantCell(tenant, lookup) }];
      return connection
        .rows(`many ${table.name} ${scoped}`, compileGetMany, values)
        .map((cells) => decodeRow(table, cells, lookup));
    },

    find(table, name, values, tenant) {
      const key = uniqueKeyOf(table, name);
      const scoped = tenant !== null;
      const cells = connection.row(
        `find ${table.name} ${name} ${scoped}`,
        () => findStatement(db, table, key, scoped),
        [findValues(table, key, values, tenant, lookup)],
      );
      return cells === undefined ? null : decodeRow(table, cells, lookup);
    },

    list(table, query, tenant): Slice<Row> {
      const scoped = tenant !== null;
      const scope = { scoped, byFirstFilter: true };
      const shape = `list ${listShape(table, query, scoped)}`;
      const values = [listValues(table, query, tenant, lookup)];
      const rows = connection.rows(shape, () => listStatement(db, table, query, scope), values);
      const page = rows.slice(0, query.limit).map((cells) => decodeRow(table, cells, lookup));
      const counted = (): bigint | number => {
        if (rows.length > 0) return rows[0]![table.columns.length] as bigint;
        if (query.after === undefined) return 0;
        return connection.row(`count ${shape}`, () => countStatement(db, table, query, scope), values)![0] as bigint;
      };
      const total = query.counted ? Number(counted()) : Number.POSITIVE_INFINITY;
      return { rows: page, hasMore: rows.length > query.limit, ...(total <= COUNT_LIMIT ? { total } : {}) };
    },

    search(table, query) {
      const tenants = JSON.stringify(query.tenants.map((each) => lookup.numberOf(each)));
      return connection
        .rows(searchShape(table, query), () => searchStatement(db, table, query, SEARCHES), [
          searchValues(table, query, tenants, lookup),
        ])
        .map((cells) => decodeRow(table, cells, lookup));
    },

    /** SUM overflows at 8 bytes, so the high and low halves are summed separately. */
    sum(table, sum, tenant) {
      const { field, by, upTo } = sum;
      const scoped = tenant !== null;
      const halves = (column: string) => [
        sql`coalesce(sum(${sql.ref(column)} >> 32), 0)`,
        sql`coalesce(sum(${sql.ref(column)} & 4294967295), 0)`,
      ];
      const compileSum = () => sumStatement(db, table, scoped, upTo !== null, by, halves, field);
      const [high, low] = connection.row(`sum ${table.name} ${by} ${field} ${scoped} ${upTo !== null}`, compileSum, [
        sumValues(table, sum, tenant, lookup),
      ]) as readonly [bigint, bigint];
      return (high << 32n) + low;
    },

    follow(table, query, tenant) {
      const scoped = tenant !== null;
      const shape = `follow ${table.name} ${scoped} ${query.order} ${query.by?.field ?? ''}`;
      const compileFollow = () => followStatement(db, table, scoped, query, followByEquality);
      return connection
        .rows(shape, compileFollow, [followValues(table, query, tenant, lookup)])
        .map((cells) => ({ position: Number(cells[table.columns.length]), record: decodeRow(table, cells, lookup) }));
    },

    positionOf(table, id, tenant) {
      const scoped = tenant !== null;
      const compilePosition = () => positionStatement(db, table, scoped);
      const cells = connection.row(`position ${table.name} ${scoped}`, compilePosition, [
        getValues(id, tenant, lookup),
      ]);
      return cells === undefined ? null : Number(cells[0]);
    },

    tenants: (table) =>
      connection
        .rows(`tenants ${table.name}`, () => tenantsStatement(db, table), [])
        .map(([tenant]) => lookup.textOf(Number(tenant))),

    overdue: (table, until, limit, tenant) =>
      connection
        .rows(`overdue ${table.name}`, () => overdueStatement(db, table, deadlineOf(table)), [
          { tenant: tenantCell(tenant, lookup), until, limit },
        ])
        .map((cells) => decodeRow(table, cells, lookup)),

    waiting: (table) =>
      connection
        .rows(`waiting ${table.name}`, () => waitingStatement(db, table, deadlineOf(table), indexedBy), [])
        .map(([tenant, first]) => ({ tenant: lookup.textOf(Number(tenant)), first: Number(first) })),

    expired(table, until, limit, tenant) {
      const scoped = tenant !== null;
      const compileExpired = () => expiredStatement(db, table, expiryOf(table, tenant), scoped);
      return connection
        .rows(`expired ${table.name} ${scoped}`, compileExpired, [{ tenant: tenantCell(tenant, lookup), until, limit }])
        .map((cells) => decodeRow(table, cells, lookup));
    },

    horizon: last,
    lastPosition: last,
  };
}

const indexedBy = (index: string): RawBuilder<unknown> => sql`indexed by ${sql.ref(index)}`;

/** A list of ids as one bound value, for `keysIn`. */
export const keyList = (ids: readonly string[]): string => JSON.stringify(ids.map(listed));

function listed(id: string): string {
  const key = encodeKey(id, (text) => text);
  return typeof key === 'string' ? TEXT + key : BYTES + key.toString('hex');
}

const TEXT = 't';
const BYTES = 'x';

/** An element of a `keyList` as a key. */
export const keyOf = (element: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case substr(${element}, 1, 1) when ${sql.lit(BYTES)} then unhex(substr(${element}, 2)) else substr(${element}, 2) end`;

/** The keys of a `keyList`. */
export const keysIn = (list: Param): RawBuilder<unknown> => sql`(select ${keyOf(sql`value`)} from json_each(${list}))`;

/** A cross join keeps the order of its tables: SQLite asks the rows of one tenant after another. */
const SEARCHES: SearchDialect = {
  ofEachTenant: (tenants, table, rows, order, id) => sql`
    select ${sql.ref(`found.${id}`)} as id from json_each(${tenants}) as given
    cross join ${sql.table(table)} as found on found.id in (select id from (${rows(sql`given.value`)}) as of_tenant)
    order by ${order} limit ${paramsOf(0)('limit')}`,
  among: (tenant, tenants) => sql`${tenant} in (select value from json_each(${tenants}))`,
  text: (bytes) => sql`cast(${bytes} as text)`,
  inIds: (ids) => sql`id in (${ids})`,
};
