import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type CachedDocument, makeDocument, once, sendDocument } from '../kit/cached-documents.js';
import { SITE_PATH } from '../kit/options.js';
import type { HttpContext } from '../kit/state.js';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The names of these files contain a hash of their content. */
const HASHED = 'assets/';

const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Site {
  /** The Content-Security-Policy of its pages, with the hashes of their scripts. */
  readonly policy: string;
  /** Its files by their path in the folder, with `/` as the separator. Each is read on first use. */
  readonly files: ReadonlyMap<string, () => Promise<CachedDocument>>;
}

/**
 * Lists the folder once, and serves what is in the list: a path of a request never becomes a path of the file system.
 * Links are not followed.
 */
async function listSite(folder: string): Promise<Site> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, () => Promise<CachedDocument>>();
  for (const entry of entries) {
    const contentType = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || contentType === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = relative(folder, file).replaceAll(sep, '/');
    files.set(
      path,
      once(async () => makeDocument(contentType, await readFile(file))),
    );
  }
  const { policy } = JSON.parse(await readFile(join(folder, 'csp.json'), 'utf8')) as { readonly policy: string };
  return { policy, files };
}

/** Whether the site serves this path. */
export const isInSite = (path: string): boolean => path === SITE_PATH || path.startsWith(`${SITE_PATH}/`);

/** Serves the files of a folder below `SITE_PATH`; the folder is read at the first request. */
export function createServeSite(folder: string): (ctx: HttpContext) => Promise<void> {
  let listed: Promise<Site> | null = null;

  return async (ctx) => {
    if (ctx.path === SITE_PATH) {
      ctx.status = 301;
      ctx.redirect(`${SITE_PATH}/`);
      return;
    }
    listed ??= listSite(folder).catch((cause: unknown) => {
      listed = null;
      throw cause;
    });
    const { policy, files } = await listed;
    const path = ctx.path.slice(SITE_PATH.length + 1);
    const found = files.get(path === '' || path.endsWith('/') ? `${path}index.html` : path);
    ctx.set('Content-Security-Policy', policy);
    ctx.set('Referrer-Policy', 'no-referrer');
    if (found === undefined) {
      const { contentType, plain } = await files.get('404.html')!();
      ctx.status = 404;
      ctx.set('Content-Type', contentType);
      ctx.body = plain;
      return;
    }
    sendDocument(ctx, await found());
    if (path.startsWith(HASHED)) ctx.set('Cache-Control', IMMUTABLE);
  };
}
