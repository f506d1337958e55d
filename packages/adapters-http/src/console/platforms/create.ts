import { randomBytes } from 'node:crypto';
import { ENVIRONMENTS, type Environment, err, type Id, isCurrency, ok, tenantKey } from '@corridor/core';
import { createIds } from '@corridor/core/internal';
import { html } from '../../pages/html.js';
import { button, code, definitions, status } from '../kit/components.js';
import { consoleFields } from '../kit/declared-fields.js';
import { fieldsOfAction, houseForm, sentBefore } from '../kit/form-page.js';
import { housePage, idOf, oneOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { createdPlatformBody } from './created-platform.js';
import { wordsOf } from '../kit/words.js';
import { FLAGS, flagField, flagsOf } from './flags.js';

type NewPlace = Visit<{ readonly environment: Environment; readonly id: Id<'Platform'> }>;

const choose = housePage({
  path: '/platforms/create',
  title: 'Create a platform',
  section: 'Platforms',
  role: 'ADMIN',
  async show({ base, now }) {
    const ids = createIds({ now: () => now }, { bytes: (length) => randomBytes(length) });
    const path = (environment: Environment): string =>
      `${base}/platforms/create/${environment}/${ids.next('Platform')}`;
    const body = html`<p>
        A platform in the sandbox moves no real money, and has simulations and a test clock. A platform in production
        moves real money.
      </p>
      <div class="actions">
        ${button(path('SANDBOX'), 'In the sandbox')} ${button(path('PRODUCTION'), 'In production', 'quiet')}
      </div>
      <p class="hint">
        To give a platform its other environment, open the platform and choose “Add the environment”.
      </p>`;
    return ok({ body });
  },
});

const create = houseForm({
  servesLimited: true,
  path: '/platforms/create/{environment}/{id}',
  title: 'Create a platform',
  section: 'Platforms',
  params: { environment: oneOf(ENVIRONMENTS), id: idOf('Platform') },
  action: 'platforms.create',
  submit: 'Create the platform',
  done: 'The platform was created.',
  tenant: ({ params: { environment, id } }) => tenantKey(id, environment),
  async prepare(visit: NewPlace) {
    const { core, base, params } = visit;
    const { environment, id } = params;
    const fields = fieldsOfAction(visit, 'platforms.create');
    const existing = await core.operators.reads.platformEnvironments(id);
    // An operator with a limit adds an environment to its platforms, and creates no others.
    if (visit.isLimited && existing.size === 0) return err('REFERENCE_NOT_FOUND', 'No platform has this id');
    const other = [...existing.values()].find((each) => each.environment !== environment);
    return ok({
      title: other === undefined ? 'Create a platform' : `Add the environment ${wordsOf(environment)} to ${other.name}`,
      crumbs: visit.isLimited ? [] : [{ path: `${base}/platforms/create`, text: 'Create a platform' }],
      about: definitions([
        ['Environment', status(environment, 'plain')],
        ['Id', code(id)],
      ]),
      fields: [
        ...consoleFields(fields, ['name', { name: 'currencies', required: true }, 'umaDomain']),
        flagField(fields),
      ],
      values: { name: other?.name ?? '', currencies: 'USD, EUR' },
    });
  },
  input: (entered, _visit, read) => {
    const { name } = read('name');
    const currencies = entered.list('currencies', { isRequired: true }).map((each) => each.toUpperCase());
    const unknown = currencies.filter((each) => !isCurrency(each));
    if (unknown.length > 0) entered.fail('currencies', `must be currencies; ${unknown.join(', ')} is not supported`);
    const input = { name, currencies, ...read('umaDomain'), ...flagsOf(entered.many('flags', FLAGS)) };
    return entered.result(() => input);
  },
  leadsTo: ({ base, params: { environment, id } }, output) => {
    if (output === null) return sentBefore();
    const body = html`${createdPlatformBody(output)}
      <div class="actions">${button(`${base}/t/${id}/${environment}/platform`, 'Open the platform')}</div>`;
    return { title: `${output.platform.name} was created`, body };
  },
});

export const createPages: readonly Route[] = [choose, create];
