import { ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { link, status, table } from '../components.js';
import { housePage, type Route } from '../route.js';

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
          { title: 'Id', text: ({ platformId }) => platformId },
        ],
      })}`;
    return ok({ body });
  },
});

export const overviewPages: readonly Route[] = [home];
