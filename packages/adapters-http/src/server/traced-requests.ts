import { readTraceparent } from '@corridor/core/internal';
import type { Tracing } from '@corridor/core/ports';
import { isAway } from './away.js';
import { type HttpContext, type Next, operationIdOf } from '../kit/state.js';

/**
 * A span for each request. Only callers of the API may continue their trace here: institutions, visitors of pages and
 * senders of callbacks are strangers, whose `traceparent` could tie payments of different platforms together.
 */
export function createTracedRequests(tracing: Tracing, base: string) {
  return (ctx: HttpContext, next: Next): Promise<void> => {
    const isOfApi = ctx.path.startsWith(`${base}/`);
    const request = {
      name: 'request',
      kind: 'server',
      parent: isOfApi ? readTraceparent(ctx.req.headers['traceparent']) : null,
      isParentRemote: true,
      attributes: { 'http.request.method': ctx.method },
    } as const;
    return tracing.span(request, async (span) => {
      ctx.state.trace = span.trace;
      let status = 500;
      try {
        await next();
        status = ctx.status;
      } catch (cause) {
        if (isAway(cause)) status = 503;
        throw cause;
      } finally {
        const operationId = operationIdOf(ctx.state);
        span.rename(operationId);
        span.set({ 'corridor.operation': operationId, 'http.response.status_code': status });
        if (status >= 500) span.fail(String(status));
      }
    });
  };
}

/** The id under which trace viewers find a `traceparent`. */
export const traceIdOf = (trace: string): string => trace.slice(3, 35);
