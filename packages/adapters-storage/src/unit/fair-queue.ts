import type { Traffic } from '@corridor/core/ports';

/** Waiting work of several kinds of traffic, in order within each kind. */
export interface FairQueue<T> {
  readonly size: number;
  push(item: T): void;
  /** Puts items back to the front, in their order. */
  putBack(items: readonly T[]): void;
  /** Removes the first item of the kind of traffic that has used the least time. */
  shift(): T | undefined;
  /** Adds to the time that a kind of traffic has used. */
  charge(traffic: Traffic, milliseconds: number): void;
  items(): readonly T[];
  /** Removes all items that fail the test, and returns them. */
  removeUnless(stays: (item: T) => boolean): readonly T[];
}

interface Kind<T> {
  items: T[];
  /** The time used, in milliseconds. */
  used: number;
}

/**
 * A queue in which each kind of traffic gets the same time while all of them have work waiting. What one does not use,
 * the others share. Time in which a kind of traffic had no work gives it no claim to more time later.
 */
export function createFairQueue<T extends { readonly traffic: Traffic }>(): FairQueue<T> {
  const kinds: Readonly<Record<Traffic, Kind<T>>> = {
    requests: { items: [], used: 0 },
    jobs: { items: [], used: 0 },
    deliveries: { items: [], used: 0 },
  };
  const all = Object.values(kinds);
  /** The time that the kind which was served last had used by then. */
  let served = 0;
  let size = 0;

  function kindOf(item: T): Kind<T> {
    const kind = kinds[item.traffic];
    if (kind.items.length === 0) kind.used = Math.max(kind.used, served);
    return kind;
  }

  return {
    get size() {
      return size;
    },
    push(item) {
      kindOf(item).items.push(item);
      size += 1;
    },
    putBack(items) {
      for (const item of items.toReversed()) kindOf(item).items.unshift(item);
      size += items.length;
    },
    shift() {
      let next: Kind<T> | undefined;
      for (const kind of all) {
        if (kind.items.length > 0 && (next === undefined || kind.used < next.used)) next = kind;
      }
      if (next === undefined) return undefined;
      served = next.used;
      size -= 1;
      return next.items.shift();
    },
    charge(traffic, milliseconds) {
      kinds[traffic].used += milliseconds;
    },
    items: () => all.flatMap(({ items }) => items),
    removeUnless(stays) {
      const removed = all.flatMap(({ items }) => items.filter((item) => !stays(item)));
      for (const kind of all) kind.items = kind.items.filter(stays);
      size -= removed.length;
      return removed;
    },
  };
}
