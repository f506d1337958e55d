import type * as z from 'zod';
import { type Instant, type Page, toIso } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { MAX_COMPUTED } from '@corridor/core/internal';

/** A value of JSON that is only read. */
type ReadOnly<T> = T extends readonly (infer E)[]
  ? readonly ReadOnly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadOnly<T[K]> }
    : T;

/** What a schema of an answer takes in: the form in which a serializer gives its record. */
export type Wire<S extends z.ZodType> = ReadOnly<z.input<S>>;

/**
 * What the core keeps as text or as an open record, having judged it when it came: this schema names what it let
 * through. The one place where the type of an answer is asserted.
 */
export const checkedBy = <S extends z.ZodType, T>(_schema: S, kept: T): Wire<S> | Extract<T, null> =>
  kept as unknown as Wire<S> | Extract<T, null>;

/** One page of records in their wire form. */
export interface PageBody<W> {
  readonly data: readonly W[];
  readonly hasMore: boolean;
  readonly nextCursor: string | undefined;
  readonly totalCount: number | undefined;
}

/** A bigint as the JSON integer that every reader agrees on. */
export function integer(value: bigint): number {
  if (value > MAX_COMPUTED || value < -MAX_COMPUTED) throw new Bug(`${value} is no amount for the wire`);
  return Number(value);
}

/** What is null in a record is absent on the wire: JSON leaves `undefined` out. */
export const optionalInteger = (value: bigint | null): number | undefined =>
  value === null ? undefined : integer(value);

export const optionalInstant = (at: Instant | null): string | undefined => (at === null ? undefined : toIso(at));

export const pageBody = <T, W>(page: Page<T>, item: (record: T) => W): PageBody<W> => ({
  data: page.data.map(item),
  hasMore: page.hasMore,
  nextCursor: page.nextCursor,
  totalCount: page.totalCount,
});
