import type { Reads } from '../kernel/index.js';

/** Reads of which each call runs inside `around`. */
export function wrapReads(reads: Reads, around: <R>(call: () => Promise<R>) => Promise<R>): Reads {
  const wrapped =
    <A extends readonly unknown[], R>(call: (...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      around(() => call(...args));
  return {
    get: wrapped(reads.get.bind(reads)) as Reads['get'],
    getMany: wrapped(reads.getMany.bind(reads)) as Reads['getMany'],
    find: wrapped(reads.find.bind(reads)) as Reads['find'],
    list: wrapped(reads.list.bind(reads)) as Reads['list'],
    search: wrapped(reads.search.bind(reads)) as Reads['search'],
    sum: wrapped(reads.sum.bind(reads)) as Reads['sum'],
    follow: wrapped(reads.follow.bind(reads)) as Reads['follow'],
    positionOf: wrapped(reads.positionOf.bind(reads)),
    tenants: wrapped(reads.tenants.bind(reads)),
    overdue: wrapped(reads.overdue.bind(reads)) as Reads['overdue'],
    waiting: wrapped(reads.waiting.bind(reads)),
    expired: wrapped(reads.expired.bind(reads)) as Reads['expired'],
    horizon: wrapped(reads.horizon.bind(reads)),
    lastPosition: wrapped(reads.lastPosition.bind(reads)),
  };
}
