import { ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { code, definitions, link, status, table, time } from '../components.js';
import { housePage, type Route, tenantPage } from '../route.js';

/** The first page: every platform in each of its environments. */
const home = housePage({
  path: '/',
  title: 'Overview',
  section: 'Overview',
  async show({ core, base }) {
    const platforms = await core.platforms.listTenants();
    const body = html`<p>Choose a platform to see its payments, customers and settings.</p>
      ${table({
        caption: 'Platforms',
        rows: platforms,
        empty: 'There is no platform yet.',
        columns: [
          { title: 'Platform', text: ({ name }) => name, show: ({ id, name }) => link(`${base}/t/${id}/`, name) },
          {
            title: 'Environment',
            text: ({ environment }) => environment,
            show: ({ environment }) => status(environment, 'plain'),
          },
          { title: 'Id', text: ({ platformId }) => platformId, show: ({ platformId }) => code(platformId) },
        ],
      })}`;
    return ok({ body });
  },
});

/** The first page of a platform. */
const ofPlatform = tenantPage({
  path: '/',
  title: 'Overview',
  section: 'Overview',
  async show({ place: { platform, environment, context } }) {
    const currencies = platform.supportedCurrencies.map(({ currencyCode }) => currencyCode);
    const body = definitions([
      ['Environment', status(environment, 'plain')],
      ['Id', code(platform.platformId)],
      ['Currencies', currencies.join(', ')],
      ['Created at', time(platform.createdAt)],
      ['Time of the platform', time(context.now)],
    ]);
    return ok({ title: platform.name, body });
  },
});

export const overviewPages: readonly Route[] = [home, ofPlatform];
