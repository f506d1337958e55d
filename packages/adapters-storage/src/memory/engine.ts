import { COUNT_LIMIT, type Slice } from '@corridor/core/ports';
import type { CheckedList } from '../schema/checked-queries.js';
import { deadlineOf, expiryOf, keyOf, type Table } from '../schema/tables.js';
import type { Row } from '../schema/writes.js';
import type { ReadEngine } from '../unit/handle.js';
import type { MemoryRows } from './rows.js';
import { searchRows } from './search.js';
import type { MemoryTable } from './table.js';

export function createReadEngine({ of, visible, lastPosition }: MemoryRows): ReadEngine {
  /** The rows that wait for their deadline. */
  function waitingRows(table: Table) {
    const { column, state, from } = deadlineOf(table);
    return [...of(table).rows()].flatMap((row) =>
      from.includes(row[state.field] as string) && row[column.field] !== null
        ? [{ row, tenant: row.tenant as string, at: row[column.field] as number }]
        : [],
    );
  }

  return {
    get: (table, id, tenant) => visible(table, id, tenant) ?? null,

    getMany: (table, ids, tenant) => ids.flatMap((id) => visible(table, id, tenant) ?? []),

    find(table, name, values, tenant) {
      const key = keyOf(table, name);
      const row = of(table).lookup(key, key.fields[0] === 'tenant' && table.scoped ? [tenant, ...values] : values);
      return row === undefined ? null : (visible(table, row.id, tenant) ?? null);
    },

    list(table, query, tenant) {
      const matching = [...candidates(of(table), query)].filter((row) => matches(table, row, query, tenant));
      return slice(matching, query);
    },

    search: (table, query) => searchRows(table, query, of),

    sum(table, { field, by, value, after, upTo }, tenant) {
      const rows = of(table);
      let sum = 0n;
      for (const row of rows.filtered(by, value)) {
        const at = rows.positionOf(row.id);
        const inScope = tenant === null || row.tenant === tenant;
        if (inScope && at > after && (upTo === null || at <= upTo)) sum += (row[field] as bigint | null) ?? 0n;
      }
      return sum;
    },

    follow(table, { after, upTo, order, limit, by }, tenant) {
      const rows = of(table);
      const found = [...(by === null ? rows.rows() : rows.filtered(by.field, by.value))]
        .filter((row) => tenant === null || row.tenant === tenant)
        .map((record) => ({ position: rows.positionOf(record.id), record }))
        .filter(({ position: at }) => at > after && at <= upTo);
      const sign = order === 'asc' ? 1 : -1;
      return found.sort((a, b) => sign * (a.position - b.position)).slice(0, limit);
    },

    positionOf: (table, id, tenant) => (visible(table, id, tenant) === undefined ? null : of(table).positionOf(id)),

    tenants: (table) => [...new Set([...of(table).rows()].map(({ tenant }) => tenant as string))],

    overdue: (table, until, limit, tenant) =>
      waitingRows(table)
        .filter((waiting) => waiting.tenant === tenant && waiting.at <= until)
        .sort((a, b) => a.at - b.at)
        .slice(0, limit)
        .map(({ row }) => row),

    waiting(table) {
      const first = new Map<string, number>();
      for (const { tenant, at } of waitingRows(table)) first.set(tenant, Math.min(at, first.get(tenant) ?? at));
      return [...first].map(([tenant, at]) => ({ tenant, first: at }));
    },

    expired: (table, until, limit, tenant) => expiredRows(of(table).rows(), table, until, limit, tenant),

    horizon: lastPosition,
    lastPosition,
  };
}

/** The first expired ones of the rows. */
export function expiredRows(
  rows: Iterable<Row>,
  table: Table,
  until: number,
  limit: number,
  tenant: string | null,
): readonly Row[] {
  const { field } = expiryOf(table, tenant);
  const at = (row: Row) => row[field] as number;
  return [...rows]
    .filter((row) => at(row) <= until && (tenant === null || row.tenant === tenant))
    .sort((a, b) => at(a) - at(b))
    .slice(0, limit);
}

function candidates(rows: MemoryTable, query: CheckedList): Iterable<Row> {
  const [filter] = query.where;
  if (filter !== undefined) return rows.filtered(filter.field, filter.value);
  const { anyOf } = query;
  if (anyOf === undefined) return rows.rows();
  return new Set(anyOf.columns.flatMap((field) => [...rows.filtered(field, anyOf.value)]));
}

function matches({ kind }: Table, row: Row, query: CheckedList, tenant: string | null): boolean {
  const { anyOf, ofAmount } = query;
  return (
    (kind.listed === null || row[kind.listed] !== null) &&
    (tenant === null || row.tenant === tenant) &&
    query.where.every(({ field, value }) => row[field] === value) &&
    (anyOf === undefined || anyOf.columns.some((field) => row[field] === anyOf.value)) &&
    (ofAmount === undefined ||
      kind.amounts.some(
        ({ amount, currency }) => row[amount] === ofAmount.amount && row[currency] === ofAmount.currency,
      )) &&
    query.between.every(({ field, from, to }) => {
      const at = row[field] as number | null;
      if (at === null) return from === undefined && to === undefined;
      return (from === undefined || at >= from) && (to === undefined || at <= to);
    })
  );
}

function slice(matching: Row[], query: CheckedList): Slice<Row> {
  const sign = query.order === 'asc' ? 1 : -1;
  const byKeyset = (a: Pick<Row, 'createdAt' | 'id'>, b: Pick<Row, 'createdAt' | 'id'>): number =>
    sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const { after, limit } = query;
  const rest = after === undefined ? matching : matching.filter((row) => byKeyset(row, after) > 0);
  rest.sort(byKeyset);
  const counted = query.counted && matching.length <= COUNT_LIMIT ? { total: matching.length } : {};
  return { rows: rest.slice(0, limit), hasMore: rest.length > limit, ...counted };
}
