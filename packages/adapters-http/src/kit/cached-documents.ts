import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpContext } from './state.js';

const compress = promisify(gzip);

/** Below this size, compression does not save a network packet. */
const WORTH_COMPRESSING = 1_024;

/** A document that is the same for every caller, ready to be sent. */
export interface CachedDocument {
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** The compressed content; null if compression does not make the document smaller. */
  readonly gzip: Buffer | null;
}

export async function makeDocument(contentType: string, content: string | Buffer): Promise<CachedDocument> {
  const plain = Buffer.from(content as string);
  const packed = plain.length < WORTH_COMPRESSING ? null : await compress(plain);
  return {
    contentType,
    // A weak ETag, because the plain and the compressed form share it.
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    gzip: packed !== null && packed.length < plain.length ? packed : null,
  };
}

/** Makes the document on first use and keeps it. Concurrent first requests wait for the same one. */
export function once(makeOnce: () => Promise<CachedDocument>): () => Promise<CachedDocument> {
  let made: Promise<CachedDocument> | null = null;
  return () => {
    made ??= makeOnce().catch((cause: unknown) => {
      made = null;
      throw cause;
    });
    return made;
  };
}

/**
 * Sends the document, compressed if the client accepts gzip, or 304 if the client already has it. `no-cache` makes
 * clients revalidate on each use.
 */
export function sendDocument(ctx: HttpContext, { contentType, etag, plain, gzip: packed }: CachedDocument): void {
  ctx.status = 200;
  ctx.set('Cache-Control', 'no-cache');
  ctx.set('ETag', etag);
  ctx.vary('Accept-Encoding');
  if (ctx.fresh) {
    ctx.status = 304;
    ctx.body = null;
    return;
  }
  ctx.set('Content-Type', contentType);
  if (packed !== null && ctx.acceptsEncodings('gzip', 'identity') === 'gzip') {
    ctx.set('Content-Encoding', 'gzip');
    ctx.body = packed;
  } else ctx.body = plain;
}

/** A cache by content: an entry never becomes stale, and each document is compressed once. */
export interface DocumentsByContent {
  of(contentType: string, content: string): Promise<CachedDocument>;
}

export function documentsByContent(most = 1_000): DocumentsByContent {
  const kept = new Map<string, CachedDocument>();
  return {
    async of(contentType, content) {
      const key = `${contentType}\n${content}`;
      const document = kept.get(key) ?? (await makeDocument(contentType, content));
      // Reinserting keeps the map in the order of last use.
      kept.delete(key);
      kept.set(key, document);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return document;
    },
  };
}

/** A cache by owner, for documents that are valid for a known time. */
export interface DocumentsByOwner {
  /** The cached document while it is valid, else null. */
  get(owner: string): CachedDocument | null;
  put(owner: string, document: CachedDocument, until: number): void;
}

/** `now` is the host's clock, in milliseconds. */
export function documentsByOwner(now: () => number, most = 1_000): DocumentsByOwner {
  const kept = new Map<string, { readonly document: CachedDocument; readonly from: number; readonly until: number }>();
  return {
    get(owner) {
      const entry = kept.get(owner);
      // If the clock was set back, the age of the entry is unknown, so the entry is not used.
      return entry !== undefined && entry.from <= now() && now() < entry.until ? entry.document : null;
    },
    put(owner, document, until) {
      kept.delete(owner);
      kept.set(owner, { document, from: now(), until });
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
  };
}
