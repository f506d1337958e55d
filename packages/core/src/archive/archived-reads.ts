import { EVENTS, type OutboxEvent } from '../events/index.js';
import {
  type AnyKind,
  type BaseRecord,
  Bug,
  type Followed,
  type FollowQuery,
  instant,
  type Keyset,
  type KindOf,
  type ListQuery,
  type Reads,
  type Slice,
  type TenantKey,
} from '../kernel/index.js';
import { mayContain } from './fingerprints.js';
import type { ArchiveSegment } from './segment.js';
import type { ArchivedEvent } from './segment-file.js';
import type { OpenSegment } from './segment-reader.js';

/** The segments that a read can see, and their events. */
export interface Archived {
  segments(): Promise<readonly ArchiveSegment[]>;
  /** `following`: the segments that the read will probably ask for next. */
  events(segment: ArchiveSegment, following: readonly ArchiveSegment[]): Promise<OpenSegment>;
  /** Called with each event that is not in the table but in the archive, and its segment. */
  onFound?(event: ArchivedEvent, segment: ArchiveSegment): void;
}

const isEvents = (kind: { readonly name: string }): boolean => kind.name === EVENTS.name;

const byKeyset = (a: Keyset, b: Keyset): number =>
  a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/**
 * Reads that find the events of the archive as if they were in the table. An event that was delivered again is in both;
 * the table then has its newer state. All other record kinds are read as before.
 */
export function archivedReads(reads: Reads, tenant: TenantKey | null, archived: Archived): Reads {
  const isVisible = (event: OutboxEvent): boolean => tenant === null || event.tenant === tenant;
  const isOfTenant = ({ tenants }: ArchiveSegment): boolean =>
    tenant === null || tenants.some(([each]) => each === tenant);

  async function segmentsWith(matches: (segment: ArchiveSegment) => boolean): Promise<readonly ArchiveSegment[]> {
    return (await archived.segments()).filter((segment) => segment.rows > 0 && isOfTenant(segment) && matches(segment));
  }

  async function archivedEvents(ids: ReadonlySet<string>): Promise<readonly ArchivedEvent[]> {
    const missing = new Set(ids);
    const found: ArchivedEvent[] = [];
    const candidates = await segmentsWith(
      ({ firstId, lastId }) =>
        firstId !== null && lastId !== null && [...missing].some((id) => firstId <= id && id <= lastId),
    );
    for (const [index, segment] of candidates.entries()) {
      if (missing.size === 0) break;
      const open = await archived.events(segment, candidates.slice(index + 1));
      for (const event of open.events) {
        if (!missing.has(event.record.id) || !isVisible(event.record)) continue;
        missing.delete(event.record.id);
        found.push(event);
        archived.onFound?.(event, open.segment);
      }
    }
    return found;
  }

  async function listed({ mostFiles, ...query }: ListQuery<OutboxEvent>): Promise<Slice<OutboxEvent>> {
    const stored = await reads.list(EVENTS, query);
    const sign = query.order === 'asc' ? 1 : -1;
    const compare = (a: Keyset, b: Keyset): number => sign * byKeyset(a, b);
    const candidates = await segmentsWith((segment) => mayMatch(segment, query));
    if (candidates.length === 0) return stored;
    const begin = ({ firstAt, lastAt }: ArchiveSegment): number => sign * (query.order === 'asc' ? firstAt : lastAt);
    const ordered = [...candidates].sort((a, b) => begin(a) - begin(b));
    const rows = new Map(stored.rows.map((row) => [row.id as string, row]));
    let sorted = [...stored.rows];
    let hasMore = stored.hasMore;
    let files = 0;
    for (const segment of ordered) {
      const last = sorted[query.limit - 1];
      // The rows of this segment and of all later ones come after the last row of the page.
      const isBehind = last !== undefined && begin(segment) > sign * last.createdAt;
      if (isBehind && (hasMore || sorted.length > query.limit)) break;
      if (mostFiles !== undefined && files >= mostFiles) {
        const early = endedBefore(sign * begin(segment), query, sorted, compare);
        if (early !== null) return { ...early, hasMore: true, files };
      }
      files += 1;
      const { events } = await archived.events(segment, ordered.slice(files, mostFiles));
      for (const { record } of events) {
        if (isVisible(record) && matches(record, query, compare) && !rows.has(record.id)) rows.set(record.id, record);
      }
      sorted = [...rows.values()].sort(compare);
    }
    hasMore ||= sorted.length > query.limit;
    // The number of all matches would take reading every file.
    return { rows: sorted.slice(0, query.limit), hasMore, ...(files > 0 && { files }) };
  }

  async function followed(query: FollowQuery<OutboxEvent>): Promise<readonly Followed<OutboxEvent>[]> {
    const { after, upTo, order, limit } = query;
    const stored = await reads.follow(EVENTS, query);
    const candidates = await segmentsWith((segment) => segment.after < upTo && segment.upTo > after);
    if (candidates.length === 0) return stored;
    const sign = order === 'asc' ? 1 : -1;
    const rows = new Map(stored.map((row) => [row.record.id as string, row]));
    let sorted = [...stored];
    const ordered = order === 'asc' ? candidates : candidates.toReversed();
    for (const [index, segment] of ordered.entries()) {
      const last = sorted[limit - 1];
      const begin = order === 'asc' ? segment.after + 1 : segment.upTo;
      if (last !== undefined && sign * (begin - last.position) > 0) break;
      const { events } = await archived.events(segment, ordered.slice(index + 1));
      for (const event of events) {
        const isInRange = event.position > after && event.position <= upTo;
        if (isInRange && isVisible(event.record) && !rows.has(event.record.id)) rows.set(event.record.id, event);
      }
      sorted = [...rows.values()].sort((a, b) => sign * (a.position - b.position));
    }
    return sorted.slice(0, limit);
  }

  return {
    ...reads,

    async get<T extends BaseRecord>(kind: KindOf<T>, id: string): Promise<T | null> {
      const stored = await reads.get(kind, id);
      if (stored !== null || !isEvents(kind)) return stored;
      const [found] = await archivedEvents(new Set([id]));
      return (found?.record ?? null) as T | null;
    },

    async getMany<T extends BaseRecord>(kind: KindOf<T>, ids: readonly string[]): Promise<readonly T[]> {
      const stored = await reads.getMany(kind, ids);
      if (!isEvents(kind)) return stored;
      const missing = new Set(ids);
      for (const { id } of stored) missing.delete(id);
      if (missing.size === 0) return stored;
      const found = await archivedEvents(missing);
      return [...stored, ...found.map(({ record }) => record as unknown as T)];
    },

    async list<T extends BaseRecord>(kind: KindOf<T>, query: ListQuery<T>): Promise<Slice<T>> {
      if (!isEvents(kind)) return reads.list(kind, query);
      return (await listed(query as unknown as ListQuery<OutboxEvent>)) as unknown as Slice<T>;
    },

    async follow<T extends BaseRecord>(kind: KindOf<T>, query: FollowQuery<T>): Promise<readonly Followed<T>[]> {
      if (!isEvents(kind)) return reads.follow(kind, query);
      return (await followed(query as unknown as FollowQuery<OutboxEvent>)) as unknown as readonly Followed<T>[];
    },

    async search<T extends BaseRecord>(kind: KindOf<T>, ...rest: Rest<Reads['search']>): Promise<readonly T[]> {
      if (isEvents(kind)) throw new Bug('events are found by their id or listed: a search does not see the archive');
      return reads.search(kind, ...(rest as unknown as Rest<typeof reads.search<T>>));
    },

    async positionOf(kind: AnyKind, id: string): Promise<number | null> {
      const stored = await reads.positionOf(kind, id);
      if (stored !== null || !isEvents(kind)) return stored;
      return (await archivedEvents(new Set([id])))[0]?.position ?? null;
    },

    async tenants(kind: AnyKind): Promise<readonly TenantKey[]> {
      const stored = await reads.tenants(kind);
      if (!isEvents(kind)) return stored;
      const found = new Set<string>(stored);
      for (const { tenants } of await archived.segments()) for (const [each] of tenants) found.add(each);
      return [...found] as unknown as readonly TenantKey[];
    },

    async horizon(kind: AnyKind): Promise<number> {
      const stored = await reads.horizon(kind);
      if (!isEvents(kind)) return stored;
      // The last rows of the table may be in the archive.
      return Math.max(stored, (await archived.segments()).at(-1)?.upTo ?? 0);
    },

    async lastPosition(kind: AnyKind): Promise<number> {
      const stored = await reads.lastPosition(kind);
      return isEvents(kind) ? Math.max(stored, (await archived.segments()).at(-1)?.upTo ?? 0) : stored;
    },
  };
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Rest<F extends (...args: any[]) => unknown> = Parameters<F> extends [unknown, ...infer R] ? R : never;

/**
 * The part of a page that is complete although the segments that begin at a time, and all later ones, were not opened.
 * Null if the next page would begin where this one began.
 */
function endedBefore(
  begin: number,
  { order, limit, after }: ListQuery<OutboxEvent>,
  sorted: readonly OutboxEvent[],
  compare: (a: Keyset, b: Keyset) => number,
): Pick<Slice<OutboxEvent>, 'rows' | 'next'> | null {
  // No id is smaller than the empty one: in both orders, every event of the time `begin` comes after this place.
  const next = { createdAt: instant(order === 'asc' ? begin : begin + 1), id: '' };
  const rows = sorted.filter((row) => compare(row, next) < 0);
  if (rows.length >= limit) return { rows: rows.slice(0, limit) };
  return after === undefined || compare(next, after) > 0 ? { rows, next } : null;
}

/** Whether an event of the segment can match, by what the segment says of its events. */
function mayMatch(
  { firstAt, lastAt, resources }: ArchiveSegment,
  { where, between, after, order }: ListQuery<OutboxEvent>,
): boolean {
  const { resource } = where ?? {};
  if (resource !== undefined && !mayContain(resources, resource)) return false;
  if (after !== undefined && (order === 'asc' ? lastAt < after.createdAt : firstAt > after.createdAt)) return false;
  return (between ?? []).every(
    ({ column, from, to }) =>
      column !== 'createdAt' || ((from === undefined || lastAt >= from) && (to === undefined || firstAt <= to)),
  );
}

/** Whether an event matches the query, as the storage decides it for rows of the table. */
function matches(
  event: OutboxEvent,
  { where, anyOf, between, after }: ListQuery<OutboxEvent>,
  compare: (a: Keyset, b: Keyset) => number,
): boolean {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  if (after !== undefined && compare(event, after) <= 0) return false;
  if (anyOf !== undefined && !anyOf.columns.some((column) => fields[column] === anyOf.value)) return false;
  if (!Object.entries(where ?? {}).every(([column, value]) => value === undefined || fields[column] === value))
    return false;
  return (between ?? []).every(({ column, from, to }) => {
    const at = fields[column];
    return typeof at === 'number' && (from === undefined || at >= from) && (to === undefined || at <= to);
  });
}
