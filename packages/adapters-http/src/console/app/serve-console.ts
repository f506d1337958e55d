import { clockLine } from '../kit/clocks.js';
import { createHash } from 'node:crypto';
import { type DomainError, err, hasRole, type IdType, instant, type OperatorRole, tenantKey } from '@corridor/core';
import { isHouse, limitedCore, type PlatformLimit, reaches } from '@corridor/core/internal';
import { type Digest, Unavailable } from '@corridor/core/ports';
import { isStorable } from '../../kit/body.js';
import { createAnonymousBodies } from '../../kit/anonymous-bodies.js';
import { STATUS_OF } from '../../kit/errors.js';
import type { ConsolePorts } from '../../kit/options.js';
import type { HttpContext, Next } from '../../kit/state.js';
import { readForm } from '../../pages/form.js';
import { isForeign } from '../../pages/form-origin.js';
import { html, type Html } from '../../pages/html.js';
import { ICON } from '../../pages/style.js';
import { goTo } from '../../pages/visit.js';
import { type Content, link, notice } from '../kit/components.js';
import { CONSOLE_STYLE } from '../kit/console-style.js';
import { csrfToken, isCsrf } from '../kit/csrf.js';
import { REPEATED, REQUESTED } from '../kit/form-page.js';
import type { ConsoleOptions } from '../kit/options.js';
import { consoleDocument, type MenuGroup, type Surrounding, type Switcher } from '../kit/layout.js';
import { allRoutes } from './pages.js';
import type { Answer, FileContent, Route } from '../kit/route.js';
import { keptForms } from './kept-forms.js';
import { protectConsole } from '../kit/protect.js';
import { type Matched, matcherOf } from './router.js';
import { type Section, SECTIONS } from '../kit/sections.js';
import { consoleSessionOf, rememberPage } from '../kit/session-cookie.js';
import { signInPages } from '../sign-in/sign-in-pages.js';
import type { FoundRecord, Place, Visit } from '../kit/visit.js';
import type { OperatorAccount, Platform } from '@corridor/core/records';
import { wordsOf } from '../kit/words.js';

const digest: Digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };

const DAY_SECONDS = 86_400;

/** So many platforms are in the menu of each page. */
const SWITCHED = 10;

const placeText = ({ name, environment }: Platform): string => `${name} · ${wordsOf(environment)}`;

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request could not be read',
  403: 'Not allowed',
  404: 'Page not found',
  409: 'This is no longer possible',
  503: 'The service is busy',
};

/** A file that was uploaded runs no script and loads nothing, whatever it contains, also if a browser opens it alone. */
const PICTURE_POLICY = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/**
 * The console of operators: pages rendered on the server, below `options.base` (docs/operate/console.md). Every page and
 * every form checks the session, the role, and for forms the origin and the token, before it reads anything.
 */
export function serveConsole(
  { core, options, log, webhookBody }: ConsolePorts & { readonly options: ConsoleOptions },
  routes: readonly Route[] = allRoutes,
): (ctx: HttpContext, next: Next) => Promise<unknown> {
  const { base } = options;
  const now = options.now ?? Date.now;
  const match = matcherOf(routes);
  const notices = new Map([
    ...[REQUESTED, REPEATED].map(({ code, text }): readonly [string, string] => [code, text]),
    ...routes.flatMap(({ done }) => (done === null ? [] : [[done.code, done.text] as const])),
  ]);
  const { registry } = core.operators.actions;
  const roleOf = ({ role }: Route): OperatorRole => (typeof role === 'string' ? role : registry[role.ofAction].role);
  const { origin: ownOrigin, protocol } = new URL(options.url);
  const isSecure = protocol === 'https:';

  async function placeOf(
    { platformId, environment }: Matched,
    requestId: string,
    limit: PlatformLimit,
  ): Promise<Place | null> {
    if (platformId === null || environment === null) return null;
    const tenant = tenantKey(platformId, environment);
    if (isHouse(tenant) || !reaches(limit, tenant)) return null;
    const platform = await core.operators.reads.platform(tenant);
    if (platform === null) return null;
    // Reading the settings also reads the test clock of the tenant, on which its times depend.
    await core.commands.read(tenant, (reads) => core.platforms.settings(reads, { tenant }));
    const context = core.context(tenant, { kind: 'system' }, requestId);
    return { tenant, environment, platform, base: `${base}/t/${platformId}/${environment}`, context };
  }

  const servesPlace = (route: Route, place: Place | null): boolean =>
    route.scope === 'house' || (place !== null && !(route.sandboxOnly && place.environment !== 'SANDBOX'));

  const entryIn = (scope: Route['scope'], section: Section): Route | undefined =>
    routes.find((route) => route.scope === scope && route.section === section && route.isEntry);

  /** What an operator may open, beside the role: pages of the whole service are not for operators with a limit. */
  const isOpenTo = (route: Route, { role, platforms }: Pick<OperatorAccount, 'role' | 'platforms'>): boolean =>
    hasRole(role, roleOf(route)) && (platforms === null || route.servesLimited);

  function entryOf(place: Place | null, operator: OperatorAccount, section: Section): string | null {
    const own = place === null ? undefined : entryIn('tenant', section);
    const entry = own ?? entryIn('house', section);
    if (entry === undefined || !servesPlace(entry, place) || !isOpenTo(entry, operator)) return null;
    return `${entry === own ? place!.base : base}${entry.path}`;
  }

  function menuOf(visit: Pick<Visit, 'operator' | 'place'>, current: Route | null): readonly MenuGroup[] {
    const entries = (scope: Route['scope'], prefix: string) =>
      SECTIONS.flatMap((section) => {
        const entry = entryIn(scope, section);
        if (entry === undefined || !servesPlace(entry, visit.place) || !isOpenTo(entry, visit.operator)) return [];
        const isCurrent = current?.scope === scope && current.section === section;
        return [{ path: `${prefix}${entry.path}`, text: section, isCurrent }];
      });
    const { place } = visit;
    const { documentation } = options;
    const help = documentation === undefined ? [] : [{ path: documentation, text: 'Documentation', isCurrent: false }];
    const house = { title: place === null ? null : 'All platforms', items: [...entries('house', base), ...help] };
    if (place === null) return [house];
    // The section that lists the platforms has the settings of one platform.
    const own = entries('tenant', place.base).map((item) =>
      item.text === 'Platforms' ? { ...item, text: 'Settings' } : item,
    );
    return [{ title: null, items: own }, house];
  }

  /** The newest platforms that the operator may see, and where all of them are. */
  async function switcherOf({ core: reached, operator, place }: Visit): Promise<Switcher> {
    const found = await reached.operators.reads.newestPlatforms(SWITCHED);
    const list = entryOf(null, operator, 'Platforms');
    return {
      current: place === null ? 'All platforms' : placeText(place.platform),
      platforms: found
        .filter(({ id }) => id !== place?.tenant)
        .map((platform) => ({ path: `${base}/t/${platform.id}/`, text: placeText(platform) })),
      allPath: list,
    };
  }

  const bodies = createAnonymousBodies();
  const forms = keptForms({ core, bodies, digest, isSecure, ownOrigin });
  const servesSignIn = signInPages({
    core,
    options,
    bodies,
    menuOf: (operator) => menuOf({ operator, place: null }, null),
  });

  async function surroundingOf(
    visit: Visit,
    route: Route | null,
    crumbs: Surrounding['crumbs'] = [],
  ): Promise<Surrounding> {
    const prefix = visit.place?.base ?? base;
    const entry = routes.find(
      (other) => other.scope === route?.scope && other.section === route.section && other.isEntry,
    );
    const { operator, notices, place } = visit;
    const placeName = place === null ? null : placeText(place.platform);
    const section = entry?.section === 'Platforms' && place !== null ? 'Settings' : entry?.section;
    const above = [
      ...(placeName === null ? [] : [{ path: `${prefix}/`, text: placeName }]),
      ...(entry === undefined || entry === route ? [] : [{ path: `${prefix}${entry.path}`, text: section! }]),
    ];
    return {
      ...{ operator, notices, placeName },
      csrf: visit.csrf,
      sought: visit.path === '/search' ? (visit.query.get('q') ?? '') : '',
      menu: menuOf(visit, route),
      switcher: await switcherOf(visit),
      crumbs: [...above, ...crumbs],
    };
  }

  function sendDocument(ctx: HttpContext, status: number, document: Parameters<typeof consoleDocument>[1]): void {
    ctx.status = status;
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = consoleDocument(base, document);
  }

  async function refuse(
    ctx: HttpContext,
    error: DomainError,
    visit: Visit | null,
    route: Route | null = null,
  ): Promise<void> {
    const status = STATUS_OF[error.code];
    sendDocument(ctx, status, {
      title: TITLES[status] ?? 'Something went wrong',
      isWrong: true,
      body: errorBody(error.message, ctx.state.requestId, status === 404 && visit !== null ? elsewhere(visit) : ''),
      surrounding: visit === null ? null : await surroundingOf(visit, route),
    });
  }

  async function sendAnswer(ctx: HttpContext, visit: Visit, route: Route, answer: Answer): Promise<void> {
    switch (answer.kind) {
      case 'refused':
        return refuse(ctx, answer.error, visit, route);
      case 'leads':
        return lead(ctx, answer);
      case 'file':
        return sendFile(ctx, answer.file);
      case 'page': {
        const { content, isWrong = false } = answer;
        const said = notices.get(visit.query.get('done') ?? '');
        sendDocument(ctx, isWrong ? 400 : 200, {
          title: content.title ?? route.title,
          isWrong,
          body: html`${said !== undefined && notice(said, 'good')}
          ${visit.place !== null && clockLine(visit.place.context.now, visit.now)} ${content.body}`,
          surrounding: await surroundingOf(visit, route, content.crumbs),
        });
      }
    }
  }

  /** Redirects after a form, so that reloading does not send it again. Only to pages of the console. */
  function lead(ctx: HttpContext, { to, done }: Extract<Answer, { readonly kind: 'leads' }>): void {
    const url = new URL(to, options.url);
    if (url.origin !== ownOrigin || !(url.pathname === base || url.pathname.startsWith(`${base}/`)))
      throw new Error(`the console redirects to its own pages only, not to ${to}`);
    if (done !== null) url.searchParams.set('done', done);
    goTo(ctx, `${url.pathname}${url.search}`);
  }

  function sendFile(ctx: HttpContext, { type, body, name }: FileContent): void {
    ctx.status = 200;
    ctx.set('Content-Security-Policy', name === null ? PICTURE_POLICY : "default-src 'none'; sandbox");
    if (name !== null) ctx.attachment(name);
    ctx.type = type;
    if (!Buffer.isBuffer(body)) {
      // The status is sent already: only a broken connection shows that the file is incomplete.
      body.once('error', (cause) => {
        log.error({ requestId: ctx.state.requestId, err: cause }, 'file of the console could not be completed');
        ctx.res.destroy();
      });
    }
    ctx.body = body;
  }

  async function serve(ctx: HttpContext): Promise<void> {
    const path = ctx.path.slice(base.length).replace(/\/$/, '') || '/';
    if (path === '/style.css' || path === '/icon.svg') return sendAsset(ctx, path);
    if (await servesSignIn(ctx, path)) return;
    const { method } = ctx;
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
      ctx.set('Allow', 'GET, HEAD, POST');
      return refuse(ctx, err('METHOD_NOT_ALLOWED').error, null);
    }
    const sessionText = consoleSessionOf(ctx, isSecure);
    const signed = sessionText === null ? null : await core.operators.signedIn(sessionText, 'CONSOLE');
    if (signed?.ok === false && signed.error.code === 'SERVICE_UNAVAILABLE') return refuse(ctx, signed.error, null);
    if (sessionText !== null && signed?.ok === false)
      await forms.keepExpired(ctx, match(path)?.route ?? null, sessionText);
    if (sessionText === null || signed?.ok !== true) {
      rememberPage(ctx, isSecure);
      return goTo(ctx, `${base}/sign-in`);
    }
    ctx.state.hasCredential = true;
    const { requestId } = ctx.state;
    const { operator } = signed.value;
    const matched = match(path);
    const place = matched === null ? null : await placeOf(matched, requestId, operator.platforms);
    const visit: Visit = {
      ctx,
      core: limitedCore(core, operator.platforms),
      base,
      path: matched?.path ?? path,
      params: matched?.params ?? {},
      query: new URLSearchParams(ctx.querystring),
      operator,
      isLimited: operator.platforms !== null,
      notices: core.operators.noticesFor(signed.value),
      role: operator.role,
      caller: { operatorId: operator.id, source: 'CONSOLE', requestId },
      kept: null,
      keep: async () => null,
      csrf: csrfToken(digest, sessionText),
      requestId,
      now: instant(now()),
      rails: options.rails ?? (async () => []),
      runbookOf: (alert) =>
        options.documentation === undefined ? null : `${options.documentation}alerts/${alert}.html`,
      holdings: options.holdings ?? (async () => []),
      webhookBody,
      entryOf: (section) => entryOf(place, operator, section),
      place,
      pathOf: (found) => recordPath(base, found, routes),
    };
    if (![...visit.query.values()].every(isStorable))
      return refuse(ctx, err('INVALID_INPUT', 'The address must not contain NUL').error, visit);
    const isOutside = matched !== null && operator.platforms !== null && !matched.route.servesLimited;
    if (matched === null || isOutside || !servesPlace(matched.route, place))
      return refuse(ctx, NOT_FOUND, { ...visit, place: null });
    const { route } = matched;
    ctx.state.routeId = `console ${route.path}`;
    const required = roleOf(route);
    if (!hasRole(operator.role, required))
      return refuse(
        ctx,
        err(
          'FORBIDDEN',
          `Your role ${wordsOf(operator.role)} does not allow this; it needs the role ${wordsOf(required)}`,
        ).error,
        visit,
        route,
      );
    let form: URLSearchParams | null = null;
    if (method === 'POST') {
      if (!route.takesForm) {
        ctx.set('Allow', 'GET, HEAD');
        return refuse(ctx, err('METHOD_NOT_ALLOWED').error, visit, route);
      }
      if (isForeign(ctx, ownOrigin)) return refuse(ctx, FOREIGN, visit, route);
      const read = await readForm(ctx, null);
      if (!read.ok) return refuse(ctx, read.error, visit, route);
      if (!isCsrf(read.value, visit.csrf)) return refuse(ctx, FOREIGN, visit, route);
      form = read.value;
    }
    const kept = await forms.keptFor(ctx, route, signed.value, visit.query);
    const keep = (entered: URLSearchParams) => forms.keepForConfirmation(ctx, route, entered, operator.id);
    const served: Visit = { ...visit, kept, keep };
    await sendAnswer(ctx, served, route, await route.serve(served, form));
  }

  return async (ctx, next) => {
    if (ctx.path !== base && !ctx.path.startsWith(`${base}/`)) return next();
    ctx.state.routeId = 'console';
    protectConsole(ctx);
    try {
      return await serve(ctx);
    } catch (cause) {
      const away = cause instanceof Unavailable;
      log.error({ requestId: ctx.state.requestId, err: cause }, 'page of the console could not be served');
      return refuse(ctx, err(away ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR').error, null);
    }
  };
}

/** What to do on a page that does not exist. */
const elsewhere = ({ base }: Visit): Html =>
  html`Check the address, search for the record above by its name, number or id, or begin at the
  ${link(`${base}/`, 'overview')}.`;

const NOT_FOUND = err(
  'REFERENCE_NOT_FOUND',
  'The console has no page at this address, or this platform has no record with this id',
).error;
const FOREIGN = err('FORBIDDEN', 'The form was not sent from a page of this session; open the page again').error;

const errorBody = (message: string, requestId: string, next: Content = ''): Html =>
  html`<p>${message.replace(/\.?$/, '.')}</p>
    ${next !== '' && html`<p>${next}</p>`}
    <p class="hint">Request <code>${requestId}</code></p>`;

function sendAsset(ctx: HttpContext, path: '/style.css' | '/icon.svg'): void {
  ctx.set('Cache-Control', `public, max-age=${DAY_SECONDS}`);
  ctx.type = path === '/style.css' ? 'text/css; charset=utf-8' : 'image/svg+xml';
  ctx.body = path === '/style.css' ? CONSOLE_STYLE : ICON;
}

/** The page of a record; null if no page shows records of its type. */
function recordPath(base: string, { tenant, id }: FoundRecord, routes: readonly Route[]): string | null {
  const type = id.slice(0, id.indexOf(':')) as IdType;
  // A record of the service itself has no platform to which a page could belong.
  const route = routes.find(({ shows, scope }) => shows === type && (scope === 'house' || !isHouse(tenant)));
  if (route === undefined) return type === 'Platform' ? `${base}/t/${tenant}/` : null;
  return `${base}${route.scope === 'tenant' ? `/t/${tenant}` : ''}${route.path.replace('{id}', id)}`;
}
