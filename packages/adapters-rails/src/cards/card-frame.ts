import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { CardSecrets } from './card-number.js';
import { cardPage, gonePage, plainPage, STYLE_SOURCE } from './frame-page.js';

export interface CardFrameOptions {
  /** Path below which the page is served, with a trailing slash. */
  readonly path: string;
  /** Origins whose pages may frame it; an empty list forbids framing. */
  readonly frameAncestors: readonly string[];
  /** Consumes a token and returns the card that it opens, or null. */
  readonly open: (token: string) => Promise<CardSecrets | null>;
  /** Receives unexpected errors, without the address, which contains the token. */
  readonly report: (cause: unknown) => void;
}

/**
 * Serves the issuer's page in front of another listener. The page shows a card number, so it has no scripts and no
 * cookies, is not cached, and can be framed only by the configured origins.
 */
export function withCardFrame(options: CardFrameOptions, next: RequestListener): RequestListener {
  const { path, open, report } = options;
  return (request, response) => {
    const address = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!address.startsWith(path)) return next(request, response);
    request.resume();
    protect(response, options);
    void serve(request, response, address.slice(path.length), open).catch((cause: unknown) => {
      report(cause);
      send(response, 500, plainPage('Something went wrong. Please request the card details again.'));
    });
  };
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  open: CardFrameOptions['open'],
): Promise<void> {
  // Only a GET consumes the token: link checkers and prefetchers send HEAD, which must not use the token up.
  if (request.method !== 'GET') {
    response.setHeader('Allow', 'GET');
    return send(response, 405, plainPage('This page supports GET only.'));
  }
  const card = await open(token);
  return card === null ? send(response, 410, gonePage()) : send(response, 200, cardPage(card));
}

function protect(response: ServerResponse, { frameAncestors }: CardFrameOptions): void {
  const ancestors = frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  response.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
  );
  // X-Frame-Options has no list of origins, so with a list it would forbid the allowed ones too.
  if (frameAncestors.length === 0) response.setHeader('X-Frame-Options', 'DENY');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('X-Robots-Tag', 'noindex');
  response.setHeader('Permissions-Policy', 'clipboard-read=(), geolocation=(), camera=(), microphone=()');
}

function send(response: ServerResponse, status: number, page: string): void {
  if (response.headersSent) return void response.end();
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
}
