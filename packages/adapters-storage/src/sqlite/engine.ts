import { COUNT_LIMIT, type Slice } from '@corridor/core/ports';
import { sql } from 'kysely';
import {
  countStatement,
  findStatement,
  followStatement,
  followValues,
  getManyStatement,
  getStatement,
  listShape,
  listStatement,
  listValues,
  positionStatement,
  sumStatement,
  tenantsStatement,
} from '../schema/read-queries.js';
import { decodeRow } from '../schema/rows.js';
import { compile, sqliteBuilder } from '../schema/statements.js';
import { keyOf, POSITION, type Table } from '../schema/tables.js';
import type { ReadEngine } from '../unit/handle.js';
import type { Row } from '../unit/writes.js';
import type { Connection } from './connection.js';

const db = sqliteBuilder();

export function createReadEngine(connection: Connection): ReadEngine {
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
        { id, tenant },
      ]);
      return cells === undefined ? null : decodeRow(table, cells);
    },

    getMany(table, ids, tenant) {
      const scoped = tenant !== null;
      const compileGetMany = () =>
        getManyStatement(db, table, scoped, (list) => sql<boolean>`id in (select value from json_each(${list}))`);
      const values = [{ ids: JSON.stringify(ids), tenant }];
      return connection
        .rows(`many ${table.name} ${scoped}`, compileGetMany, values)
        .map((cells) => decodeRow(table, cells));
    },

    find(table, name, values, tenant) {
      const key = keyOf(table, name);
      const scoped = tenant !== null;
      const named = key.fields.filter((field) => field !== 'tenant');
      const cells = connection.row(
        `find ${table.name} ${name} ${scoped}`,
        () => findStatement(db, table, key, scoped),
        [{ tenant, ...Object.fromEntries(named.map((field, index) => [field, values[index]])) }],
      );
      return cells === undefined ? null : decodeRow(table, cells);
    },

    list(table, query, tenant): Slice<Row> {
      const scoped = tenant !== null;
      const shape = `list ${listShape(table, query, scoped)}`;
      const values = [listValues(query, tenant)];
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

    /** SUM overflows at 8 bytes, so the high and low halves are summed separately. */
    sum(table, { field, by, value, after, upTo }, tenant) {
      const scoped = tenant !== null;
      const halves = (column: string) => [
        sql`coalesce(sum(${sql.ref(column)} >> 32), 0)`,
        sql`coalesce(sum(${sql.ref(column)} & 4294967295), 0)`,
      ];
      const compileSum = () => sumStatement(db, table, scoped, upTo !== null, by, halves, field);
      const [high, low] = connection.row(`sum ${table.name} ${by} ${field} ${scoped} ${upTo !== null}`, compileSum, [
        { value, after, upTo, tenant },
      ]) as readonly [bigint, bigint];
      return (high << 32n) + low;
    },

    follow(table, query, tenant) {
      const scoped = tenant !== null;
      const shape = `follow ${table.name} ${scoped} ${query.order} ${query.by?.field ?? ''}`;
      const compileFollow = () => followStatement(db, table, scoped, query);
      return connection
        .rows(shape, compileFollow, [followValues(query, tenant)])
        .map((cells) => ({ position: Number(cells[table.columns.length]), record: decodeRow(table, cells) }));
    },

    positionOf(table, id, tenant) {
      const scoped = tenant !== null;
      const compilePosition = () => positionStatement(db, table, scoped);
      const cells = connection.row(`position ${table.name} ${scoped}`, compilePosition, [{ id, tenant }]);
      return cells === undefined ? null : Number(cells[0]);
    },

    tenants: (table) =>
      connection
        .rows(`tenants ${table.name}`, () => tenantsStatement(db, table), [])
        .map(([tenant]) => tenant as string),

    horizon: last,
    lastPosition: last,
  };
}
