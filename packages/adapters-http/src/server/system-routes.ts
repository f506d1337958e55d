import { err, toIso } from '@corridor/core';
import { createRootPage } from '../pages/root-page.js';
import { sendError } from '../kit/answers.js';
import { makeDocument, once, sendDocument } from '../kit/cached-documents.js';
import { openApiDocument } from './openapi.js';
import type { AppPorts } from '../kit/options.js';
import { createServePage, createServeStart, serveBundle } from './reference-page.js';
import { createServeSite, isInSite } from './site.js';
import type { HttpContext, Next } from '../kit/state.js';

type Serve = (ctx: HttpContext) => void | Promise<void>;

/** The routes at the root, outside the versioned API and without a credential. */
export function createSystemRoutes({
  core,
  options,
  metrics,
}: AppPorts): (ctx: HttpContext, next: Next) => Promise<unknown> {
  const document = once(() =>
    makeDocument('application/json; charset=utf-8', JSON.stringify(openApiDocument(options))),
  );
  // Its failure is that of the request that reads it.
  if (options.documentAtStart === true) document().catch(() => undefined);
  const renderMetrics = async (ctx: HttpContext): Promise<void> => {
    const { contentType, body } = await metrics.render();
    ctx.set('Content-Type', contentType);
    ctx.body = body;
  };
  /** A bank that is down does not make the host unready: its other payments would stop too. */
  async function verboseOf(ctx: HttpContext): Promise<object> {
    if (ctx.query['verbose'] === undefined || options.metricsElsewhere === true) return {};
    const reports = (await options.rails?.()) ?? [];
    return {
      rails: reports.map(({ name, environment, isReachable, lastExchangeAt, backlog, problems }) => ({
        name,
        environment,
        isReachable,
        lastExchangeAt: lastExchangeAt === null ? null : toIso(lastExchangeAt),
        backlog,
        // Anyone can ask, and the sentences name accounts, amounts and hosts.
        problems: problems.length,
      })),
    };
  }
  const routes = new Map<string, Serve>([
    ['/', createRootPage(options)],
    ['/healthz', (ctx) => void (ctx.body = { status: 'ok' })],
    [
      '/readyz',
      async (ctx) => {
        if (await options.ready()) ctx.body = { status: 'ok', ...(await verboseOf(ctx)) };
        else sendError(ctx, err('SERVICE_UNAVAILABLE', 'the host is not ready to serve requests').error);
      },
    ],
    ...(options.metricsElsewhere === true ? [] : [['/metrics', renderMetrics] as const]),
    ['/openapi.json', async (ctx) => sendDocument(ctx, await document())],
    ['/docs', createServePage(options.site !== undefined)],
    ['/docs/start.js', createServeStart(core, options.now ?? Date.now)],
    ['/docs/reference.js', serveBundle],
  ]);

  const serveSite = options.site === undefined ? undefined : createServeSite(options.site);

  return async (ctx, next) => {
    const serve = routes.get(ctx.path) ?? (isInSite(ctx.path) ? serveSite : undefined);
    if (serve === undefined) {
      const path = ctx.path.slice(0, -1);
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD';
      if (!isRead || !ctx.path.endsWith('/') || !routes.has(path)) return next();
      // The links of the pages are relative, so each page has one address. This one is too, behind a proxy with a path.
      ctx.status = 301;
      return ctx.redirect(`../${path.slice(path.lastIndexOf('/') + 1)}${ctx.search}`);
    }
    if (ctx.method === 'GET' || ctx.method === 'HEAD') return serve(ctx);
    ctx.set('Allow', 'GET, HEAD');
    sendError(ctx, err('METHOD_NOT_ALLOWED').error);
  };
}
