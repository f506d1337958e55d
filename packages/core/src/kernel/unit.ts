import type { Context, TenantKey } from './context.js';
import type { IdSource } from './ids.js';
import type { AnyKind, BaseRecord, KindOf } from './record.js';
import type { DomainError, Result } from './result.js';
import type { Instant } from './time.js';

/** Position of a row in a list. Lists are ordered by (createdAt, id). */
export interface Keyset {
  readonly createdAt: Instant;
  readonly id: string;
}

export interface ListQuery<T> {
  /** Equality on declared filter columns; undefined means no filter. */
  readonly where?: { readonly [K in keyof T]?: T[K] | undefined };
  /** Only rows in which at least one of these columns has the value. */
  readonly anyOf?: { readonly columns: readonly (keyof T & string)[]; readonly value: string } | undefined;
  /** Only rows in which one of the declared `amounts` is this one, in this currency. Not together with `anyOf`. */
  readonly ofAmount?: { readonly amount: bigint; readonly currency: string } | undefined;
  /** Ranges of instants on declared columns, both ends inclusive. */
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
  /**
   * How many files of the archive the read may open before it ends early with `Slice.next`; by default it opens every
   * file that it needs. It opens more only if their times overlap so much that it would otherwise get no further.
   */
  readonly mostFiles?: number;
}

/** `total` is absent if more than `COUNT_LIMIT` rows match, or if the query is not `counted`. */
export interface Slice<T> {
  readonly rows: readonly T[];
  readonly hasMore: boolean;
  readonly total?: number;
  /** How many files of the archive the read needed; absent if it needed none. */
  readonly files?: number;
  /** Where to read on if the read ended early because of `mostFiles`: `hasMore` is then true, `rows` may be empty. */
  readonly next?: Keyset;
}

/** The largest `total` that a list counts. */
export const COUNT_LIMIT = 10_000;

export interface FollowQuery<T> {
  /**
   * Only rows with a position above `after`, and at most `upTo`. Without `by`, a query of one tenant
   * scans the rows of all tenants in this range and returns only its own, so keep the range short.
   */
  readonly after: number;
  readonly upTo: number;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** If present, only rows with this value in a column of `sums`. */
  readonly by?: { readonly column: keyof T & string; readonly value: string };
}

export interface Followed<T> {
  readonly position: number;
  readonly record: T;
}

/** A tenant with records that wait for their `deadline`. */
export interface WaitingTenant {
  readonly tenant: TenantKey;
  /** The earliest of their deadlines, in the tenant's time. */
  readonly first: Instant;
}

/** One way to find records of a kind. Text and amounts are compared exactly, words by their beginning. */
export type Sought<T> =
  /** From one id to another of the same type, both included. */
  | { readonly by: 'id'; readonly from: string; readonly to: string }
  /** A declared filter column. */
  | { readonly by: 'filter'; readonly column: keyof T & string; readonly value: string }
  /** A declared unique key. */
  | { readonly by: 'key'; readonly key: string; readonly values: readonly string[] }
  /** A column of `amounts` together with its currency. */
  | { readonly by: 'amount'; readonly column: keyof T & string; readonly currency: string; readonly amount: bigint }
  /** Records that have for each of these texts a row in `SEARCH_TERMS` whose term begins with it. At least one. */
  | { readonly by: 'terms'; readonly prefixes: readonly string[] };

export interface SearchQuery<T> {
  readonly anyOf: readonly Sought<T>[];
  /** Only records of these tenants. */
  readonly tenants: readonly TenantKey[];
  /** The most records that each alternative finds: the newest, and of `terms` the first in the order of the terms. */
  readonly limit: number;
}

export interface Reads {
  get<T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null>;
  /** The records with these ids, in no particular order. Unknown ids are left out. */
  getMany<T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]): Promise<readonly T[]>;
  /** The record with these values of a declared unique key, in the declared order of its columns. */
  find<T extends BaseRecord>(kind: KindOf<T>, key: string, values: readonly string[]): Promise<T | null>;
  /** The rows of a kind in the order of (createdAt, id). If the kind declares `listed`, only rows with a value there. */
  list<T extends BaseRecord>(kind: KindOf<T>, query: ListQuery<T>): Promise<Slice<T>>;
  /**
   * The records that one of the alternatives finds, each once, in no particular order. Only for reads without a tenant.
   */
  search<T extends BaseRecord>(kind: KindOf<T>, query: SearchQuery<T>): Promise<readonly T[]>;
  /**
   * The exact sum of an `amount` column over the rows of a numbered kind with this filter value
   * and a position above `after` (0: all) and at most `upTo` (null: no bound).
   */
  sum<T extends BaseRecord>(
    kind: KindOf<T>,
    column: keyof T & string,
    where: { readonly [K in keyof T]?: string },
    after: number,
    upTo: number | null,
  ): Promise<bigint>;
  /** Rows of a numbered record kind in the order of their positions. */
  follow<T extends BaseRecord>(kind: KindOf<T>, query: FollowQuery<T>): Promise<readonly Followed<T>[]>;
  /** The position of one row of a numbered record kind; null if the row does not exist. */
  positionOf(kind: AnyKind, id: string): Promise<number | null>;
  /**
   * The tenants that have rows of a record kind, each once, in no particular order. Only for reads without a tenant.
   */
  tenants(kind: AnyKind): Promise<readonly TenantKey[]>;
  /**
   * The records of the tenant whose `deadline` is not after `until`, in the tenant's time, and whose state it ends: at
   * most `limit`, the earliest first.
   */
  overdue<T extends BaseRecord>(kind: KindOf<T>, until: Instant, limit: number): Promise<readonly T[]>;
  /**
   * The tenants with records of a kind that wait for their `deadline`, each once. Only for reads without a tenant.
   */
  waiting(kind: AnyKind): Promise<readonly WaitingTenant[]>;
  /**
   * The records whose `expiry` is not after `until`: at most `limit`, the earliest first. As in
   * `UnitOfWork.removeExpired`, kinds that expire in the tenant's time are read of one tenant, all others of all tenants.
   */
  expired<T extends BaseRecord>(kind: KindOf<T>, until: Instant, limit: number): Promise<readonly T[]>;
  /**
   * The horizon of a numbered record kind: no further row can appear at or below this position. This is the highest
   * horizon that this host knows; another host may have reported a higher one before. A read sees one state of the
   * database, and the horizon can be newer than that state: to rely on every row below it, read the horizon first, in a
   * read of its own.
   */
  horizon(kind: AnyKind): Promise<number>;
  /**
   * The highest position of a numbered record kind ever assigned to a row, whether committed, in flight or rolled back.
   */
  lastPosition(kind: AnyKind): Promise<number>;
}

/** Amounts to add to columns of one row. None of the named columns may become negative. */
export interface Increase {
  readonly id: string;
  readonly by: Readonly<Record<string, bigint>>;
  /**
   * The row to insert if it does not exist yet. Without `initial`, a missing row fails like a balance that is too low.
   */
  readonly initial?: BaseRecord;
}

export interface AddOptions {
  /** Unique key name → the error of the unit if the key is taken. A conflict on a key not named here is a bug. */
  readonly conflicts?: Readonly<Record<string, DomainError>>;
  /** Fills columns of the new row (keys) from columns (values) of another row, as this unit leaves that row. */
  readonly copy?: { readonly kind: AnyKind; readonly id: string; readonly columns: Readonly<Record<string, string>> };
  /**
   * The position of the row of a numbered kind, for a row that had it before and was removed; by default the row gets
   * the next one.
   */
  readonly position?: number;
  /** If a row with the same `key` exists, keeps it and drops the new one without an error. */
  readonly unlessExists?: true;
}

/**
 * A unit of work: all of its writes commit together, or none.
 * Reads are awaited. Writes are buffered and sent with the next read or the commit, so that a use case
 * costs few round trips; each write names the error of the unit if its guard fails.
 */
export interface Tx extends Reads {
  add<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, options?: AddOptions): void;
  /**
   * Replaces `before` by `after`, guarded by version and state. If another unit changed the row first, the unit runs
   * again with fresh reads, or ends with `lost` if it is given. Only `update` and `transition` of the kernel call this.
   */
  change<T extends BaseRecord>(kind: KindOf<T>, before: NoInfer<T>, after: NoInfer<T>, lost?: DomainError): void;
  /**
   * As `change`, and may also overwrite columns that never change otherwise, to erase personal data. States, ids, tenants
   * and times of creation stay. Only the room `erasure` calls it.
   */
  overwrite<T extends BaseRecord>(kind: KindOf<T>, before: NoInfer<T>, after: NoInfer<T>): void;
  /**
   * Keeps a row as it was read until the unit commits: if another unit has changed it since, this unit runs again with
   * fresh reads. For a permission or a block on which the unit relies without changing it. Units that pin the same row do
   * not wait for each other. The record must be as this unit has left it: pin it before the unit increases it.
   */
  pin<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>): void;
  /** Adds to amount columns of one row; `short` is the error if one of them would become negative. */
  increase(kind: AnyKind, increase: Increase, short: DomainError): void;
  /**
   * Deletes the row as it was read, and not one that was added again under its id since, which has another time of
   * creation; `lost` as in `change`.
   */
  remove<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, lost?: DomainError): void;
}

/** The arguments of every change of records: the unit of work, the context, and a source of ids. */
export interface Unit {
  readonly tx: Tx;
  readonly ctx: Context;
  readonly ids: IdSource;
}

/** How much a read reads: whole tables of a tenant, if it is `long`. */
export type Extent = 'long';

/** For whom a unit of work runs. If all of them have units waiting, a storage gives each the same part of its time. */
export type Traffic = 'requests' | 'jobs' | 'deliveries';

/**
 * The database cannot be reached, is full, or stays locked. Units of work return SERVICE_UNAVAILABLE; reads throw this
 * error.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/**
 * Opens units of work. If a unit loses a race, its closure runs again from the start, so the closure must not keep
 * anything outside itself. An `err` or a throw rolls everything back. A unit must not open another unit, and must not
 * await anything but its `tx`: the storage detects both and throws.
 */
export interface UnitOfWork {
  /** `traffic` is for whom the unit runs, a request if absent. */
  run<T>(tenant: TenantKey | null, work: (tx: Tx) => Promise<Result<T>>, traffic?: Traffic): Promise<Result<T>>;
  /**
   * A consistent read outside any unit of work. It never waits for a writer. During a `long` one, a storage that has a
   * process to itself until a read ends lets it do other work between the calls. Throws `Unavailable`.
   */
  read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>, extent?: Extent): Promise<T>;
  /**
   * Deletes records whose `expiry` is not after `until`, at most `limit`, the earliest first, in a unit of its own, and
   * returns their number. Leaves out records that another unit is changing. Kinds that expire in the tenant's time need
   * a tenant; records of the other kinds are deleted over all tenants, and `tenant` is null. Throws `Unavailable`.
   */
  removeExpired<T extends BaseRecord>(
    tenant: TenantKey | null,
    kind: KindOf<T>,
    until: Instant,
    limit: number,
  ): Promise<number>;
}

/** The same units of work, run for this traffic. */
export const unitsFor = (units: UnitOfWork, traffic: Traffic): UnitOfWork => ({
  run: (tenant, work) => units.run(tenant, work, traffic),
  read: (tenant, work, extent) => units.read(tenant, work, extent),
  removeExpired: (tenant, kind, until, limit) => units.removeExpired(tenant, kind, until, limit),
});
