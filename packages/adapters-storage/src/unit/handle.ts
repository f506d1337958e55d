import type { DomainError, Instant, Result, TenantKey } from '@corridor/core';
import {
  type AddOptions,
  Bug,
  type Followed,
  type FollowQuery,
  type Increase,
  type ListQuery,
  type Reads,
  type SearchQuery,
  type Slice,
  type Tx,
  type WaitingTenant,
} from '@corridor/core/ports';
import type { AnyKind, BaseRecord, KindOf } from '@corridor/core/records';
import { anyKind, columnOf, expiryOf, keyOf, type Table, tableOf } from '../schema/tables.js';
import type { CheckedFollow, CheckedList, CheckedSearch, CheckedSum } from '../schema/checked-queries.js';
import { encode, type Value } from '../schema/values.js';
import { createBuffer } from './buffer.js';
import { checkSearch } from './check-search.js';
import type { Deliver } from './turns.js';
import { changedFields, type Row, type Write } from '../schema/writes.js';
import { Ended, LostRace, type Step } from './steps.js';

type Awaitable<T> = T | Promise<T>;

/** The reads of a backend. `tenant`: only rows of this tenant; null: all rows. */
export interface ReadEngine {
  /** True if the answers to reads are passed on later turns of the event loop, so that other work runs in between. */
  readonly remote?: true;
  get(table: Table, id: string, tenant: string | null): Awaitable<Row | null>;
  getMany(table: Table, ids: readonly string[], tenant: string | null): Awaitable<readonly Row[]>;
  find(table: Table, key: string, values: readonly string[], tenant: string | null): Awaitable<Row | null>;
  list(table: Table, query: CheckedList, tenant: string | null): Awaitable<Slice<Row>>;
  search(table: Table, query: CheckedSearch): Awaitable<readonly Row[]>;
  sum(table: Table, sum: CheckedSum, tenant: string | null): Awaitable<bigint>;
  follow(table: Table, query: CheckedFollow, tenant: string | null): Awaitable<readonly Followed<Row>[]>;
  positionOf(table: Table, id: string, tenant: string | null): Awaitable<number | null>;
  tenants(table: Table): Awaitable<readonly string[]>;
  overdue(table: Table, until: number, limit: number, tenant: string): Awaitable<readonly Row[]>;
  waiting(table: Table): Awaitable<readonly { readonly tenant: string; readonly first: number }[]>;
  expired(table: Table, until: number, limit: number, tenant: string | null): Awaitable<readonly Row[]>;
  horizon(table: Table): Awaitable<number>;
  lastPosition(table: Table): Awaitable<number>;
}

/**
 * What a backend does for a unit of work: the reads, and a flush that throws Ended, LostRace, Bug, or an error of the
 * driver.
 */
export interface UnitEngine extends ReadEngine {
  flush(steps: readonly Step[], tenant: string | null): Awaitable<void>;
}

/**
 * How a unit of work ended: `again` if another one changed its rows first, `threw` for bugs and errors of the database.
 */
export type Outcome<T> =
  | { readonly kind: 'answer'; readonly result: Result<T> }
  | { readonly kind: 'again' }
  | { readonly kind: 'threw'; readonly error: unknown };

/** An open unit of work, as the code that runs it sees it. */
export interface UnitHandle {
  readonly tx: Tx;
  /** The error that ended the unit of work, even if its closure swallowed it. */
  failure(): unknown;
  /** The writes that are still buffered, for the commit. */
  rest(): readonly Step[];
  /** Ends the unit of work: every later use of `tx` throws. */
  close(): void;
}

const hasNul = (text: unknown): boolean => typeof text === 'string' && text.includes('\0');

/** Reads as use cases see them: scoped to the tenant and checked. `before` runs before each read. */
export function createReads(
  engine: ReadEngine,
  tenant: TenantKey | null,
  before: (kind: AnyKind) => Awaitable<void>,
): Reads {
  const scope = (table: Table): string | null => (table.scoped ? tenant : null);
  return {
    async get<T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null> {
      const table = tableOf(anyKind(kind));
      await before(table.kind);
      if (hasNul(id)) return null;
      return (await engine.get(table, id, scope(table))) as T | null;
    },

    async getMany<T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]): Promise<readonly T[]> {
      const table = tableOf(anyKind(kind));
      await before(table.kind);
      const distinct = [...new Set(ids)].filter((id) => !hasNul(id));
      if (distinct.length === 0) return [];
      return (await engine.getMany(table, distinct, scope(table))) as unknown as readonly T[];
    },

    async find<T extends BaseRecord>(kind: KindOf<T>, key: string, values: readonly string[]): Promise<T | null> {
      const table = tableOf(anyKind(kind));
      const { fields } = keyOf(table, key);
      const perTenant = fields[0] === 'tenant' && table.scoped;
      if (perTenant && tenant === null)
        throw new Bug(`${table.name}.${key} is unique within a tenant: open the unit of work with a tenant`);
      const named = perTenant ? fields.length - 1 : fields.length;
      if (values.length !== named) throw new Bug(`${table.name}.${key} has ${named} columns`);
      await before(table.kind);
      if (values.some(hasNul)) return null;
      return (await engine.find(table, key, values, scope(table))) as T | null;
    },

    async list<T extends BaseRecord>(kind: KindOf<T>, query: ListQuery<T>): Promise<Slice<T>> {
      const table = tableOf(anyKind(kind));
      const checked = checkList(table, query as ListQuery<unknown>);
      await before(table.kind);
      if (checked === null) return { rows: [], hasMore: false, ...(query.counted === false ? {} : { total: 0 }) };
      return (await engine.list(table, checked, scope(table))) as unknown as Slice<T>;
    },

    async search<T extends BaseRecord>(kind: KindOf<T>, query: SearchQuery<T>): Promise<readonly T[]> {
      const table = tableOf(anyKind(kind));
      if (tenant !== null)
        throw new Bug(`a unit of work of ${tenant} must not search ${table.name} of several tenants`);
      const checked = checkSearch(table, query as SearchQuery<unknown>);
      await before(table.kind);
      if (checked.anyOf.length === 0 || checked.tenants.length === 0) return [];
      return (await engine.search(table, checked)) as unknown as readonly T[];
    },

    async sum<T extends BaseRecord>(
      kind: KindOf<T>,
      column: keyof T & string,
      where: { readonly [K in keyof T]?: string },
      after: number,
      upTo: number | null,
    ): Promise<bigint> {
      const table = tableOf(anyKind(kind));
      const filters = Object.entries(where) as [string, string][];
      const [filter] = filters;
      if (filter === undefined || filters.length !== 1) throw new Bug('a sum is over one column');
      if (!table.kind.sums.includes(filter[0]) || columnOf(table, column).type !== 'amount')
        throw new Bug(`${table.name} declares no sum over ${column}`);
      await before(table.kind);
      return engine.sum(table, { field: column, by: filter[0], value: filter[1], after, upTo }, scope(table));
    },

    async follow<T extends BaseRecord>(
      kind: KindOf<T>,
      { after, upTo, order, limit, by }: FollowQuery<T>,
    ): Promise<readonly Followed<T>[]> {
      const table = tableOf(anyKind(kind));
      assertNumbered(table);
      if (by !== undefined && !table.kind.sums.includes(by.column))
        throw new Bug(`${table.name} cannot be followed by ${by.column}`);
      await before(table.kind);
      if (after >= upTo || hasNul(by?.value)) return [];
      const checked = {
        after,
        upTo,
        order,
        limit,
        by: by === undefined ? null : { field: by.column, value: by.value },
      };
      return (await engine.follow(table, checked, scope(table))) as unknown as readonly Followed<T>[];
    },

    async positionOf(kind: AnyKind, id: string): Promise<number | null> {
      const table = tableOf(kind);
      assertNumbered(table);
      await before(kind);
      return hasNul(id) ? null : engine.positionOf(table, id, scope(table));
    },

    async tenants(kind: AnyKind): Promise<readonly TenantKey[]> {
      if (tenant !== null) throw new Bug(`a unit of work of ${tenant} must not read the tenants of ${kind.name}`);
      await before(kind);
      return (await engine.tenants(tableOf(kind))) as readonly TenantKey[];
    },

    async overdue<T extends BaseRecord>(kind: KindOf<T>, until: Instant, limit: number): Promise<readonly T[]> {
      const table = tableOf(anyKind(kind));
      if (tenant === null) throw new Bug(`overdue ${table.name} are read in a unit of work of their tenant`);
      await before(table.kind);
      return (await engine.overdue(table, until, limit, tenant)) as unknown as readonly T[];
    },

    async waiting(kind: AnyKind): Promise<readonly WaitingTenant[]> {
      if (tenant !== null) throw new Bug(`a unit of work of ${tenant} must not read the tenants of ${kind.name}`);
      await before(kind);
      return (await engine.waiting(tableOf(kind))) as readonly WaitingTenant[];
    },

    async expired<T extends BaseRecord>(kind: KindOf<T>, until: Instant, limit: number): Promise<readonly T[]> {
      const table = tableOf(anyKind(kind));
      expiryOf(table, tenant);
      await before(table.kind);
      return (await engine.expired(table, until, limit, tenant)) as unknown as readonly T[];
    },

    async horizon(kind: AnyKind): Promise<number> {
      const table = tableOf(kind);
      assertNumbered(table);
      await before(kind);
      return engine.horizon(table);
    },

    async lastPosition(kind: AnyKind): Promise<number> {
      const table = tableOf(kind);
      assertNumbered(table);
      await before(kind);
      return engine.lastPosition(table);
    },
  };
}

/** Reads whose answers reach the closure of the unit of work in turns of its own. */
export function delivered<R extends Reads>(reads: R, deliver: Deliver): R {
  const turned = Object.fromEntries(
    READS.map((name) => [name, (...args: unknown[]) => deliver((reads[name] as Read)(...args))]),
  );
  return { ...reads, ...turned };
}

type Read = (...args: readonly unknown[]) => Promise<unknown>;

const READS: readonly (keyof Reads)[] = [
  'get',
  'getMany',
  'find',
  'list',
  'search',
  'sum',
  'follow',
  'positionOf',
  'tenants',
  'overdue',
  'waiting',
  'expired',
  'horizon',
  'lastPosition',
];

/** Opens the handle of one run of a unit of work. */
export function openUnit(engine: UnitEngine, tenant: TenantKey | null): UnitHandle {
  const buffer = createBuffer();
  let open = true;
  let failure: unknown = undefined;
  let flushing: Promise<void> | null = null;

  function assertOpen(): void {
    if (!open) throw new Bug('a unit of work was used after its end');
    if (failure !== undefined) throw failure;
  }

  async function flush(steps: readonly Step[]): Promise<void> {
    await flushing;
    try {
      await engine.flush(steps, tenant);
    } catch (error) {
      failure ??= error;
      throw error;
    }
  }

  /** Two concurrent reads must both wait for the writes that the first of them sends. */
  async function beforeRead(kind: AnyKind): Promise<void> {
    assertOpen();
    const steps = buffer.take(kind.name);
    if (steps.length > 0) flushing = flush(steps);
    if (flushing !== null) {
      await flushing;
      assertOpen();
    }
  }

  function push(write: Write): void {
    assertOpen();
    buffer.push(write);
  }

  function assertScope(kind: AnyKind, record: BaseRecord): void {
    if (tenant !== null && kind.scope === 'tenant' && record.tenant !== tenant) {
      throw new Bug(`a unit of work of ${tenant} writes a row of ${record.tenant} to ${kind.name}`);
    }
  }

  function replace<T extends BaseRecord>(
    kind: KindOf<T>,
    before: T,
    after: T,
    lost: DomainError | undefined,
    stays: (field: string) => boolean,
  ): void {
    const any = anyKind(kind);
    assertScope(any, before);
    const change = {
      op: 'change',
      kind: any,
      id: before.id,
      before: before as unknown as Row,
      after: after as unknown as Row,
      lost,
    } as const;
    const fixed = changedFields(change).find((field) => FIXED.has(field) || stays(field));
    if (fixed !== undefined) throw new Bug(`${any.name}.${fixed} never changes`);
    push(change);
  }

  const tx: Tx = {
    ...createReads(engine, tenant, beforeRead),

    add<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, options: AddOptions = {}): void {
      const any = anyKind(kind);
      assertScope(any, record);
      if (options.position !== undefined && (!any.numbered || options.copy !== undefined))
        throw new Bug(`a row of ${any.name} cannot be added at a position`);
      push({ op: 'add', kind: any, id: record.id, record: record as unknown as Row, options });
    },

    change<T extends BaseRecord>(kind: KindOf<T>, before: NoInfer<T>, after: NoInfer<T>, lost?: DomainError): void {
      const { immutable } = anyKind(kind);
      replace(kind, before, after, lost, (field) => immutable.includes(field));
    },

    overwrite<T extends BaseRecord>(kind: KindOf<T>, before: NoInfer<T>, after: NoInfer<T>): void {
      const { states } = anyKind(kind);
      replace(kind, before, after, undefined, (field) => states.includes(field));
    },

    pin<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>): void {
      const any = anyKind(kind);
      assertScope(any, record);
      push({ op: 'pin', kind: any, id: record.id, record: record as unknown as Row });
    },

    increase(kind: AnyKind, increase: Increase, short: DomainError): void {
      const table = tableOf(kind);
      const fields = Object.keys(increase.by);
      if (fields.length === 0 || fields.some((field) => columnOf(table, field).type !== 'amount')) {
        throw new Bug(`${kind.name} cannot increase ${fields.join(', ')}`);
      }
      if (increase.initial !== undefined) assertScope(kind, increase.initial);
      push({ op: 'increase', kind, id: increase.id, increase, short });
    },

    remove<T extends BaseRecord>(kind: KindOf<T>, record: NoInfer<T>, lost?: DomainError): void {
      const any = anyKind(kind);
      assertScope(any, record);
      push({ op: 'remove', kind: any, id: record.id, record: record as unknown as Row, lost });
    },
  };

  return {
    tx,
    failure: () => failure,
    rest: () => buffer.take(null),
    close: () => {
      open = false;
    },
  };
}

const FIXED: ReadonlySet<string> = new Set(['id', 'tenant', 'createdAt']);

/** The outcome of a unit of work that an exception ended. */
export function outcomeOf(thrown: unknown): Outcome<never> {
  if (thrown instanceof Ended) return { kind: 'answer', result: { ok: false, error: thrown.error } };
  return thrown instanceof LostRace ? { kind: 'again' } : { kind: 'threw', error: thrown };
}

function assertNumbered(table: Table): void {
  if (!table.kind.numbered) throw new Bug(`${table.name} is not numbered`);
}

function assertFilter(table: Table, field: string): void {
  if (!table.kind.filters.includes(field)) throw new Bug(`${table.name} has no filter ${field}`);
}

/** The checked query; null if no row can match, because it asks for text with U+0000, which no row contains. */
function checkList(table: Table, query: ListQuery<unknown>): CheckedList | null {
  if (!Number.isSafeInteger(query.limit) || query.limit < 1)
    throw new Bug(`the limit of a list must be a positive integer, not ${query.limit}`);
  const filters = Object.entries(query.where ?? {}).filter(([, value]) => value !== undefined);
  for (const [field] of filters) assertFilter(table, field);
  for (const field of query.anyOf?.columns ?? []) assertFilter(table, field);
  if (query.ofAmount !== undefined && (table.kind.amounts.length === 0 || query.anyOf !== undefined))
    throw new Bug(`${table.name} has no list of an amount${query.anyOf === undefined ? '' : ' with anyOf'}`);
  const texts = [query.anyOf?.value, query.ofAmount?.currency, query.after?.id, ...filters.map(([, value]) => value)];
  if (texts.some(hasNul)) return null;
  return {
    where: filters.map(([field, value]) => ({
      field,
      value: value === null ? null : checkedFilter(table, field, value),
    })),
    anyOf: query.anyOf,
    ofAmount: query.ofAmount,
    between: (query.between ?? []).map(({ column, from, to }) => {
      if (columnOf(table, column).type !== 'instant')
        throw new Bug(`${table.name}.${String(column)} is not an instant`);
      return { field: column as string, from, to };
    }),
    order: query.order,
    limit: query.limit,
    after: query.after,
    counted: query.counted ?? true,
  };
}

/** The value of a filter, after checking that it fits the column. */
function checkedFilter(table: Table, field: string, value: unknown): Value {
  encode(table, columnOf(table, field), value);
  return value as Value;
}
