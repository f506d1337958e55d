import {
  type BaseRecord,
  type Cursors,
  DEFAULT_LIMIT,
  type Environment,
  type Keyset,
  type KindOf,
  type ListQuery,
  ok,
  type Page,
  type PageRequest,
  readAll,
  type Reads,
  type Result,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';

export interface OverPlatformsPorts {
  readonly units: UnitOfWork;
  readonly cursors: Cursors;
}

/** A record with its platform and what a list shows beside it. */
export interface OfPlatform<T, V> {
  readonly platform: Platform;
  readonly record: T;
  readonly about: V;
}

export interface OverPlatforms<T, V> {
  readonly kind: KindOf<T & BaseRecord>;
  readonly where: NonNullable<ListQuery<T>['where']>;
  /** Absent: of both environments. */
  readonly environment?: Environment | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
  /** What is shown beside each record, by its id. A record that is missing here is left out. */
  readonly about: (reads: Reads, records: readonly T[]) => Promise<ReadonlyMap<string, V>>;
}

const BATCH = 200;
/** As many rows does one page look at; if few of them are shown, the page has few rows and a next page. */
const MOST_LOOKED_AT = 5_000;

/**
 * A page of the records of all platforms, oldest first. The indexes begin with the tenant, so each platform is read for
 * itself; records are shown up to the place to which every platform was read. INVALID_INPUT for a cursor of another
 * list.
 */
export async function readOverPlatforms<T extends BaseRecord, V>(
  { units, cursors }: OverPlatformsPorts,
  { kind, where, environment, within = () => true, about }: OverPlatforms<T, V>,
  request: PageRequest,
): Promise<Result<Page<OfPlatform<T, V>>>> {
  const list = `${kind.name} over platforms`;
  const start = cursors.decode(list, request.cursor);
  if (!start.ok) return start;
  const limit = request.limit ?? DEFAULT_LIMIT;
  const platforms = (await units.read(null, (reads) => readAll(reads, PLATFORMS))).filter(
    (platform) => (environment === undefined || platform.environment === environment) && within(platform.id),
  );
  const data: OfPlatform<T, V>[] = [];
  let at = start.value;
  for (let lookedAt = 0; ;) {
    const found: OfPlatform<T, V>[] = [];
    let reached: Keyset | null = null;
    for (const platform of platforms) {
      const after = at;
      const { slice, shown } = await units.read(platform.id, async (reads) => {
        const query = { where, order: 'asc' as const, limit: BATCH, counted: false, after };
        const rows = await reads.list(kind, query as ListQuery<T>);
        return { slice: rows, shown: await about(reads, rows.rows) };
      });
      lookedAt += slice.rows.length;
      const last = slice.rows.at(-1);
      if (slice.hasMore && last !== undefined && (reached === null || isBefore(last, reached))) reached = last;
      for (const record of slice.rows) {
        const view = shown.get(record.id);
        if (view !== undefined) found.push({ platform, record, about: view });
      }
    }
    const upTo = reached;
    const known = upTo === null ? found : found.filter(({ record }) => !isBefore(upTo, record));
    data.push(...known.toSorted((a, b) => (isBefore(a.record, b.record) ? -1 : 1)));
    const kept = data.slice(0, limit);
    const next = data.length > limit ? kept.at(-1)!.record : upTo;
    if (next === null) return ok({ data: kept, hasMore: false });
    if (data.length >= limit || lookedAt >= MOST_LOOKED_AT)
      return ok({ data: kept, hasMore: true, nextCursor: cursors.encode(list, next) });
    at = next;
  }
}

const isBefore = (a: Keyset, b: Keyset): boolean =>
  a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id);
