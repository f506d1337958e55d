import { err, type Result, type TenantKey } from '@corridor/core';
import type { Traffic, Tx, UnitOfWork } from '@corridor/core/ports';
import type { AnyKind, Transition } from '@corridor/core/records';
import type { Lookups, Unit } from './transitions.js';

/** What a unit of work has read and decided and not committed yet. */
export interface Decided<T> {
  readonly result: Result<T>;
  /** Repeats its writes, which were decided from what it read. */
  readonly write: (tx: Tx) => void;
  readonly looked: readonly Transition[];
  /** Rows that a database would have locked for it. */
  readonly locked: ReadonlySet<string>;
  /** The number of commits that it has seen. */
  readonly seen: number;
}

/** Which rows were changed by which commit. */
export interface Commits {
  /** The commits so far. */
  readonly count: number;
  add(unit: Unit): void;
  /** Whether a commit after `seen` changed one of these rows. */
  haveChanged(rows: ReadonlySet<string>, seen: number): boolean;
}

const rowOf = (kind: string, id: unknown): string => `${kind} ${String(id)}`;
/** All rows of a kind that have a key: an insert that is dropped if its key exists waits for any of them. */
const anyOf = (kind: string): string => `${kind} *`;

export function createCommits(): Commits {
  const last = new Map<string, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add({ writes, removals, unguarded }) {
      count += 1;
      for (const { kind, before, after } of writes) {
        last.set(rowOf(kind, after['id']), count);
        if (before === null) last.set(anyOf(kind), count);
      }
      for (const { kind, before } of removals) last.set(rowOf(kind, before['id']), count);
      for (const { kind, id } of unguarded) last.set(rowOf(kind, id), count).set(anyOf(kind), count);
    },
    haveChanged: (rows, seen) => [...rows].some((row) => (last.get(row) ?? 0) > seen),
  };
}

/** Rolls a unit of work back after it has decided. */
const LATER = err('CONFLICT', 'the unit commits later');

/**
 * Runs a unit of work up to its commit. A storage in memory runs each unit at once, so no other unit can come between
 * its reads and its commit; in a database they can. Here the unit is rolled back, other units follow, and its writes are
 * repeated in another one: the guards of the storage decide whether they are still possible. Returns the answer of a
 * unit that writes nothing.
 */
export async function decide<T>(
  units: UnitOfWork,
  tenant: TenantKey | null,
  work: (tx: Tx) => Promise<Result<T>>,
  traffic: Traffic,
  { lookups, commits }: { readonly lookups: Lookups; readonly commits: Commits },
): Promise<Decided<T> | Result<T>> {
  let decided: Decided<T> | null = null;
  const ended = await units.run<T>(
    tenant,
    async (tx) => {
      const { seen, writes, locked } = { seen: commits.count, ...emptyRecord() };
      decided = null;
      lookups.take();
      const result = await work(recorded(tx, writes, locked));
      const looked = lookups.take();
      if (!result.ok || writes.length === 0) return result;
      decided = { result, looked, locked, seen, write: (to) => writes.forEach((write) => write(to)) };
      return LATER;
    },
    traffic,
  );
  return !ended.ok && ended.error === LATER.error ? decided! : ended;
}

type Write = (tx: Tx) => void;
const emptyRecord = () => ({ writes: [] as Write[], locked: new Set<string>() });

/** The same unit, which adds its writes to `writes`, and to `locked` the rows that it wrote before a read. */
function recorded(tx: Tx, writes: Write[], locked: Set<string>): Tx {
  const pending: string[] = [];
  const note = (kind: AnyKind, row: string, write: Write): void => {
    // The rows of numbered kinds are inserted at the commit.
    if (!kind.numbered) pending.push(row);
    writes.push(write);
    write(tx);
  };
  const own: Readonly<Record<string | symbol, unknown>> = {
    add: ((kind, record, options) =>
      note(kind as never, options?.unlessExists === true ? anyOf(kind.name) : rowOf(kind.name, record.id), (to) =>
        to.add(kind, record, options),
      )) satisfies Tx['add'],
    change: ((kind, before, after, lost) =>
      note(kind as never, rowOf(kind.name, before.id), (to) =>
        to.change(kind, before, after, lost),
      )) satisfies Tx['change'],
    remove: ((kind, record, lost) =>
      note(kind as never, rowOf(kind.name, record.id), (to) => to.remove(kind, record, lost))) satisfies Tx['remove'],
    increase: ((kind, by, short) =>
      note(kind, rowOf(kind.name, by.id), (to) => to.increase(kind, by, short))) satisfies Tx['increase'],
    // A pinned row must not have changed when the unit commits.
    pin: ((kind, record) =>
      note(kind as never, rowOf(kind.name, record.id), (to) => to.pin(kind, record))) satisfies Tx['pin'],
  };
  return new Proxy(tx, {
    get(of, name) {
      const member = own[name] ?? (Reflect.get(of, name, of) as unknown);
      if (name in own || typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        // Writes are sent with the next read, and lock their rows from then on.
        for (const row of pending.splice(0)) locked.add(row);
        return Reflect.apply(member, of, args) as unknown;
      };
    },
  });
}
