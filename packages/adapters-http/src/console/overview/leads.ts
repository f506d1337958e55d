import {
  ENVIRONMENTS,
  type Environment,
  instant,
  PAYMENT_KINDS,
  type PaymentFilter,
  type TenantKey,
} from '@corridor/core';
import { html } from '../../pages/html.js';
import { table } from '../kit/components.js';
import { countedFilter } from '../kit/counted-filter.js';
import { Entered } from '../kit/entered.js';
import { type Answer, type Route, routeOf } from '../kit/route.js';
import { readAs, type Visit } from '../kit/visit.js';
import { HOUR_MS } from './numbers.js';

/** The lists of a platform to which figures lead. */
const LISTS = { payments: 'payments', counted: 'payments/counted', events: 'webhooks' } as const;
type List = keyof typeof LISTS;

/** The filter of a list, by the names of its fields; empty ones are left out. */
export type ListFilter = Readonly<Record<string, string | null>>;

const queryOf = (filter: ListFilter): URLSearchParams =>
  new URLSearchParams(Object.entries(filter).filter((each): each is [string, string] => (each[1] ?? '') !== ''));

/** The address of a list with a filter. */
export function withFilter(path: string, filter: ListFilter): string {
  const query = queryOf(filter);
  return query.size === 0 ? path : `${path}?${query}`;
}

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
  if (place !== null) return withFilter(`${place.base}/${LISTS[list]}`, filter);
  return withFilter(`${base}/overview/platform`, { list, environment, ...filter });
}

const CHOICE = ['list', 'environment', 'only'];
const MOST_COUNTED = 100;

/** What a figure counts on each platform, so that the choice has only the platforms that it concerns. */
export type Only = 'failing' | 'open';

/** What a platform has of what a figure counts. `isPart`: it may have more. */
interface Has {
  readonly count: number;
  readonly isPart: boolean;
}

const countText = ({ count, isPart }: Has): string => (isPart ? `At least ${count}` : String(count));

interface Lead {
  readonly environment: Environment;
  readonly list: List;
  readonly only: string | null;
  readonly filter: URLSearchParams;
}

/** How many of what a figure counts each platform has, by one bounded read of each; null for a figure without such a count. */
async function countsOf(
  visit: Visit,
  { environment, list, only, filter }: Lead,
  tenants: readonly TenantKey[],
): Promise<ReadonlyMap<TenantKey, Has> | null> {
  const { core, now, requestId } = visit;
  if (only === 'failing') {
    const { failingEndpoints } = await core.figures.overview({
      ...{ from: instant(now - HOUR_MS), to: now, of: environment },
    });
    return new Map(failingEndpoints.map(({ tenant, count }) => [tenant, { count, isPart: false }]));
  }
  const open: PaymentFilter = { isOpen: true, kind: PAYMENT_KINDS.find((kind) => kind === filter.get('type')) };
  const counted = list === 'counted' ? countedFilter(new Entered(filter)) : null;
  if (only !== 'open' && counted?.ok !== true) return null;
  const counts = new Map<TenantKey, Has>();
  for (const tenant of tenants) {
    const context = core.context(tenant, { kind: 'system' }, requestId);
    const found =
      counted?.ok === true
        ? await readAs(core, context, core.payments.counted, { ...counted.value, limit: MOST_COUNTED })
        : await readAs(core, context, core.payments.search, { ...open, limit: MOST_COUNTED });
    if (found.ok) counts.set(tenant, { count: found.value.data.length, isPart: found.value.hasMore });
  }
  return counts;
}

async function serve(visit: Visit): Promise<Answer> {
  const { base, core, query } = visit;
  const environment = ENVIRONMENTS.find((each) => each === query.get('environment')) ?? 'PRODUCTION';
  const list = (Object.keys(LISTS) as List[]).find((each) => each === query.get('list')) ?? 'payments';
  const filter = queryOf(Object.fromEntries([...query].filter(([name]) => !CHOICE.includes(name))));
  const platforms = (await core.platforms.listTenants())
    .filter((each) => each.environment === environment)
    .toReversed();
  const pathOf = (id: string): string => `${base}/t/${id}/${LISTS[list]}${filter.size === 0 ? '' : `?${filter}`}`;
  const [only, ...others] = platforms;
  const lead = { environment, list, filter, only: query.get('only') };
  // A number of platforms leads to as many rows, also of one platform.
  const isOfPlatforms = lead.only === ('failing' satisfies Only);
  if (only !== undefined && others.length === 0 && !isOfPlatforms)
    return { kind: 'leads', to: pathOf(only.id), done: null };
  const counts = await countsOf(
    visit,
    lead,
    platforms.map(({ id }) => id),
  );
  const hasOf = (id: TenantKey): Has => counts?.get(id) ?? { count: 0, isPart: false };
  const shown = counts === null ? platforms : platforms.filter(({ id }) => hasOf(id).count > 0 || hasOf(id).isPart);
  const counted = list === 'counted' ? 'Payments' : lead.only === 'open' ? 'Open payments' : 'Undelivered events';
  const body = html`<p>
      Each platform has its own list of ${list === 'events' ? 'events' : 'payments'}.
      ${counts === null ? 'The filter stays.' : 'These are the platforms that the figure counts.'}
    </p>
    ${table({
      caption: 'Platforms',
      rows: shown,
      empty: platforms.length === 0 ? 'This environment has no platform yet.' : 'No platform has any now.',
      href: ({ id }) => pathOf(id),
      columns: [
        { title: 'Platform', text: ({ name }) => name },
        ...(counts === null
          ? []
          : [{ title: counted, isNumber: true, text: ({ id }: { id: TenantKey }) => countText(hasOf(id)) }]),
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
