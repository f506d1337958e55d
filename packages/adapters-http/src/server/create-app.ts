import { err } from '@corridor/core';
import { operations } from './operations.js';
import { sendUnknown } from '../pages/unknown-page.js';
import { createVerifyPages } from '../pages/verify-pages.js';
import { sendError } from '../kit/answers.js';
import { createAnonymousBodies } from '../kit/anonymous-bodies.js';
import { documentsByContent } from '../kit/cached-documents.js';
import { createHandler } from './handler.js';
import { mountConsole } from './mount-console.js';
import { observedApp } from './observe.js';
import { type App, type AppPorts, basePath, CONSOLE_PATH, VERIFY_PATH } from '../kit/options.js';
import type { HttpContext, Next } from '../kit/state.js';
import { createLimits } from '../kit/rate-limit.js';
import { createConnectionCallbacks } from './connection-callbacks.js';
import { createConnectionDocuments } from './connection-documents.js';
import { createRouter } from './router.js';
import { createSystemRoutes } from './system-routes.js';
import { createTracedRequests } from './traced-requests.js';
import { createUploads } from '../kit/uploads.js';
import { createInstitutionRoutes } from '../api/uma/institution-routes.js';

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
  const { rateLimit = null, limits = null } = ports.options;
  const shared = {
    limits: limits ?? createLimits(rateLimit),
    documents: documentsByContent(),
    uploads: createUploads(ports.options.uploads, ports.options.uploadFolder),
  };
  const unknownSenders = { limits: shared.limits, bodies: createAnonymousBodies() };
  const app = observedApp(ports);
  app.use(createSystemRoutes(ports));
  if (tracing !== null) app.use(createTracedRequests(tracing, basePath(ports.options)));
  if (ports.console !== undefined) app.use(mountConsole(ports.console, ports));
  else app.use(withoutConsole(`${ports.options.prefix ?? ''}${CONSOLE_PATH}/`));
  app.use(createInstitutionRoutes(ports, unknownSenders));
  app.use(createConnectionDocuments(ports, unknownSenders));
  app.use(createConnectionCallbacks(ports, unknownSenders));
  app.use(createVerifyPages(ports, shared.uploads));
  const base = basePath(ports.options);
  app.use(createRouter(operations, base, (operation) => createHandler(operation, ports, shared)));
  app.use((ctx) => {
    const { error } = err(
      'REFERENCE_NOT_FOUND',
      `the path does not exist; the operations of the API are below ${base}`,
    );
    // Below the base are the clients of the API, whatever they accept.
    if (ctx.path === base || ctx.path.startsWith(`${base}/`)) return void sendError(ctx, error);
    sendUnknown(ctx, { error, styles: `${ports.options.prefix ?? ''}${VERIFY_PATH}`, links: LINKS });
  });
  return app;
}

const LINKS = [
  ['', 'What this host serves'],
  ['docs', 'API reference'],
] as const;

/** Keeps paths of a console that is served elsewhere out of the log, because the link of an operator is a secret. */
const withoutConsole =
  (prefix: string) =>
  (ctx: HttpContext, next: Next): Promise<unknown> => {
    if (ctx.path.startsWith(prefix)) ctx.state.shownPath = `${prefix}…`;
    return next();
  };
