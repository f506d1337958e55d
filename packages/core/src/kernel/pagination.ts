import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { AnyKind, BaseRecord, KindOf } from './record.js';
import { err, ok, type Result } from './result.js';
import { instant } from './time.js';
import type { Keyset, ListQuery, Reads, Slice } from './unit.js';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** One page of a list. `nextCursor` is set if `hasMore` is true. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
  readonly totalCount?: number;
}

export interface PageRequest {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Opaque, tamper-evident cursors: the keyset of the last row with a MAC under the host's key. The keyset is masked,
 * because the position of a row also counts the rows of other tenants. The MAC covers the name and order of the list:
 * a cursor of another list would be a valid position, but reading on from it would skip rows.
 */
export interface Cursors {
  encode(list: string, at: Keyset): string;
  decode(list: string, cursor: string | undefined): Result<Keyset | undefined>;
}

const MAC_BYTES = 16;
const BLOCK = 32;
const HEX = /^(?:[0-9a-f]{2})*$/;

export function createCursors(key: Uint8Array): Cursors {
  const keyed = (text: string): Uint8Array => hmac(sha256, key, utf8ToBytes(text));
  const mac = (list: string, text: string): Uint8Array => keyed(`${list}\n${text}`).slice(0, MAC_BYTES);
  /** Each text has its own mask, because the mask is derived from the MAC. Applying it twice restores the text. */
  const masked = (bytes: Uint8Array, tag: Uint8Array): Uint8Array => {
    const head = bytesToHex(tag);
    const blocks = Array.from({ length: Math.ceil(bytes.length / BLOCK) }, (_, index) => keyed(`${head}${index}`));
    return bytes.map((byte, index) => byte ^ blocks[Math.floor(index / BLOCK)]![index % BLOCK]!);
  };
  return {
    encode: (list, { createdAt, id }) => {
      const text = `${createdAt.toString(36)}~${encodeURIComponent(id)}`;
      const tag = mac(list, text);
      return bytesToHex(tag) + bytesToHex(masked(utf8ToBytes(text), tag));
    },
    decode: (list, cursor) => {
      if (cursor === undefined) return ok(undefined);
      const bytes = HEX.test(cursor) ? hexToBytes(cursor) : new Uint8Array();
      const tag = bytes.slice(0, MAC_BYTES);
      const text = String.fromCharCode(...masked(bytes.slice(MAC_BYTES), tag));
      if (bytesToHex(mac(list, text)) !== bytesToHex(tag)) {
        const message =
          'is not a cursor of this list in this order; use nextCursor of the previous page, or leave it out';
        return err('INVALID_INPUT', undefined, { errors: [{ field: 'cursor', message }] });
      }
      const between = text.indexOf('~');
      const createdAt = instant(Number.parseInt(text.slice(0, between), 36));
      return ok({ createdAt, id: decodeURIComponent(text.slice(between + 1)) });
    },
  };
}

/** Filters are not part of the name: leaving rows out does not move the remaining rows. */
const listOf = ({ name }: Pick<AnyKind, 'name'>, { order }: Pick<ListQuery<unknown>, 'order'>): string =>
  `${name} ${order}`;

function toPage<T extends Keyset>(slice: Slice<T>, cursors: Cursors, list: string): Page<T> {
  const last = slice.next ?? slice.rows.at(-1);
  return {
    data: slice.rows,
    hasMore: slice.hasMore,
    ...(slice.hasMore && last !== undefined ? { nextCursor: cursors.encode(list, last) } : {}),
    ...(slice.total === undefined ? {} : { totalCount: slice.total }),
  };
}

const BATCH = 200;
/** A scan reads whole rows; a larger bound would hold up other requests. */
const MOST_LOOKED_AT = 1_000;
/** How many files of the archive one page opens: each takes about as long as 20 other requests. */
export const MOST_FILES = 10;

/** A page of matching rows. `lookedAt` is the last row that was read; null if there was none. */
export interface Scanned<T> extends Page<T> {
  readonly lookedAt: T | null;
}

/**
 * Reads one page of the rows that match a filter without an index. It reads a bounded number of rows and of files of the
 * archive, so that every page has the same maximum cost. A page that reaches the bound may have fewer rows than `limit`, or none, and has
 * `hasMore: true` (docs/decisions/0010-list-filters-with-bounded-scans.md).
 * INVALID_INPUT for a cursor that this host did not make for this list.
 */
export async function scanMatching<T extends BaseRecord>(
  reads: Reads,
  cursors: Cursors,
  kind: KindOf<T>,
  query: Omit<ListQuery<T>, 'limit' | 'after' | 'counted'>,
  matches: (row: T) => boolean,
  request: PageRequest,
): Promise<Result<Scanned<T>>> {
  const list = listOf(kind, query);
  const start = cursors.decode(list, request.cursor);
  if (!start.ok) return start;
  const limit = request.limit ?? DEFAULT_LIMIT;
  const data: T[] = [];
  let at = start.value;
  let lookedAt: T | null = null;
  for (let [count, files] = [0, 0]; ;) {
    // Most rows match as a rule, so the first read is one page.
    const size = Math.min(count === 0 ? limit : BATCH, MOST_LOOKED_AT - count);
    const bounds = { limit: size, mostFiles: MOST_FILES - files };
    const slice = await reads.list(kind, { ...query, ...bounds, after: at, counted: false });
    for (const [index, row] of slice.rows.entries()) {
      at = lookedAt = row;
      if (!matches(row)) continue;
      data.push(row);
      if (data.length < limit) continue;
      const hasMore = slice.hasMore || slice.rows.slice(index + 1).some(matches);
      return ok({ data, lookedAt, hasMore, ...(hasMore ? { nextCursor: cursors.encode(list, row) } : {}) });
    }
    count += slice.rows.length;
    files += slice.files ?? 0;
    at = slice.next ?? at;
    if (!slice.hasMore || at === undefined) return ok({ data, lookedAt, hasMore: false });
    if (count >= MOST_LOOKED_AT || files >= MOST_FILES)
      return ok({ data, lookedAt, hasMore: true, nextCursor: cursors.encode(list, at) });
  }
}

/** The page of `scanMatching`. */
export async function readMatching<T extends BaseRecord>(
  ...scan: Parameters<typeof scanMatching<T>>
): Promise<Result<Page<T>>> {
  const scanned = await scanMatching(...scan);
  if (!scanned.ok) return scanned;
  const { lookedAt: _, ...page } = scanned.value;
  return ok(page);
}

/**
 * Reads one page of a list. A page of events that would need many files of the archive may have fewer rows than `limit`,
 * or none, and has `hasMore: true`. INVALID_INPUT for a cursor that this host did not make for this list.
 */
export async function readPage<T extends BaseRecord>(
  reads: Reads,
  cursors: Cursors,
  kind: KindOf<T>,
  query: Omit<ListQuery<T>, 'limit' | 'after'>,
  request: PageRequest,
): Promise<Result<Page<T>>> {
  const list = listOf(kind, query);
  const after = cursors.decode(list, request.cursor);
  if (!after.ok) return after;
  const bounds = { limit: request.limit ?? DEFAULT_LIMIT, mostFiles: MOST_FILES };
  const slice = await reads.list(kind, { ...query, ...bounds, after: after.value });
  return ok(toPage(slice, cursors, list));
}

/** Every matching record, oldest first. Only for record kinds with few records. */
export async function readAll<T extends BaseRecord>(
  reads: Reads,
  kind: KindOf<T>,
  where: NonNullable<ListQuery<T>['where']> = {},
): Promise<readonly T[]> {
  const all: T[] = [];
  for (;;) {
    const slice = await reads.list(kind, { where, order: 'asc', limit: MAX_LIMIT, counted: false, after: all.at(-1) });
    all.push(...slice.rows);
    if (!slice.hasMore) return all;
  }
}
