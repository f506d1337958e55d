import type { AnyKind, BaseRecord, KindOf, ListQuery, Slice, Tx } from '../kernel/index.js';

/**
 * A unit in which each row that it reads twice is the same both times, and each list has the same rows, unless the unit has changed
 * them. In a transaction of
 * Postgres, each statement sees what has committed by then: an action would plan with one state of a record and carry it out with
 * another, and the operator log would name as its own what another unit has done in between. A unit that finds such a row runs
 * again with fresh reads.
 */
export function steadyReads(tx: Tx): Tx {
  /** What each read row was; null for one that was absent. */
  const seen = new Map<string, BaseRecord | null>();
  /** Rows that the unit has written: no other unit can change them until it ends. */
  const own = new Set<string>();
  /** The rows of each list, as far as it was read, in its order. */
  const lists = new Map<string, ListedRows>();

  async function noted<T extends BaseRecord>(kind: KindOf<T>, key: string, row: T | null): Promise<void> {
    if (!isSteady(kind) || (row !== null && own.has(rowOf(kind, row.id))) || own.has(key)) return;
    const was = seen.get(key);
    // This unit has removed the row, or has changed what it is found by.
    if (was !== undefined && was !== null && own.has(rowOf(kind, was.id))) return;
    if (was === undefined) return void seen.set(key, row);
    if (was?.id === row?.id && was?.version === row?.version) return;
    await runAgain(kind, was ?? row!, was ?? null);
  }
  /** Ends the unit, so that it runs again: the row is not as it was read, and the guard of the pin fails at the next read. */
  async function runAgain<T extends BaseRecord>(
    kind: KindOf<T>,
    row: BaseRecord,
    was: BaseRecord | null,
  ): Promise<void> {
    tx.pin(kind, (was ?? { ...row, version: 0 }) as NoInfer<T>);
    await tx.get(kind, row.id);
  }
  /** Compares a page of a list with what an earlier read of the same list had there. Rows that the unit has written may differ. */
  async function notedList<T extends BaseRecord>(kind: KindOf<T>, query: ListQuery<T>, slice: Slice<T>): Promise<void> {
    if (!isSteady(kind)) return;
    const key = listKey(kind, query);
    const known = lists.get(key) ?? { rows: [], isWhole: false };
    lists.set(key, known);
    const others = (rows: readonly BaseRecord[]) => rows.filter(({ id }) => !own.has(rowOf(kind, id)));
    const from = query.after === undefined ? 0 : known.rows.findIndex(({ id }) => id === query.after!.id) + 1;
    if (query.after !== undefined && from === 0) return;
    const had = others(known.rows.slice(from));
    const has = others(slice.rows);
    const isEnd = !slice.hasMore;
    for (const [at, row] of has.entries()) {
      const before = had[at];
      if (before === undefined && !known.isWhole) known.rows.push(row);
      else if (before?.id !== row.id) return runAgain(kind, row, null);
    }
    const gone = isEnd ? had[has.length] : undefined;
    if (gone !== undefined) return runAgain(kind, gone, null);
    known.isWhole ||= isEnd;
  }
  const notedRow = <T extends BaseRecord>(kind: KindOf<T>, id: string, row: T | null): Promise<void> =>
    noted(kind, rowOf(kind, id), row);
  const owned = (kind: AnyKind, id: string): unknown => own.add(rowOf(kind, id));

  return {
    ...tx,
    async get(kind, id) {
      const row = await tx.get(kind, id);
      await notedRow(kind, id, row);
      return row;
    },
    async getMany(kind, ids) {
      const rows = await tx.getMany(kind, ids);
      const found = new Map(rows.map((row) => [row.id as string, row]));
      for (const id of ids) await notedRow(kind, id, found.get(id) ?? null);
      return rows;
    },
    async find(kind, key, values) {
      const row = await tx.find(kind, key, values);
      await noted(kind, JSON.stringify([kind.name, key, values]), row);
      if (row !== null) await notedRow(kind, row.id, row);
      return row;
    },
    async list(kind, query) {
      const slice = await tx.list(kind, query);
      for (const row of slice.rows) await notedRow(kind, row.id, row);
      await notedList(kind, query, slice);
      return slice;
    },
    add(kind, record, options) {
      owned(kind as AnyKind, record.id);
      tx.add(kind, record, options);
    },
    change(kind, before, after, lost) {
      owned(kind as AnyKind, before.id);
      tx.change(kind, before, after, lost);
    },
    overwrite(kind, before, after) {
      owned(kind as AnyKind, before.id);
      tx.overwrite(kind, before, after);
    },
    increase(kind, increase, short) {
      owned(kind, increase.id);
      tx.increase(kind, increase, short);
    },
    remove(kind, record, lost) {
      owned(kind as AnyKind, record.id);
      tx.remove(kind, record, lost);
    },
  };
}

interface ListedRows {
  readonly rows: BaseRecord[];
  /** Whether it was read to its end. */
  isWhole: boolean;
}

/** The same for the pages of one list. */
const listKey = <T extends BaseRecord>({ name }: KindOf<T>, query: ListQuery<T>): string => {
  const { limit: _limit, after: _after, counted: _counted, ...list } = query;
  return JSON.stringify([name, list], (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
};

const rowOf = ({ name }: { readonly name: string }, id: string): string => `${name}/${id}`;

/** Not rows that never change, and not sums, which each payment changes: an increase guards them by itself. */
const isSteady = ({ numbered, states, columns }: Pick<AnyKind, 'numbered' | 'states' | 'columns'>): boolean =>
  !numbered && (states.length > 0 || !Object.values(columns).includes('amount'));
