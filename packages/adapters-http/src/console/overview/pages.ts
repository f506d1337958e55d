import { type Environment, ENVIRONMENTS, instant, ok, type TenantKey } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import {
  button,
  code,
  definitions,
  emptyState,
  idText,
  link,
  section,
  table,
  time,
  timeWithAge,
} from '../kit/components.js';
import { mayRequest } from '../kit/form-page.js';
import { housePage, type Route, tenantPage } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { asked, everyConnected } from '../rails/connections.js';
import { type ConnectionFigures, environmentOf, type Figures, figuresOf, isOf } from './figures.js';
import { HOUR_MS } from './numbers.js';
import { type Period, PERIODS } from './payments-part.js';
import { choosePlatform } from './leads.js';

/** The platforms that the first page lists; the others are under Platforms. */
const PLATFORMS_SHOWN = 10;

const periodOf = ({ query }: Visit): Period => PERIODS.find(([name]) => name === query.get('period')) ?? PERIODS[0];

const NO_CONNECTIONS: ConnectionFigures = { down: 0, problems: 0, releases: 0 };

async function readFigures(
  visit: Visit,
  of: TenantKey | Environment,
  period: Period,
): Promise<Pick<Figures, 'overview' | 'period' | 'approvals' | 'approvalsElsewhere' | 'connections'>> {
  // The figures of a platform are in its own time, those of all platforms in host time.
  const now = visit.place?.context.now ?? visit.now;
  // The hour that runs is the last one of the period.
  const from = instant(now - (period[2] - 1) * HOUR_MS);
  const [overview, waiting, connections] = await Promise.all([
    visit.core.figures.overview({ from, to: now, of }),
    visit.core.operators.actions.waiting(),
    // A limited operator sees none of them, so banks are not asked for one.
    visit.isLimited ? NO_CONNECTIONS : readConnections(visit, environmentOf(of)),
  ]);
  const isElsewhere = (tenant: TenantKey): boolean => {
    const { platformId, environment } = splitTenant(tenant);
    const isPlatform = visit.place === null || platformId === visit.place.platform.platformId;
    return isPlatform && environment !== environmentOf(of);
  };
  return {
    ...{ overview, period, connections },
    approvals: waiting.filter(({ tenant }) => isOf(tenant, of)).length,
    approvalsElsewhere: waiting.filter(({ tenant }) => isElsewhere(tenant)).length,
  };
}

/** A page must not wait for a connection that does not say what it holds back. */
const RELEASES_MS = 1_000;

async function readConnections(visit: Visit, environment: Environment): Promise<ConnectionFigures> {
  const all = (await everyConnected(visit)).filter((each) => each.environment === environment);
  const reports = all.flatMap(({ report }) => report ?? []);
  const reached = reports.filter(({ isReachable }) => isReachable);
  const waiting = await Promise.all(
    all.map(async ({ connection }) => {
      const releases = connection?.releases ?? null;
      return releases === null ? 0 : ((await asked(() => releases.list(), RELEASES_MS)).value?.length ?? null);
    }),
  );
  return {
    down: reports.length - reached.length,
    problems: reports.reduce((sum, { problems }) => sum + problems.length, 0),
    releases: waiting.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0),
  };
}

/** Links of which one is chosen. */
const choices = (
  label: string,
  items: readonly { readonly path: string; readonly text: string; readonly isCurrent: boolean }[],
): Html =>
  html`<nav class="choices" aria-label="${label}">
    <ul>
      ${items.map(
        ({ path, text, isCurrent }) =>
          html`<li><a href="${path}" ${isCurrent && html`aria-current="true"`}>${text}</a></li>`,
      )}
    </ul>
  </nav>`;

/** The first page: all platforms of an environment. */
const home = housePage({
  path: '/',
  title: 'Overview',
  section: 'Overview',
  servesLimited: true,
  async show(visit) {
    const { core, base, query } = visit;
    const platforms = await core.platforms.listTenants();
    const period = periodOf(visit);
    // Until there is a platform in production, the sandbox is what an operator wants to see.
    const usual = platforms.some(({ environment }) => environment === 'PRODUCTION') ? 'PRODUCTION' : 'SANDBOX';
    const environment = ENVIRONMENTS.find((one) => one === query.get('environment')) ?? usual;
    const path = (of: Environment, [name]: Period): string => `${base}/?environment=${of}&period=${name}`;
    const own = platforms.filter((each) => each.environment === environment).toReversed();
    const names = new Map(own.map(({ id, name }) => [id, name]));
    const all = visit.entryOf('Platforms');
    const create =
      !visit.isLimited &&
      mayRequest(visit, 'platforms.create') &&
      html`<p>${button(`${base}/platforms/create`, 'Create a platform')}</p>`;
    const listed = html`${table({
      caption: 'Platforms',
      rows: own.slice(0, PLATFORMS_SHOWN),
      empty: 'This environment has no platform yet.',
      href: ({ id }) => `${base}/t/${id}/`,
      columns: [
        { title: 'Platform', narrow: 'title', text: ({ name }) => name },
        {
          title: 'Created at',
          narrow: 'note',
          text: ({ createdAt }) => String(createdAt),
          show: ({ createdAt }) => timeWithAge(createdAt, visit.now),
        },
        { title: 'Id', text: ({ platformId }) => platformId, show: ({ platformId }) => idText(platformId) },
      ],
    })}
    ${all !== null && html`<p class="hint">${link(all, 'All platforms')}</p>`}`;
    const choosing = html`${choices(
      'Environment',
      ENVIRONMENTS.map((of) => ({ path: path(of, period), text: wordsOf(of), isCurrent: of === environment })),
    )}
    ${choices(
      'Period',
      PERIODS.map((each) => ({ path: path(environment, each), text: each[1], isCurrent: each === period })),
    )}`;
    if (platforms.length === 0)
      return ok({
        body: html`${emptyState('There is no platform yet. Create one to see its payments here.')} ${create}`,
      });
    if (visit.isLimited) {
      // The figures of an environment are those of all its platforms.
      const environments = choices(
        'Environment',
        ENVIRONMENTS.map((of) => ({ path: path(of, period), text: wordsOf(of), isCurrent: of === environment })),
      );
      return ok({
        body: html`<div class="choosing">${environments}</div>
          ${section('platforms', 'Platforms', listed)}`,
      });
    }
    const figures = await readFigures(visit, environment, period);
    const body = html`<div class="choosing">${choosing}</div>
      ${
        environment === 'SANDBOX' &&
        html`<p class="hint">
          The hours are those of the host. The overview of a platform counts by the test clock of the platform.
        </p>`
      }
      ${figuresOf(visit, { ...figures, nameOf: (tenant) => names.get(tenant) ?? tenant, isHouse: true, environment })}
      ${section('platforms', 'Newest platforms', listed)}`;
    return ok({ body });
  },
});

/** The first page of a platform. */
const ofPlatform = tenantPage({
  path: '/',
  title: 'Overview',
  section: 'Overview',
  async show(visit) {
    const { tenant, platform, environment, context, base } = visit.place;
    const period = periodOf(visit);
    const figures = await readFigures(visit, tenant, period);
    const settings = visit.entryOf('Platforms');
    const body = html`${definitions([
        ['Environment', wordsOf(environment)],
        ['Id', code(platform.platformId)],
        [
          'Time of the platform',
          environment === 'SANDBOX'
            ? html`${time(context.now)} <span class="hint">By its test clock, in which the figures are counted</span>`
            : time(context.now),
        ],
      ])}
      <div class="choosing">
        ${choices(
          'Period',
          PERIODS.map((each) => ({ path: `${base}/?period=${each[0]}`, text: each[1], isCurrent: each === period })),
        )}
        ${settings !== null && html`<p>${link(settings, 'Settings of the platform')}</p>`}
      </div>
      ${figuresOf(visit, { ...figures, nameOf: () => platform.name, isHouse: false, environment })}`;
    return ok({ body });
  },
});

export const overviewPages: readonly Route[] = [home, ofPlatform, choosePlatform];
