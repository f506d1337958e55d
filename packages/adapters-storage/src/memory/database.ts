import { Bug, COUNT_LIMIT, type Slice } from '@corridor/core/ports';
import type { AnyKind } from '@corridor/core/records';
import { deadlineOf, expiryOf, keyOf, type Table, tableOf } from '../schema/tables.js';
import { conflictOf } from '../unit/conflicts.js';
import type { CheckedList } from '../schema/checked-queries.js';
import type { UnitEngine } from '../unit/handle.js';
import { type Add, changedFields, type Guard, mayInsert, type Raise, type Row } from '../schema/writes.js';
import { guardFailure, LostRace } from '../unit/steps.js';
import { searchRows } from './search.js';
import { createTable, type MemoryTable } from './table.js';

export interface MemoryDatabase {
  readonly engine: UnitEngine;
  table(kind: AnyKind): MemoryTable;
  /** Replaces a row without guards, for the workers' claims. Undone by `rollback`. */
  put(kind: AnyKind, row: Row): void;
  removeExpired(kind: AnyKind, tenant: string | null, until: number, limit: number): number;
  commit(): void;
  rollback(): void;
}

/** Maps with an undo log: the writes of a unit of work are undone in reverse order. */
export function createDatabase(): MemoryDatabase {
  const tables = new Map<string, MemoryTable>();
  let undo: (() => void)[] = [];
  let position = 0;

  function of(table: Table): MemoryTable {
    const known = tables.get(table.name) ?? createTable(table);
    tables.set(table.name, known);
    return known;
  }

  function insert(table: Table, row: Row): void {
    const rows = of(table);
    rows.insert(row, ++position);
    undo.push(() => rows.delete(row.id));
  }

  function replace(table: Table, before: Row, after: Row): void {
    const rows = of(table);
    rows.replace(after);
    undo.push(() => rows.replace(before));
  }

  function remove(table: Table, row: Row): void {
    const rows = of(table);
    const was = rows.positionOf(row.id);
    rows.delete(row.id);
    undo.push(() => rows.insert(row, was));
  }

  function visible(table: Table, id: string, tenant: string | null): Row | undefined {
    const row = of(table).get(id);
    return row === undefined || (table.scoped && tenant !== null && row.tenant !== tenant) ? undefined : row;
  }

  function guard(write: Guard, tenant: string | null): void {
    const table = tableOf(write.kind);
    const row = visible(table, write.id, tenant);
    if (write.op === 'increase') return increase(table, write, row);
    const expected = write.op === 'change' ? write.before : write.record;
    const states = write.op === 'change' ? write.kind.states : [];
    if (
      row === undefined ||
      row.version !== expected.version ||
      states.some((field) => row[field] !== expected[field])
    ) {
      throw guardFailure(write);
    }
    if (write.op === 'pin') return;
    if (write.op === 'remove') return remove(table, row);
    const patch = Object.fromEntries(changedFields(write).map((field) => [field, write.after[field]]));
    const after = of(table).stored({ ...row, ...patch } as Row, row);
    if (of(table).conflict(after, row) !== undefined) throw new LostRace();
    replace(table, row, after);
  }

  function increase(table: Table, write: Raise, row: Row | undefined): void {
    if (row === undefined) {
      if (!mayInsert(write.increase) || of(table).get(write.id) !== undefined) throw guardFailure(write);
      return insert(table, of(table).stored(write.increase.initial as Row, null));
    }
    const sums = Object.entries(write.increase.by).map(([field, by]) => [field, (row[field] as bigint) + by] as const);
    if (sums.some(([, sum]) => sum < 0n)) throw guardFailure(write);
    replace(table, row, of(table).stored({ ...row, ...Object.fromEntries(sums), version: row.version + 1 }, row));
  }

  function add(write: Add, tenant: string | null): void {
    const table = tableOf(write.kind);
    const row = of(table).stored({ ...write.record, ...copied(write, tenant) }, null);
    const conflict = of(table).conflict(row, null);
    if (conflict === undefined) return insert(table, row);
    if (write.options.unlessExists !== true) throw conflictOf(write, conflict);
  }

  function copied({ options: { copy } }: Add, tenant: string | null): Readonly<Record<string, unknown>> {
    if (copy === undefined) return {};
    const source = visible(tableOf(copy.kind), copy.id, tenant);
    if (source === undefined) throw new Bug(`no row ${copy.id} in ${copy.kind.name} to copy from`);
    return Object.fromEntries(Object.entries(copy.columns).map(([field, from]) => [field, source[from]]));
  }

  /** The rows that wait for their deadline. */
  function waitingRows(table: Table) {
    const { column, state, from } = deadlineOf(table);
    return [...of(table).rows()].flatMap((row) =>
      from.includes(row[state.field] as string) && row[column.field] !== null
        ? [{ row, tenant: row.tenant as string, at: row[column.field] as number }]
        : [],
    );
  }

  const engine: UnitEngine = {
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

    // Units of work run one after another, so every row with a position exists.
    horizon: () => position,
    lastPosition: () => position,

    flush(steps, tenant) {
      for (const step of steps) {
        for (const write of step.guards) guard(write, tenant);
        for (const write of step.adds) add(write, tenant);
      }
    },
  };

  return {
    engine,
    table: (kind) => of(tableOf(kind)),
    put(kind, row) {
      const table = tableOf(kind);
      const before = of(table).get(row.id)!;
      replace(table, before, of(table).stored(row, before));
    },
    removeExpired(kind, tenant, until, limit) {
      const table = tableOf(kind);
      const { field } = expiryOf(table, tenant);
      const at = (row: Row) => row[field] as number;
      const expired = [...of(table).rows()].filter(
        (row) => at(row) <= until && (tenant === null || row.tenant === tenant),
      );
      const first = expired.sort((a, b) => at(a) - at(b)).slice(0, limit);
      for (const row of first) remove(table, row);
      return first.length;
    },
    commit() {
      undo = [];
    },
    rollback() {
      for (const step of undo.reverse()) step();
      undo = [];
    },
  };
}

function candidates(rows: MemoryTable, query: CheckedList): Iterable<Row> {
  const [filter] = query.where;
  if (filter !== undefined) return rows.filtered(filter.field, filter.value);
  const { anyOf } = query;
  if (anyOf === undefined) return rows.rows();
  return new Set(anyOf.columns.flatMap((field) => [...rows.filtered(field, anyOf.value)]));
}

function matches({ kind }: Table, row: Row, query: CheckedList, tenant: string | null): boolean {
  const { anyOf } = query;
  return (
    (kind.listed === null || row[kind.listed] !== null) &&
    (tenant === null || row.tenant === tenant) &&
    query.where.every(({ field, value }) => row[field] === value) &&
    (anyOf === undefined || anyOf.columns.some((field) => row[field] === anyOf.value)) &&
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
