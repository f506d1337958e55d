import type { TenantKey } from './context.js';
import type { Deadline } from './states.js';
import type { Instant } from './time.js';

/** The fields of every record. `version` starts at 1, grows by one with every change, and guards every change. */
export interface BaseRecord {
  readonly id: string;
  readonly tenant: TenantKey;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * How a field is stored. `text`: a string · `amount`: a bigint (int8; smallest units) · `int`: a safe integer ·
 * `instant`: epoch milliseconds (int8) · `flag`: a boolean · `json`: nested parts, as text with a codec that
 * carries bigints. A trailing `?` admits null.
 */
export type ColumnType = 'text' | 'amount' | 'int' | 'instant' | 'flag' | 'json';
export type Column = ColumnType | `${ColumnType}?`;

type Stored<V> = [V] extends [string]
  ? 'text' | 'json'
  : [V] extends [bigint]
    ? 'amount'
    : [V] extends [Instant]
      ? 'instant'
      : [V] extends [number]
        ? 'int'
        : [V] extends [boolean]
          ? 'flag'
          : 'json';

/** The column types for a field of type V: a `number` never fits an `amount`, and null needs the `?`. */
export type ColumnOf<V> = null extends V ? `${Stored<Exclude<V, null>>}?` : Stored<V>;

export interface UniqueKey<T> {
  readonly name: string;
  readonly columns: readonly (keyof T & string)[];
  /** A flag column: only rows with false take part, so that soft-deleted records free their keys. */
  readonly unless?: keyof T & string;
  /** Unique over all tenants, not within one. */
  readonly global?: boolean;
}

/**
 * A record kind, declared once as data, from which every storage works.
 * `tenant` is implicitly part of every list and of every unique key of a tenant-scoped kind.
 */
export interface KindOf<T extends BaseRecord> {
  /** The table. */
  readonly name: string;
  /** `tenant`: read and written only within a unit of work of that tenant. `host`: also in units without a tenant. */
  readonly scope: 'tenant' | 'host';
  readonly columns: { readonly [K in keyof T & string]: ColumnOf<T[K]> };
  /** The columns that only state machines change. */
  readonly states: readonly (keyof T & string)[];
  readonly unique: readonly UniqueKey<T>[];
  /**
   * Columns by which lists can filter for equality; each has an index that ends in (createdAt, id). The column that
   * leaves the fewest rows comes first: of several filters, a storage without statistics uses the index of the first.
   */
  readonly filters: readonly (keyof T & string)[];
  /**
   * Null: lists return every row. A nullable column: lists return only the rows with a value in it, so that no index of
   * a list has the other rows.
   */
  readonly listed: (keyof T & string) | null;
  /** Columns with amounts by which operators search, each with the column of its currency; each pair has an index. */
  readonly amounts: readonly { readonly amount: keyof T & string; readonly currency: keyof T & string }[];
  /** Columns of a numbered record kind by which amounts are summed; each has an index that covers the sum. */
  readonly sums: readonly (keyof T & string)[];
  /** Columns that never change after the insert. */
  readonly immutable: readonly (keyof T & string)[];
  /** Columns that only an erasure of personal data changes (`erase`). */
  readonly erasable: readonly (keyof T & string)[];
  /** Columns sealed with the host's master key. A rotation of the key finds the texts to seal again by this list. */
  readonly sealed: readonly (keyof T & string)[];
  /**
   * For records that are deleted once their time is over: the column with that time, and whose clock it is compared
   * with. The column has an index. There is none by time, so lists of such records read all of them.
   * Null: records do not expire.
   */
  readonly expiry: { readonly column: keyof T & string; readonly clock: 'host' | 'tenant' } | null;
  /**
   * For records whose state changes once a time has passed, in the tenant's time. An index has only the records that
   * are still in one of the states `from`. A record without a time waits for none. Null: no state changes by time, or jobs change it.
   */
  readonly deadline: Deadline<keyof T & string> | null;
  /** True if rows are numbered as they are inserted (column `position`, not part of the record). */
  readonly numbered: boolean;
}

/** A record kind whose type names the columns that are states (S), and those that never change or are erasable (F). */
export interface RecordKind<
  T extends BaseRecord,
  S extends keyof T = never,
  F extends keyof T = never,
> extends KindOf<T> {
  readonly __fixed?: readonly (S | F)[];
}

/** Declares a record kind. The compiler compares the declaration with the hand-written interface T. */
export const recordKind =
  <T extends BaseRecord>() =>
  <const S extends keyof T & string = never, const F extends keyof T & string = never>(
    kind: Omit<
      KindOf<T>,
      | 'states'
      | 'immutable'
      | 'erasable'
      | 'numbered'
      | 'listed'
      | 'amounts'
      | 'sums'
      | 'sealed'
      | 'expiry'
      | 'deadline'
    > & {
      readonly states: readonly S[];
      readonly immutable: readonly F[];
      readonly erasable?: readonly F[];
      readonly numbered?: boolean;
      readonly listed?: KindOf<T>['listed'];
      readonly amounts?: KindOf<T>['amounts'];
      readonly sums?: KindOf<T>['sums'];
      readonly sealed?: KindOf<T>['sealed'];
      readonly expiry?: KindOf<T>['expiry'];
      readonly deadline?: KindOf<T>['deadline'];
    },
  ): RecordKind<T, S, F> => ({
    numbered: false,
    erasable: [],
    listed: null,
    amounts: [],
    sums: [],
    sealed: [],
    expiry: null,
    deadline: null,
    ...kind,
  });

/** Any record kind, for code to which the type of its records does not matter. */
export interface AnyKind {
  readonly name: string;
  readonly scope: 'tenant' | 'host';
  readonly columns: Readonly<Record<string, Column>>;
  readonly states: readonly string[];
  readonly unique: readonly {
    readonly name: string;
    readonly columns: readonly string[];
    readonly unless?: string;
    readonly global?: boolean;
  }[];
  readonly filters: readonly string[];
  readonly listed: string | null;
  readonly amounts: readonly { readonly amount: string; readonly currency: string }[];
  readonly sums: readonly string[];
  readonly sealed: readonly string[];
  readonly immutable: readonly string[];
  readonly erasable: readonly string[];
  readonly expiry: { readonly column: string; readonly clock: 'host' | 'tenant' } | null;
  readonly deadline: Deadline | null;
  readonly numbered: boolean;
}

/** The columns of `BaseRecord`, for the declaration of a record kind. */
export const BASE_COLUMNS = {
  id: 'text',
  tenant: 'text',
  version: 'int',
  createdAt: 'instant',
  updatedAt: 'instant',
} as const;

/**
 * The `BaseRecord` fields of a new record. Spread it after the other fields: creating an object literal that begins
 * with a spread and continues with new fields takes a hundred times as long (V8 of Node 20).
 */
export const newRecord = <I extends string>(id: I, ctx: { readonly tenant: TenantKey; readonly now: Instant }) => ({
  id,
  tenant: ctx.tenant,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
});
