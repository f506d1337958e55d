import type { AnyKind, BaseRecord, KindOf, Tx } from '../kernel/index.js';

/**
 * A unit in which each row that it reads twice is the same both times, unless the unit has changed it. In a transaction of
 * Postgres, each statement sees what has committed by then: an action would plan with one state of a record and carry it out with
 * another, and the operator log would name as its own what another unit has done in between. A unit that finds such a row runs
 * again with fresh reads.
 */
export function steadyReads(tx: Tx): Tx {
  /** What each read row was; null for one that was absent. */
  const seen = new Map<string, BaseRecord | null>();
  /** Rows that the unit has written: no other unit can change them until it ends. */
  const own = new Set<string>();

  async function noted<T extends BaseRecord>(kind: KindOf<T>, key: string, row: T | null): Promise<void> {
    if (!isSteady(kind) || (row !== null && own.has(rowOf(kind, row.id))) || own.has(key)) return;
    const was = seen.get(key);
    // This unit has removed the row, or has changed what it is found by.
    if (was !== undefined && was !== null && own.has(rowOf(kind, was.id))) return;
    if (was === undefined) return void seen.set(key, row);
    if (was?.id === row?.id && was?.version === row?.version) return;
    // It is not as it was read, so that the guard of the pin fails when the next read sends it.
    tx.pin(kind, (was ?? { ...row!, version: 0 }) as NoInfer<T>);
    await tx.get(kind, (was ?? row!).id);
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

const rowOf = ({ name }: { readonly name: string }, id: string): string => `${name}/${id}`;

/** Not rows that never change, and not sums, which each payment changes: an increase guards them by itself. */
const isSteady = ({ numbered, states, columns }: Pick<AnyKind, 'numbered' | 'states' | 'columns'>): boolean =>
  !numbered && (states.length > 0 || !Object.values(columns).includes('amount'));
