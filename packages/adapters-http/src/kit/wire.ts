import type * as z from 'zod';
import { type Instant, type Page, toIso } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { MAX_COMPUTED } from '@corridor/core/internal';

/** A read-only JSON value. */
export type ReadOnly<T> = T extends readonly (infer E)[]
  ? readonly ReadOnly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadOnly<T[K]> }
    : T;

/** The input of a response schema: the form in which a serializer writes its record. */
export type Wire<S extends z.ZodType> = ReadOnly<z.input<S>>;

/** A wire form with all its fields: one that may be absent is `undefined` then, so that no serializer forgets it. */
export type Complete<W> = W extends unknown ? { readonly [K in keyof Required<W>]: W[K] } : never;

type FieldOf<W> = W extends unknown ? keyof W : never;

/**
 * For each field of a record, the fields of its wire form that depend on it; null for a field that the API does not
 * show. The compiler asks for every field of the record, so that a new one is shown or left out on purpose.
 */
export type ShownFields<T, W> = { readonly [K in keyof T]-?: FieldOf<W> | readonly FieldOf<W>[] | null };

/**
 * Asserts the wire form of a value that the core stores as text or as an open record, after checking it on input. The
 * schema names the accepted form. This is the only place that asserts the type of a response.
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

/** A bigint as a JSON integer that every parser reads exactly. */
export function integer(value: bigint): number {
  if (value > MAX_COMPUTED || value < -MAX_COMPUTED) throw new Bug(`${value} exceeds the range of JSON integers`);
  return Number(value);
}

/** A field that is null in a record is absent on the wire: JSON omits `undefined`. */
export const optionalInteger = (value: bigint | null): number | undefined =>
  value === null ? undefined : integer(value);

export const optionalInstant = (at: Instant | null): string | undefined => (at === null ? undefined : toIso(at));

export const pageBody = <T, W>(page: Page<T>, item: (record: T) => W): PageBody<W> => ({
  data: page.data.map(item),
  hasMore: page.hasMore,
  nextCursor: page.nextCursor,
  totalCount: page.totalCount,
});
