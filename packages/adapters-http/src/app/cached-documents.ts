import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpContext } from './state.js';

const compress = promisify(gzip);

/** Below this, compression saves no packet. */
const WORTH_COMPRESSING = 1_024;

/** What is the same for everybody who asks, ready to be sent. */
export interface CachedDocument {
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Null where it would not be smaller. */
  readonly gzip: Buffer | null;
}

export async function makeDocument(contentType: string, content: string | Buffer): Promise<CachedDocument> {
  const plain = Buffer.from(content as string);
  const packed = plain.length < WORTH_COMPRESSING ? null : await compress(plain);
  return {
    contentType,
    // Weak: the compressed form is another one of the same document.
    etag: `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`,
    plain,
    gzip: packed !== null && packed.length < plain.length ? packed : null,
  };
}

/** Made when it is first asked for, and kept: of many who ask meanwhile, all get the one that is made. */
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

/** Sends it compressed where the client takes that, or 304 to a client that has it. Clients ask whether it is still so. */
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

/** Documents by what they say: they are never stale, and each is compressed once. */
export interface DocumentsByContent {
  of(contentType: string, content: string): Promise<CachedDocument>;
}

export function documentsByContent(most = 1_000): DocumentsByContent {
  const kept = new Map<string, CachedDocument>();
  return {
    async of(contentType, content) {
      const key = `${contentType}\n${content}`;
      const document = kept.get(key) ?? (await makeDocument(contentType, content));
      // What was asked for last stands last.
      kept.delete(key);
      kept.set(key, document);
      if (kept.size > most) kept.delete(kept.keys().next().value!);
      return document;
    },
  };
}

/** Documents that say themselves until when they hold, by whose they are. */
export interface DocumentsByOwner {
  /** The one that is kept, while it holds. */
  get(owner: string): CachedDocument | null;
  put(owner: string, document: CachedDocument, until: number): void;
}

/** `now` is the host's clock, in milliseconds. */
export function documentsByOwner(now: () => number, most = 1_000): DocumentsByOwner {
  const kept = new Map<string, { readonly document: CachedDocument; readonly from: number; readonly until: number }>();
  return {
    get(owner) {
      const entry = kept.get(owner);
      // A clock that was set back says nothing of what was made after its time.
      return entry !== undefined && entry.from <= now() && now() < entry.until ? entry.document : null;
    },
    put(owner, document, until) {
      kept.delete(owner);
      kept.set(owner, { document, from: now(), until });
      if (kept.size > most) kept.delete(kept.keys().next().value!);
    },
  };
}
