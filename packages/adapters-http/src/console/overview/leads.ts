import { ENVIRONMENTS, type Environment, instant, type TenantKey } from '@corridor/core';
import { html } from '../../pages/html.js';
import { notice, table } from '../kit/components.js';
import { type Answer, type Route, routeOf } from '../kit/route.js';
import { readAs, type Visit } from '../kit/visit.js';
import { HOUR_MS } from './numbers.js';

/** The lists of a platform to which figures lead. */
const LISTS = { payments: 'payments', events: 'webhooks' } as const;
type List = keyof typeof LISTS;

/** The filter of a list, by the names of its fields; empty ones are left out. */
export type ListFilter = Readonly<Record<string, string | null>>;

const queryOf = (filter: ListFilter): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).filter((each): each is [string, string] => (each[1] ?? '') !== ''));

/**
 * The list of the records that a figure counts. Of the figures of all platforms it is the list of the platform that is
 * chosen on the next page.
 */
export function listPath(
  { base, place }: Pick<Visit, 'base' | 'place'>,
  environment: Environment,
  list: List,
  filter: ListFilter,
): string {
  const query = queryOf(filter);
  if (place !== null) return `${place.base}/${LISTS[list]}${query.size === 0 ? '' : `?${query}`}`;
  return `${base}/overview/platform?${new URLSearchParams({ list, environment })}${query.size === 0 ? '' : `&${query}`}`;
}

const CHOICE = ['list', 'environment', 'only'];
const MOST_COUNTED = 100;

/** What a figure counts on each platform, so that the choice has only the platforms that it concerns. */
export type Only = 'failing' | 'open';

const countText = (count: number): string => (count > MOST_COUNTED ? `more than ${MOST_COUNTED}` : String(count));

/** How many of what a figure counts each platform has; null for a figure without such a count. */
async function countsOf(
  visit: Visit,
  environment: Environment,
  only: string | null,
  tenants: readonly TenantKey[],
): Promise<ReadonlyMap<TenantKey, number> | null> {
  const { core, now, requestId } = visit;
  if (only === 'failing') {
    const { failingEndpoints } = await core.figures.overview({
      ...{ from: instant(now - HOUR_MS), to: now, of: environment },
    });
    return new Map(failingEndpoints.map(({ tenant, count }) => [tenant, count]));
  }
  if (only !== 'open') return null;
  const counts = new Map<TenantKey, number>();
  for (const tenant of tenants) {
    const context = core.context(tenant, { kind: 'system' }, requestId);
    let count = 0;
    for (const status of ['PENDING', 'PROCESSING'] as const) {
      const page = await readAs(core, context, core.transactions.list, { status, limit: MOST_COUNTED });
      if (page.ok) count += page.value.data.length + (page.value.hasMore ? 1 : 0);
    }
    counts.set(tenant, count);
  }
  return counts;
}

async function serve(visit: Visit): Promise<Answer> {
  const { base, core, query } = visit;
  const environment = ENVIRONMENTS.find((each) => each === query.get('environment')) ?? 'PRODUCTION';
  const list: List = query.get('list') === 'events' ? 'events' : 'payments';
  const filter = queryOf(Object.fromEntries([...query].filter(([name]) => !CHOICE.includes(name))));
  const platforms = (await core.platforms.listTenants())
    .filter((each) => each.environment === environment)
    .toReversed();
  const pathOf = (id: string): string => `${base}/t/${id}/${LISTS[list]}${filter.size === 0 ? '' : `?${filter}`}`;
  const [only, ...others] = platforms;
  if (only !== undefined && others.length === 0) return { kind: 'leads', to: pathOf(only.id), done: null };
  const hasOtherClock = environment === 'SANDBOX' && (filter.has('from') || filter.has('to'));
  const counts = await countsOf(
    visit,
    environment,
    query.get('only'),
    platforms.map(({ id }) => id),
  );
  const shown = counts === null ? platforms : platforms.filter(({ id }) => (counts.get(id) ?? 0) > 0);
  const counted = query.get('only') === 'open' ? 'Open payments' : 'Undelivered events';
  const body = html`<p>
      Each platform has its own list of
      ${list}.${counts === null ? ' The filter stays.' : ' These are the platforms that the figure counts.'}
    </p>
    ${
      hasOtherClock &&
      notice(
        'The hours of the figures of all platforms are those of the host. A platform whose test clock is ahead has these payments at a later time: remove the times there.',
      )
    }
    ${table({
      caption: 'Platforms',
      rows: shown,
      empty: platforms.length === 0 ? 'This environment has no platform yet.' : 'No platform has any now.',
      href: ({ id }) => pathOf(id),
      columns: [
        { title: 'Platform', text: ({ name }) => name },
        ...(counts === null
          ? []
          : [{ title: counted, isNumber: true, text: ({ id }: { id: TenantKey }) => countText(counts.get(id) ?? 0) }]),
      ],
    })}`;
  return { kind: 'page', content: { body } };
}

/** Operators who are limited to platforms see no figures of all platforms, which lead here. */
export const choosePlatform: Route = routeOf(
  'house',
  { path: '/overview/platform', title: 'Choose a platform', section: 'Overview' },
  { role: 'VIEWER', serve },
);
