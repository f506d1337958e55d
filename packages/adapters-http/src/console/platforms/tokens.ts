import { err, type Id, ok, toIso } from '@corridor/core';
import type { ApiToken } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { button, code, definitions, idText, link, timeWithAge } from '../kit/components.js';
import { TIME_HINT, timeField } from '../kit/fields.js';
import { mayRequest, sentBefore, tenantForm } from '../kit/form-page.js';
import { tenantList } from '../kit/list-page.js';
import { idOf, type Route } from '../kit/route.js';
import { issuedTokenBody } from './issued-token.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

const crumbs = ({ place: { base } }: TenantVisit) => [{ path: `${base}/tokens`, text: 'API tokens' }];

const list = tenantList<ApiToken>({
  path: '/tokens',
  title: 'API tokens',
  section: 'Platforms',
  rows: 'tokens',
  empty: (visit) =>
    html`The platform has no token, so that it cannot call the API.
    ${mayRequest(visit, 'tokens.create') && link(`${visit.place.base}/tokens/create`, 'Create a token')}`,
  isEntry: false,
  filters: [
    { name: 'name', label: 'Name' },
    timeField('from', 'Created from', `Time of the platform: ${TIME_HINT}`),
    timeField('to', 'Created to', `Time of the platform: ${TIME_HINT}`),
  ],
  above: (visit) =>
    html`<p>With a token the platform calls the API. Only a digest of its secret is stored.</p>
      ${mayRequest(visit, 'tokens.create') && html`<p>${button(`${visit.place.base}/tokens/create`, 'Create a token')}</p>`}`,
  columns: (visit) => [
    { title: 'Name', narrow: 'title', text: ({ name }) => name },
    { title: 'Client id', text: ({ clientId }) => clientId, show: ({ clientId }) => code(clientId) },
    {
      title: 'Permissions',
      narrow: 'amount',
      text: ({ permissions }) => permissions.join(' '),
      show: ({ permissions }) => permissions.map(wordsOf).join(', '),
    },
    {
      title: 'Created at',
      narrow: 'note',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => timeWithAge(createdAt, visit.place.context.now),
    },
    { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
    ...(mayRequest(visit, 'tokens.revoke')
      ? [
          {
            title: 'Action',
            narrow: 'status' as const,
            text: () => '',
            show: ({ id, name }: ApiToken) =>
              link(`${visit.place.base}/tokens/${id}/revoke`, html`Revoke<span class="hidden"> ${name}</span>`),
          },
        ]
      : []),
  ],
  async read(visit, entered, page) {
    const filter = {
      name: entered.optionalText('name'),
      createdAfter: entered.optionalTime('from'),
      createdBefore: entered.optionalTime('to'),
    };
    const checked = entered.result(() => filter);
    return checked.ok ? readIn(visit, visit.core.platforms.listTokens, { ...checked.value, ...page }) : checked;
  },
});

const create = tenantForm({
  path: '/tokens/create',
  title: 'Create an API token',
  section: 'Platforms',
  action: 'tokens.create',
  submit: 'Create the token',
  done: 'The token was created.',
  async prepare(visit: TenantVisit) {
    return ok({ crumbs: crumbs(visit) });
  },
  leadsTo: (visit, output) => {
    if (output === null) return sentBefore();
    const body = html`${issuedTokenBody(output)}
      <div class="actions">${link(`${visit.place.base}/tokens`, 'All tokens of the platform')}</div>`;
    return { title: 'The token was created', body, crumbs: crumbs(visit) };
  },
});

type OfToken = TenantVisit<{ readonly id: Id<'Token'> }>;

const revoke = tenantForm({
  path: '/tokens/{id}/revoke',
  title: 'Revoke an API token',
  section: 'Platforms',
  params: { id: idOf('Token') },
  action: 'tokens.revoke',
  confirm: true,
  submit: 'Revoke the token',
  done: 'The token was revoked.',
  async prepare(visit: OfToken) {
    const found = await readIn(visit, visit.core.platforms.getToken, { id: visit.params.id });
    if (!found.ok) return err('REFERENCE_NOT_FOUND', 'The platform has no such token');
    const { name, clientId, permissions, createdAt } = found.value;
    const about = html`<p>The host refuses the token at once, and other hosts of the database within a second.</p>
      ${definitions([
        ['Name', name],
        ['Client id', code(clientId)],
        ['Permissions', permissions.map(wordsOf).join(', ')],
        ['Created at', timeWithAge(createdAt, visit.place.context.now)],
      ])}`;
    return ok({ title: `Revoke the token ${name}`, about, crumbs: crumbs(visit) });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ place: { base } }) => `${base}/tokens`,
});

export const tokenPages: readonly Route[] = [...list, create, revoke];
