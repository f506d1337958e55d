import type { DomainError } from '@corridor/core';
import { sendError } from '../kit/answers.js';
import type { HttpContext } from '../kit/state.js';
import { html } from './html.js';
import { skeletonOf } from './layout.js';
import { protect } from './visit.js';

interface Unknown {
  /** What an API client gets. */
  readonly error: DomainError;
  /** Where the style sheet and the icon are. */
  readonly styles: string;
  /** Where the reader can go on: a path below the root, without its first slash, and a title. */
  readonly links: readonly (readonly [path: string, title: string])[];
}

/** Browsers ask for HTML before anything else; clients without `Accept`, or with a star alone, get JSON. */
const isBrowser = (ctx: HttpContext): boolean =>
  (ctx.method === 'GET' || ctx.method === 'HEAD') && ctx.accepts('json', 'html') === 'html';

/** Answers a path that does not exist: browsers get a page, and API clients the error. The page repeats nothing of the path. */
export function sendUnknown(ctx: HttpContext, { error, styles, links }: Unknown): void {
  ctx.vary('Accept');
  if (!isBrowser(ctx)) return void sendError(ctx, error);
  protect(ctx, null);
  ctx.status = 404;
  ctx.type = 'text/html; charset=utf-8';
  const root = toRoot(ctx.path);
  ctx.body = skeletonOf(
    styles,
    html`Page not found`,
    html`<main>
      <h1>Page not found</h1>
      <p>There is nothing at this address. Check it for a typing error, or go on from here.</p>
      <ul class="items">
        ${links.map(([path, title]) => html`<li><a href="${root}${path}">${title}</a></li>`)}
      </ul>
      <p><small>Request ${ctx.state.requestId}</small></p>
    </main>`,
  );
}

/** The relative way from a path to the root, because a proxy may serve the root under another path. */
const toRoot = (path: string): string => '../'.repeat(Math.max(0, path.split('/').length - 2)) || './';
