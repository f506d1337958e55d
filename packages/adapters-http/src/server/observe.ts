import { performance } from 'node:perf_hooks';
import { err } from '@corridor/core';
import { RailUnavailable, Unavailable } from '@corridor/core/ports';
import Koa from 'koa';
import { sendError } from '../kit/answers.js';
import { isAway } from './away.js';
import { createClientAddress } from '../kit/client-address.js';
import type { ObservePorts } from '../kit/options.js';
import { requestIdOf } from './request-id.js';
import { type HttpContext, type Next, operationIdOf, type State } from '../kit/state.js';
import { traceIdOf } from './traced-requests.js';

/**
 * Error codes that a client causes by closing or misusing its connection; those of Node's HTTP parser begin with
 * `HPE_`.
 */
const BROKEN_BY_CLIENT: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'ERR_HTTP_REQUEST_TIMEOUT',
]);

/** The code of a connection error that the client caused; null for any other error. */
function brokenConnection(cause: unknown): string | null {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && (BROKEN_BY_CLIENT.has(code) || code.startsWith('HPE_')) ? code : null;
}

/**
 * Two years, as browsers' preload lists require. Subdomains are not included, because they may belong to other
 * services.
 */
const HSTS_SECONDS = 63_072_000;

/** An application whose requests are logged and counted, and whose exceptions are answered. */
export function observedApp(ports: ObservePorts): Koa<State> {
  const app = new Koa<State>();
  app.on('error', (cause: unknown) => {
    const broken = brokenConnection(cause);
    if (broken === null) ports.log.error({ err: cause }, 'the response could not be sent');
    else ports.metrics.connectionBroken(broken);
  });
  app.use(observe(ports));
  return app;
}

/**
 * The outermost middleware: request id, log line, metrics. It also handles exceptions: the log gets the details under
 * the request id, and the caller gets only that id.
 */
function observe({ log, metrics, options }: ObservePorts) {
  const addressOf = createClientAddress(options.trustedProxies);
  return async (ctx: HttpContext, next: Next): Promise<void> => {
    const begun = performance.now();
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    ctx.state = {
      requestId,
      address: addressOf(ctx.req),
      operation: null,
      routeId: null,
      tokenId: null,
      hasCredential: false,
      shownPath: null,
      trace: null,
    };
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    if (options.isSecure === true) ctx.set('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`);
    try {
      // `GET *` and `GET other://host` are valid lines of HTTP, but name nothing here.
      if (isPath(ctx.path)) await next();
      else sendError(ctx, err('REFERENCE_NOT_FOUND', 'the path must begin with a slash').error);
    } catch (cause) {
      log.error({ requestId, err: cause }, failureText(cause));
      sendError(ctx, err(isAway(cause) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR').error);
    }
    if (!ctx.state.hasCredential) endUnread(ctx);
    const milliseconds = performance.now() - begun;
    const { tokenId, shownPath, trace } = ctx.state;
    const { method, status } = ctx;
    const path = shownPath ?? ctx.path;
    const operationId = operationIdOf(ctx.state);
    metrics.observeRequest(operationId, status, milliseconds / 1000);
    const traced = trace === null ? {} : { traceId: traceIdOf(trace) };
    log.info({ requestId, method, path, operationId, status, milliseconds, tokenId, ...traced }, 'request');
  };
}

/** Time in which the rest of the body of an answered request without a credential is read and discarded. */
const UNREAD_MS = 10_000;

/**
 * Closes the connection if the rest of the body does not end soon after the answer. A client whose connection is closed
 * at once, while it is sending, does not see the answer; a body that never ends must not keep the connection.
 */
function endUnread({ req, res }: HttpContext): void {
  if (req.complete) return;
  res.once('finish', () => {
    if (req.complete || req.destroyed) return;
    const timer = setTimeout(() => req.destroy(), UNREAD_MS).unref();
    req.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}

const isPath = (path: string | null): boolean => path?.startsWith('/') === true;

function failureText(cause: unknown): string {
  if (cause instanceof Unavailable) return 'database could not complete the work';
  return cause instanceof RailUnavailable ? 'a rail could not complete the work' : 'request failed';
}
