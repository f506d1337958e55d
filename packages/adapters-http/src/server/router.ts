import Router, { type RouterMiddleware } from '@koa/router';
import { err } from '@corridor/core';
import { sendError } from '../kit/answers.js';
import type { Handler } from './handler.js';
import { hasSecretPath, type Method, type Operation } from '../kit/operation.js';
import type { HttpContext, Next } from '../kit/state.js';

type Middleware = (ctx: HttpContext, next: Next) => Promise<unknown>;

/**
 * Finds the handler of a request. A router tries every path that it knows, so each first segment below the base
 * (`quotes`, `customers`) has a router of its own: the cost of a request does not grow with the API.
 */
export function createRouter(
  operations: readonly Operation[],
  base: string,
  handlerOf: (operation: Operation) => Handler,
): Middleware {
  const routers = new Map<string, Middleware>();
  const secret = new Set<string>();
  for (const [segment, own] of groupBy(operations, ({ path }) => path.split('/')[1]!)) {
    const router = new Router({ prefix: base, strict: true, sensitive: true });
    for (const [path, served] of literalPathsFirst(groupBy(own, (operation) => operation.path))) {
      router.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), byMethod(served, handlerOf) as RouterMiddleware);
    }
    if (own.some(hasSecretPath)) secret.add(segment);
    routers.set(segment, router.routes() as unknown as Middleware);
  }
  return (ctx, next) => {
    if (!ctx.path.startsWith(base) || ctx.path[base.length] !== '/') return next();
    const from = base.length + 1;
    const end = ctx.path.indexOf('/', from);
    const segment = ctx.path.slice(from, end < 0 ? undefined : end);
    // An unknown path may be a misspelt one that contains a secret.
    if (secret.has(segment)) ctx.state.shownPath = `${base}/${segment}/…`;
    const router = routers.get(segment);
    return router === undefined ? next() : router(ctx, next);
  };
}

/** `/customers/internal-accounts` must not match `/customers/{id}`. */
const literalPathsFirst = (
  paths: ReadonlyMap<string, readonly Operation[]>,
): (readonly [string, readonly Operation[]])[] =>
  [...paths].sort(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')));

function byMethod(operations: readonly Operation[], handlerOf: (operation: Operation) => Handler) {
  const handlers = new Map<string, Handler>(operations.map((served) => [served.method, handlerOf(served)]));
  const read = handlers.get('GET' satisfies Method);
  if (read !== undefined) handlers.set('HEAD', read);
  const allow = [...handlers.keys()].join(', ');
  return async (ctx: HttpContext & { readonly params: Record<string, string> }): Promise<void> => {
    const handler = handlers.get(ctx.method);
    if (handler !== undefined) return handler(ctx, ctx.params);
    ctx.set('Allow', allow);
    sendError(ctx, err('METHOD_NOT_ALLOWED').error);
  };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
