import { performance } from 'node:perf_hooks';
import { err } from '@corridor/core';
import { Unavailable } from '@corridor/core/ports';
import Koa from 'koa';
import { operations } from '../operations.js';
import { createVerifyPages } from '../pages/verify-pages.js';
import { sendError } from './answers.js';
import { documentsByContent } from './cached-documents.js';
import { createClientAddress } from './client-address.js';
import { createHandler } from './handler.js';
import { type App, type AppPorts, basePath } from './options.js';
import { createLimits } from './rate-limit.js';
import { createRailCallbacks } from './rail-callbacks.js';
import { requestIdOf } from './request-id.js';
import { createRouter } from './router.js';
import { type HttpContext, type Next, operationIdOf, type State } from './state.js';
import { createSystemRoutes } from './system-routes.js';
import { createTracedRequests, traceIdOf } from './traced-requests.js';
import { createUploads } from './uploads.js';
import { createInstitutionRoutes } from '../uma/institution-routes.js';

/**
 * The API as an application; the host provides the server.
 *
 * @example
 * ```ts
 * import { once } from 'node:events';
 * import { createServer } from 'node:http';
 * import type { AddressInfo } from 'node:net';
 * import { createApp } from '@corridor/adapters-http';
 *
 * const app = createApp({
 *   core,
 *   options: { ready: () => storage.ready() },
 *   log: { info: () => undefined, error: console.error },
 *   metrics: {
 *     observeRequest: () => undefined,
 *     connectionBroken: () => undefined,
 *     render: async () => ({ contentType: 'text/plain', body: '' }),
 *   },
 * });
 * const server = createServer(app.callback()).listen(0, '127.0.0.1');
 * await once(server, 'listening');
 * const { port } = server.address() as AddressInfo;
 * (await fetch(`http://127.0.0.1:${port}/readyz`)).status; // 200
 * server.close();
 * ```
 */
export function createApp(ports: AppPorts): App {
  const { tracing = null } = ports;
  const { rateLimit = null } = ports.options;
  const shared = {
    limits: rateLimit === null ? null : createLimits(rateLimit),
    documents: documentsByContent(),
    uploads: createUploads(ports.options.uploads, ports.options.uploadFolder),
  };
  const app = new Koa<State>();
  app.on('error', (cause: unknown) => {
    const broken = brokenConnection(cause);
    if (broken === null) ports.log.error({ err: cause }, 'the response could not be sent');
    else ports.metrics.connectionBroken(broken);
  });
  app.use(observe(ports));
  app.use(createSystemRoutes(ports));
  if (tracing !== null) app.use(createTracedRequests(tracing, basePath(ports.options)));
  app.use(createInstitutionRoutes(ports));
  app.use(createRailCallbacks(ports));
  app.use(createVerifyPages(ports, shared.uploads));
  const base = basePath(ports.options);
  app.use(createRouter(operations, base, (operation) => createHandler(operation, ports, shared)));
  app.use((ctx) => {
    const { error } = err(
      'REFERENCE_NOT_FOUND',
      `the path does not exist; the operations of the API are below ${base}`,
    );
    sendError(ctx, error);
  });
  return app;
}

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
export function brokenConnection(cause: unknown): string | null {
  const code = (cause as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && (BROKEN_BY_CLIENT.has(code) || code.startsWith('HPE_')) ? code : null;
}

/**
 * Two years, as browsers' preload lists require. Subdomains are not included, because they may belong to other
 * services.
 */
const HSTS_SECONDS = 63_072_000;

/**
 * The outermost middleware: request id, log line, metrics. It also handles exceptions: the log gets the details under
 * the request id, and the caller gets only that id.
 */
function observe({ log, metrics, options }: AppPorts) {
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
      shownPath: null,
      trace: null,
    };
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    if (options.isSecure === true) ctx.set('Strict-Transport-Security', `max-age=${HSTS_SECONDS}`);
    try {
      await next();
    } catch (cause) {
      const away = cause instanceof Unavailable;
      log.error({ requestId, err: cause }, away ? 'database could not complete the work' : 'request failed');
      sendError(ctx, err(away ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR').error);
    }
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
