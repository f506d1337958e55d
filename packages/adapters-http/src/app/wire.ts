import { Bug, MAX_COMPUTED, type Page, toIso, type Instant } from '@corridor/core';

/** A bigint as the JSON integer that every reader agrees on. */
export function integer(value: bigint): number {
  if (value > MAX_COMPUTED || value < -MAX_COMPUTED) throw new Bug(`${value} is no amount for the wire`);
  return Number(value);
}

/** What is null in a record is absent on the wire: JSON leaves `undefined` out. */
export const optionalInteger = (value: bigint | null): number | undefined =>
  value === null ? undefined : integer(value);

export const optionalInstant = (at: Instant | null): string | undefined => (at === null ? undefined : toIso(at));

export const pageBody = <T>(page: Page<T>, item: (record: T) => object): object => ({
  data: page.data.map(item),
  hasMore: page.hasMore,
  nextCursor: page.nextCursor,
  totalCount: page.totalCount,
});
