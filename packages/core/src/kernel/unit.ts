import type { Context, TenantKey } from './context.js';
import type { IdSource } from './ids.js';
import type { AnyKind, BaseRecord, KindOf } from './record.js';
import type { DomainError, Result } from './result.js';
import type { Instant } from './time.js';

/** Position of a row in a list: lists are ordered by (createdAt, id). */
export interface Keyset {
  readonly createdAt: Instant;
  readonly id: string;
}

export interface ListQuery<T> {
  /** Equality on declared filter columns; undefined leaves a filter out. */
  readonly where?: { readonly [K in keyof T]?: T[K] | undefined };
  /** At least one of these columns has the value. */
  readonly anyOf?: { readonly columns: readonly (keyof T & string)[]; readonly value: string } | undefined;
  /** Instants on declared columns, both ends inclusive. */
  readonly between?: readonly {
    readonly column: keyof T & string;
    readonly from?: Instant | undefined;
    readonly to?: Instant | undefined;
  }[];
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly after?: Keyset | undefined;
  /** False leaves out the count of all matching rows. */
  readonly counted?: boolean;
}

/** `total` is absent where more than `COUNT_LIMIT` rows match, or where it was not asked for. */
export interface Slice<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  readonly total?: number;
}

/** Up to how many rows the `total` of a list counts. */
export const COUNT_LIMIT = 10_000;

export interface FollowQuery<T> {
  /** Positions above this one, and at most `upTo`. Without `by`, every row between is looked at, of all tenants. */
  readonly after: number;
  readonly upTo: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Only rows with this value in a column that is summed by. */
  readonly by?: { readonly column: keyof T & string; readonly value: string };
}

export interface Followed<T> {
  readonly position: number;
  readonly record: T;
}

export interface Reads {
  get<T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null>;
  /** The records with these ids, in no particular order; ids that are not there are left out. */
  getMany<T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]): Promise<readonly T[]>;
  /** By a declared unique key, its columns in the declared order. */
  find<T extends BaseRecord>(kind: KindOf<T>, key: string, values: readonly string[]): Promise<T | null>;
  list<T extends BaseRecord>(kind: KindOf<T>, query: ListQuery<T>): Promise<Slice<T>>;
  /**
   * Exact sum of an `amount` column over the rows of a numbered kind with this filter value,
   * whose position is above `after` (0: all) and at most `upTo` (null: no bound).
   */
  sum<T extends BaseRecord>(
    kind: KindOf<T>,
    column: keyof T & string,
    where: { readonly [K in keyof T]?: string },
    after: number,
    upTo: number | null,
  ): Promise<bigint>;
  /** Rows of a numbered kind in the order of their positions. */
  follow<T extends BaseRecord>(kind: KindOf<T>, query: FollowQuery<T>): Promise<readonly Followed<T>[]>;
  /** The position of one row of a numbered kind; null where there is no such row. */
  positionOf(kind: AnyKind, id: string): Promise<number | null>;
  /** The tenants that rows of a kind are of, each once, in no particular order. Only without a tenant. */
  tenants(kind: AnyKind): Promise<readonly TenantKey[]>;
  /**
   * A position of a numbered kind up to which no row can appear any more, as high as this host knows of one: another
   * host may have told of a higher one before.
   */
  horizon(kind: AnyKind): Promise<number>;
  /** The highest position of a numbered kind that was ever given to a row, be it there, under way or taken back. */
  lastPosition(kind: AnyKind): Promise<number>;
}

/** Amounts to add to columns of one row. None of the named columns may become negative. */
export interface Increase {
  readonly id: string;
  readonly by: Readonly<Record<string, bigint>>;
  /** The row as it is to be inserted when there is none yet. Without it, an absent row counts as too little. */
  readonly initial?: BaseRecord;
}

export interface AddOptions {
  /** Unique key name → the error the unit ends with when the key is taken. A key that is not named here is a bug. */
  readonly conflicts?: Readonly<Record<string, DomainError>>;
  /** Fill these columns of the new row (keys) from columns (values) of another row, as this unit leaves it. */
  readonly copy?: { readonly kind: AnyKind; readonly id: string; readonly columns: Readonly<Record<string, string>> };
  /** A row with the same `key` is already there: keep it and drop this one, without an error. */
  readonly unlessExists?: true;
}

/**
 * A unit of work: everything in it is committed together or not at all.
 * Reads are awaited. Writes are buffered and sent with the next read or the commit, so that a use case
 * costs few round trips; each write names the error with which the unit ends when its guard does not hold.
 */
export interface Tx extends Reads {
  add<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, options?: AddOptions): void;
  /**
   * Replaces `before` by `after`, guarded by version and state. A lost race runs the unit again (with fresh reads),
   * unless `lost` names an error. Called by `update` and `transition` of the kernel only.
   */
  change<T extends BaseRecord>(kind: KindOf<T>, before: NoInfer<T>, after: NoInfer<T>, lost?: DomainError): void;
  /** Adds to amount columns of one row; `short` is the error when one of them would become negative. */
  increase(kind: AnyKind, increase: Increase, short: DomainError): void;
  /** Deletes the row as it was read; `lost` as in `change`. */
  remove<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, lost?: DomainError): void;
}

/** What every change of records needs: where it is written, on whose behalf and when, and ids for what is new. */
export interface Unit {
  readonly tx: Tx;
  readonly ctx: Context;
  readonly ids: IdSource;
}

/** The database cannot be reached, is full, or stays locked. Units answer SERVICE_UNAVAILABLE; reads throw this. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/**
 * Opens units. The closure may be run again from the start when a race was lost, so it must not keep
 * anything outside itself. An `err` or a throw rolls everything back. Units do not nest, and a unit does not
 * await anything but its `tx`: both are detected and thrown.
 */
export interface UnitOfWork {
  run<T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>): Promise<Result<T>>;
  /** A consistent read outside any write unit; never waits for a writer. Throws `Unavailable`. */
  read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T>;
}
