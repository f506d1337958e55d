import { err, ok, type Result } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import type { RailConnection, RailRelease } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, link, money, notice, timeWithAge } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm } from '../kit/form-page.js';
import { anyText, type Route } from '../kit/route.js';
import { wordsOf } from '../kit/words.js';
import { named, type OfRail, ownPath } from './connections.js';

/** The sums of a file that waits for a release, by currency. */
export const totalsOf = ({ totals }: RailRelease): Html =>
  html`${Object.entries(totals).map(([currency, total]) => html`<div>${money(total, currency)}</div>`)}`;

const crumbOf = (visit: OfRail, { name }: Pick<RailConnection, 'name'>) => [{ path: ownPath(visit, name), text: name }];

async function connectionOf(visit: OfRail): Promise<Result<RailConnection>> {
  const found = await named(visit);
  if (!found.ok) return found;
  return found.value.connection === null
    ? err('REFERENCE_NOT_FOUND', `${found.value.name} is a bundled rail, about which there is nothing to decide`)
    : ok(found.value.connection);
}

const release = houseForm<'rails.release', { readonly name: string; readonly id: string }>({
  path: '/rails/{name}/releases/{id}',
  title: 'Release payments',
  section: 'Rails',
  params: { name: anyText, id: anyText },
  action: 'rails.release',
  confirm: true,
  submit: 'Release the payments',
  done: 'The payments are released. The connection sends them next.',
  async prepare(visit) {
    const connection = await connectionOf(visit);
    if (!connection.ok) return connection;
    const { name, environment, releases } = connection.value;
    const waiting = releases === null ? [] : await releases.list();
    const found = waiting.find(({ id }) => id === visit.params.id);
    if (found === undefined) return err('REFERENCE_NOT_FOUND', `${visit.params.id} does not wait for a release`);
    return ok({
      title: `Release ${found.id}`,
      crumbs: crumbOf(visit, connection.value),
      tenant: houseTenant(environment),
      about: html`<p>
          Compare the sums and the digest with what the bank expects. A released file is sent to the bank.
        </p>
        ${definitions([
          ['Connection', `${name}, ${wordsOf(environment)}`],
          ['File', code(found.id)],
          ['Prepared at', timeWithAge(found.preparedAt, visit.now)],
          ['Payments', String(found.payments)],
          ['Sums', totalsOf(found)],
          ['Digest (SHA-256)', code(found.digest)],
          ['Why it waits', found.reason],
        ])}`,
      hidden: { digest: found.digest },
    });
  },
  fixes: ({ params: { name, id } }) => ({ rail: name, id }),
  leadsTo: (visit) => ownPath(visit, visit.params.name),
});

const act = houseForm<'rails.act', { readonly name: string; readonly action: string }>({
  path: '/rails/{name}/actions/{action}',
  title: 'Decide about a connection',
  section: 'Rails',
  params: { name: anyText, action: anyText },
  action: 'rails.act',
  confirm: true,
  submit: 'Carry out',
  done: 'The connection has carried it out.',
  async prepare(visit) {
    const connection = await connectionOf(visit);
    if (!connection.ok) return connection;
    const action = connection.value.actions?.find(({ name }) => name === visit.params.action);
    if (action === undefined)
      return err('REFERENCE_NOT_FOUND', `${connection.value.name} has no action ${visit.params.action}`);
    return ok({
      title: `${wordsOf(action.name)} at ${connection.value.name}`,
      crumbs: crumbOf(visit, connection.value),
      tenant: houseTenant(connection.value.environment),
      about: html`<p>${action.description}</p>`,
      asks: asksFor({ name: 'subject', hint: `The ${action.subject}` }),
      values: { subject: visit.query.get('subject') ?? '' },
    });
  },
  fixes: ({ params: { name, action } }) => ({ rail: name, action }),
  leadsTo: (visit, output) => {
    const { name, action } = visit.params;
    const path = ownPath(visit, name);
    return output === null
      ? path
      : {
          title: `${wordsOf(action)} at ${name}`,
          crumbs: crumbOf(visit, { name }),
          body: html`${notice('The connection has carried it out.', 'good')}
            <p>${output}</p>
            <p>${link(path, `Back to ${name}`)}</p>`,
        };
  },
});

/** What operators decide about a connection: its releases and its own actions. */
export const decisionPages: readonly Route[] = [release, act];
