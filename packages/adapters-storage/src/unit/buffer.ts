import { Bug, type Increase } from '@corridor/core/ports';
import type { Add, Change, Raise, Row, Write } from '../schema/writes.js';
import { plan, type Step } from './steps.js';

/** The buffered writes of a unit of work. */
export interface WriteBuffer {
  push(write: Write): void;
  /**
   * Removes the writes that must be sent before a read of this record kind, and returns them; null at the commit, which
   * sends all of them.
   */
  take(reading: string | null): readonly Step[];
}

/**
 * Buffers writes. Rows of numbered record kinds (postings, events, the operator log) are held back until the commit, or
 * until their record kind is read. These rows then get their positions while all guarded rows are locked, and columns
 * that they copy from guarded rows include the last increase.
 */
export function createBuffer(): WriteBuffer {
  let pending: Write[] = [];
  let numbered: Add[] = [];
  /** The last pending write of each row, with which the next write of that row may be merged. */
  const lastOf = new Map<string, number>();
  /** Rows from which a column was copied: they must not change any more. */
  const copied = new Set<string>();

  return {
    push(write) {
      const row = rowOf(write.kind.name, write.id);
      if (copied.has(row)) throw new Bug(`${row} must not change after an event with its columns was read`);
      if (write.op === 'add' && write.kind.numbered) {
        numbered.push(write);
        return;
      }
      if (write.op === 'pin' && numbered.some((add) => rowOf(add.kind.name, add.id) === row)) return;
      const held = write.op === 'change' ? numbered.findIndex((add) => rowOf(add.kind.name, add.id) === row) : -1;
      if (held >= 0) {
        numbered[held] = { ...numbered[held]!, record: (write as Change).after };
        return;
      }
      const index = lastOf.get(row);
      const merged = index === undefined ? null : merge(pending[index]!, write);
      if (merged !== null) {
        pending[index!] = merged;
        return;
      }
      lastOf.set(row, pending.length);
      pending.push(write);
    },

    take(reading) {
      const last = reading === null ? numbered : numbered.filter((add) => add.kind.name === reading);
      if (pending.length === 0 && last.length === 0) return [];
      for (const { options } of last) {
        if (options.copy !== undefined) copied.add(rowOf(options.copy.kind.name, options.copy.id));
      }
      const steps = plan(pending, last);
      pending = [];
      numbered = last === numbered ? [] : numbered.filter((add) => !last.includes(add));
      lastOf.clear();
      return steps;
    },
  };
}

const rowOf = (kind: string, id: string): string => `${kind}/${id}`;

/** Merges two writes of one row if the result is the same; null otherwise. */
function merge(first: Write, second: Write): Write | null {
  // What this unit writes itself is locked already; what it pins and then changes is guarded by the change.
  if (second.op === 'pin') {
    if (first.op === 'increase') throw new Bug(`${second.kind.name}: pin ${second.id} before its increase`);
    return first;
  }
  if (first.op === 'pin') return second.op === 'increase' ? null : second;
  if (second.op === 'change') {
    if (first.op === 'add') return mergeIntoAdd(first, second);
    if (first.op === 'change' && first.after.version === second.before.version)
      return { ...first, after: second.after };
  }
  if (first.op === 'increase' && second.op === 'increase') return mergeIncreases(first, second);
  return null;
}

function mergeIntoAdd(add: Add, change: Change): Add | null {
  const plain = add.options.unlessExists !== true && add.options.copy === undefined;
  return plain && add.record.version === change.before.version ? { ...add, record: change.after } : null;
}

/** A later increase must not make up for an earlier decrease: the row would have gone below zero in between. */
function mergeIncreases(first: Raise, second: Raise): Raise | null {
  const a = first.increase;
  const b = second.increase;
  if (first.short !== second.short || (a.initial === undefined) !== (b.initial === undefined)) return null;
  if (Object.keys(b.by).some((field) => (a.by[field] ?? 0n) < 0n && b.by[field]! > 0n)) return null;
  const increase = { id: a.id, by: { ...a.by, ...sums(a.by, b.by) } };
  if (a.initial === undefined) return { ...first, increase };
  return { ...first, increase: { ...increase, initial: { ...a.initial, ...sums(a.initial as Row, b.by) } } };
}

/** The sums of the columns of `by`. */
function sums(start: Readonly<Record<string, unknown>>, by: Increase['by']): Increase['by'] {
  return Object.fromEntries(
    Object.entries(by).map(([field, amount]) => [field, ((start[field] as bigint | undefined) ?? 0n) + amount]),
  );
}
