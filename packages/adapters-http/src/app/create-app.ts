import { performance } from 'node:perf_hooks';
import { err, Unavailable } from '@corridor/core';
import Koa from 'koa';
import { operations } from '../operations.js';
import { createVerifyPages } from '../pages/verify-pages.js';
import { sendError } from './answers.js';
import { createHandler } from './handler.js';
import { type AppPorts, basePath } from './options.js';
import { createLimits } from './rate-limit.js';
import { requestIdOf } from './request-id.js';
import { createRouter } from './router.js';
import type { HttpContext, Next, State } from './state.js';
import { createSystemRoutes } from './system-routes.js';
import { createInstitutionRoutes } from '../uma/institution-routes.js';

/** The API as a Koa application; the host gives it a server. */
export function createApp(ports: AppPorts): Koa<State> {
  const { rateLimit = null } = ports.options;
  const limits = rateLimit === null ? null : createLimits(rateLimit);
  const app = new Koa<State>();
  app.on('error', (cause: unknown) => ports.log.error({ err: cause }, 'the answer could not be sent'));
  app.use(observe(ports));
  app.use(createSystemRoutes(ports));
  app.use(createInstitutionRoutes(ports));
  app.use(createVerifyPages(ports));
  app.use(createRouter(operations, basePath(ports.options), (operation) => createHandler(operation, ports, limits)));
  app.use((ctx) => void sendError(ctx, err('REFERENCE_NOT_FOUND', 'there is nothing at this path').error));
  return app;
}

/**
 * Around everything: the request's id, its line in the log, its figures. What nobody foresaw ends here: the log gets
 * all of it under the id, the caller nothing but the id.
 */
function observe({ log, metrics }: AppPorts) {
  return async (ctx: HttpContext, next: Next): Promise<void> => {
    const begun = performance.now();
    const requestId = requestIdOf(ctx.req.headers['x-request-id']);
    ctx.state = { requestId, operation: null, tokenId: null, shownPath: null };
    ctx.set('X-Request-Id', requestId);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.set('Cache-Control', 'no-store');
    try {
      await next();
    } catch (cause) {
      const away = cause instanceof Unavailable;
      log.error({ requestId, err: cause }, away ? 'the database was not available' : 'the request failed');
      sendError(ctx, err(away ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR').error);
    }
    const milliseconds = performance.now() - begun;
    const { operation, tokenId, shownPath } = ctx.state;
    const { method, status } = ctx;
    const path = shownPath ?? ctx.path;
    const operationId = operation?.operationId ?? 'unmatched';
    metrics.observeRequest(operationId, status, milliseconds / 1000);
    log.info({ requestId, method, path, operationId, status, milliseconds, tokenId }, 'request');
  };
}
