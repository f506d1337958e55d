import { ENVIRONMENTS, type Environment } from '@corridor/core';
import { html } from '../../pages/html.js';
import { notice, table } from '../kit/components.js';
import { type Answer, type Route, routeOf } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

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

const CHOICE = ['list', 'environment'];

async function serve({ base, core, query }: Visit): Promise<Answer> {
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
  const body = html`<p>Each platform has its own list of ${list}. The filter stays.</p>
    ${
      hasOtherClock &&
      notice(
        'The hours of the figures of all platforms are those of the host. A platform whose test clock is ahead has these payments at a later time: remove the times there.',
      )
    }
    ${table({
      caption: 'Platforms',
      rows: platforms,
      empty: 'This environment has no platform yet.',
      href: ({ id }) => pathOf(id),
      columns: [{ title: 'Platform', text: ({ name }) => name }],
    })}`;
  return { kind: 'page', content: { body } };
}

/** Operators who are limited to platforms see no figures of all platforms, which lead here. */
export const choosePlatform: Route = routeOf(
  'house',
  { path: '/overview/platform', title: 'Choose a platform', section: 'Overview' },
  { role: 'VIEWER', serve },
);
