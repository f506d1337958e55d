import type { Instant, Page, PageRequest, Result } from '@corridor/core';

/** A page of a list, which may be short and still have a next page if the list reads a bounded number of records. */
export interface ListPage<T> extends Page<T> {
  /** The page covers the time since then; null if nothing older is left, or if the list does not know. */
  readonly searchedBackTo?: Instant | null;
}

/** How long one request of a page searches. */
const SEARCH_MS = 2_000;

/**
 * Reads on until the page is full, nothing is left, or the time is over: an operator does not click through pages without
 * rows.
 */
export async function searchOn<T>(
  read: (page: PageRequest) => Promise<Result<ListPage<T>>>,
  { limit, cursor: start }: { readonly limit: number; readonly cursor: string | undefined },
  now: () => number = () => performance.now(),
): Promise<Result<ListPage<T>>> {
  const until = now() + SEARCH_MS;
  const data: T[] = [];
  for (let cursor = start; ;) {
    const found = await read({ limit: limit - data.length, cursor });
    if (!found.ok) return found;
    data.push(...found.value.data);
    const { nextCursor } = found.value;
    if (nextCursor === undefined || data.length >= limit || now() >= until)
      return { ok: true, value: { ...found.value, data } };
    cursor = nextCursor;
  }
}
