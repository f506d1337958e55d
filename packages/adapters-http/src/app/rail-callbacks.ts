import type { IncomingHttpHeaders } from 'node:http';
import { err } from '@corridor/core';
import { sendError } from './answers.js';
import { readBody } from './body.js';
import { JSON_CONTENT } from './declare.js';
import type { AppPorts } from './options.js';
import type { HttpContext, Next } from './state.js';

const BODY_LIMIT = 1024 * 1024;
const PATH = /^\/rails\/([a-z0-9-]{1,40})\/callbacks(?:\/(.*))?$/;

/** Seconds after which the sender repeats a callback that could not be handled. */
const LATER = '1';

/**
 * `POST /rails/{name}/callbacks/…`: requests of banks and providers, which the connection verifies. The path, the
 * headers and the body are never logged, because they can contain secrets and data of payers.
 */
export function createRailCallbacks({ core }: AppPorts): (ctx: HttpContext, next: Next) => Promise<unknown> {
  return async (ctx, next) => {
    if (!ctx.path.startsWith('/rails/')) return next();
    // An unknown path may be a misspelt one that contains a secret.
    ctx.state.shownPath = '/rails/…';
    const [, name, path = ''] = PATH.exec(ctx.path) ?? [];
    if (name === undefined) return next();
    ctx.state.routeId = 'railCallback';
    ctx.state.shownPath = `/rails/${name}/callbacks/…`;
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      return sendError(ctx, err('METHOD_NOT_ALLOWED').error);
    }
    const body = await readBody(ctx.req, ctx.res, BODY_LIMIT);
    if (!body.ok) return sendError(ctx, body.error);
    const answer = await core.rails.callback(name, { path, headers: textsOf(ctx.req.headers), body: body.value });
    if (answer === null) return sendError(ctx, err('REFERENCE_NOT_FOUND', `no rail ${name} takes callbacks`).error);
    if (answer.status === 503) ctx.set('Retry-After', LATER);
    if (answer.message === null) {
      ctx.body = null;
    } else {
      ctx.set('Content-Type', JSON_CONTENT);
      ctx.body = JSON.stringify({ message: answer.message });
    }
    ctx.status = answer.status;
  };
}

const textsOf = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
