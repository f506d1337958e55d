import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { BaseRecord, KindOf } from './record.js';
import { err, ok, type Result } from './result.js';
import { instant } from './time.js';
import type { Keyset, ListQuery, Reads, Slice } from './unit.js';

export const DEFAULT_LIMIT = 20;
export const MAX_LIMIT = 100;

/** A page as lists answer it (behaviour, "Wire"): `nextCursor` where `hasMore`. */
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

/** Opaque, tamper-evident cursors: the keyset of the last row, with a MAC under the host's key. */
export interface Cursors {
  encode(at: Keyset): string;
  decode(cursor: string | undefined): Result<Keyset | undefined>;
}

const MAC_LENGTH = 32;

export function createCursors(key: Uint8Array): Cursors {
  const mac = (text: string): string => bytesToHex(hmac(sha256, key, utf8ToBytes(text))).slice(0, MAC_LENGTH);
  return {
    encode: (at) => {
      const text = `${at.createdAt.toString(36)}~${at.id}`;
      return `${mac(text)}~${text}`;
    },
    decode: (cursor) => {
      if (cursor === undefined) return ok(undefined);
      const text = cursor.slice(MAC_LENGTH + 1);
      const [createdAt, id] = text.split('~');
      if (cursor !== `${mac(text)}~${text}` || createdAt === undefined || id === undefined) {
        return err('INVALID_INPUT', undefined, { errors: [{ field: 'cursor', message: 'not a cursor of this list' }] });
      }
      return ok({ createdAt: instant(Number.parseInt(createdAt, 36)), id });
    },
  };
}

export function toPage<T extends Keyset>(slice: Slice<T>, cursors: Cursors): Page<T> {
  const last = slice.rows.at(-1);
  return {
    data: slice.rows,
    hasMore: slice.hasMore,
    ...(slice.hasMore && last !== undefined ? { nextCursor: cursors.encode(last) } : {}),
    ...(slice.total === undefined ? {} : { totalCount: slice.total }),
  };
}

const BATCH = 500;
const MOST_LOOKED_AT = 5_000;

/**
 * Reads one page of the rows that match, where no index knows them: so many rows are looked at and no more, so that a
 * page costs the same wherever it stands. One that stops early has fewer rows than it may have, or none, and
 * `hasMore`. INVALID_INPUT for a cursor that this host did not make.
 */
export async function readMatching<T extends BaseRecord>(
  reads: Reads,
  cursors: Cursors,
  kind: KindOf<T>,
  query: Omit<ListQuery<T>, 'limit' | 'after' | 'counted'>,
  matches: (row: T) => boolean,
  request: PageRequest,
): Promise<Result<Page<T>>> {
  const begin = cursors.decode(request.cursor);
  if (!begin.ok) return begin;
  const limit = request.limit ?? DEFAULT_LIMIT;
  const data: T[] = [];
  let at = begin.value;
  for (let lookedAt = 0; ;) {
    const slice = await reads.list(kind, { ...query, limit: BATCH, after: at, counted: false });
    for (const [index, row] of slice.rows.entries()) {
      at = row;
      if (!matches(row)) continue;
      data.push(row);
      if (data.length < limit) continue;
      const hasMore = slice.hasMore || index + 1 < slice.rows.length;
      return ok({ data, hasMore, ...(hasMore ? { nextCursor: cursors.encode(row) } : {}) });
    }
    lookedAt += slice.rows.length;
    if (!slice.hasMore || at === undefined) return ok({ data, hasMore: false });
    if (lookedAt >= MOST_LOOKED_AT) return ok({ data, hasMore: true, nextCursor: cursors.encode(at) });
  }
}

/** Reads one page of a list. INVALID_INPUT for a cursor that this host did not make. */
export async function readPage<T extends BaseRecord>(
  reads: Reads,
  cursors: Cursors,
  kind: KindOf<T>,
  query: Omit<ListQuery<T>, 'limit' | 'after'>,
  request: PageRequest,
): Promise<Result<Page<T>>> {
  const after = cursors.decode(request.cursor);
  if (!after.ok) return after;
  const slice = await reads.list(kind, { ...query, limit: request.limit ?? DEFAULT_LIMIT, after: after.value });
  return ok(toPage(slice, cursors));
}
