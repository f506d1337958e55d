import { type Environment, ENVIRONMENTS, err, ok } from '@corridor/core';
import { houseTenant, OPENED_BY_HAND } from '@corridor/core/internal';
import type { ExceptionKind } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { actions, button } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm, tenantForm } from '../kit/form-page.js';
import { housePage, oneOf, type Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

/** The kinds about money that waits here: all of it is at stake. */
const WHOLE: ReadonlySet<ExceptionKind> = new Set(['REFUND_FAILED', 'DEPOSIT_REFUSED', 'DEPOSIT_HELD']);
const BY_HAND = OPENED_BY_HAND.filter((kind) => kind !== 'STATEMENT_DIFFERENCE');

const openForPlatform = tenantForm({
  path: '/exceptions/open',
  title: 'Open an exception',
  section: 'Exceptions',
  action: 'exceptions.open',
  confirm: true,
  submit: 'Open the exception',
  done: 'The exception is open.',
  prepare: async ({ core, place, query }: TenantVisit) =>
    ok({
      values: { subject: query.get('subject') ?? undefined },
      about: html`<p>
        Open an exception if you learn of a problem before the service does, such as the recall of a payment by
        telephone. It moves no money.
      </p>`,
      asks: asksFor(
        { name: 'kind', only: BY_HAND },
        {
          name: 'subject',
          hint: 'The newest of each are offered; for another one begin at its page',
          choices: [
            ...(await core.operators.reads.choices(place.tenant, 'Transaction')),
            ...(await core.operators.reads.choices(place.tenant, 'Deposit')),
          ],
          keepsOther: true,
          required: true,
        },
        'reference',
        { name: 'direction', only: ['OUT', 'IN'] },
        'amount',
        'currency',
        'reason',
      ),
    }),
  checks: (entered, { kind, direction, amount }) => {
    if (direction !== undefined && kind !== 'RAIL_CONTRADICTION')
      entered.fail('direction', 'is allowed only for a contradiction; leave it empty');
    if (amount !== undefined && WHOLE.has(kind))
      entered.fail('amount', 'is that of the payment or deposit; leave it empty');
  },
  leadsTo: ({ base, place }: TenantVisit, output) =>
    output === null ? `${place.base}/exceptions` : `${base}/exceptions/${output.id}`,
});

/** The page of the host leads to the forms of the environments, because a difference belongs to one of them. */
const chooseEnvironment = housePage({
  path: '/exceptions/open',
  title: 'Open an exception',
  section: 'Exceptions',
  role: 'OPERATOR',
  show: async ({ base, core }) => {
    const environments = ENVIRONMENTS.filter((environment) =>
      core.rails.all.some((rail) => rail.environment === environment),
    );
    return ok({
      body: html`<p>
          A difference between a statement and the ledger concerns the service itself. Every other exception belongs to
          a platform: open it from the exceptions of that platform.
        </p>
        ${actions(
          ...environments.map((environment) =>
            button(`${base}/exceptions/open/${environment}`, `A difference in ${wordsOf(environment)}…`, 'quiet'),
          ),
        )}`,
    });
  },
});

/** What the direction of a difference says. */
const DIFFERENCE = {
  label: 'Money that the ledger does not contain',
  hint: null,
  choices: [
    ['IN', 'came in'],
    ['OUT', 'went out'],
  ],
} as const;

const openDifference = houseForm<'exceptions.open', { readonly environment: Environment }>({
  path: '/exceptions/open/{environment}',
  title: 'Open a difference',
  section: 'Exceptions',
  params: { environment: oneOf(ENVIRONMENTS) },
  action: 'exceptions.open',
  confirm: true,
  submit: 'Open the exception',
  done: 'The exception is open.',
  tenant: ({ params: { environment } }) => houseTenant(environment),
  async prepare({ core, params: { environment } }) {
    const rails = core.rails.all.filter((rail) => rail.environment === environment);
    if (rails.length === 0) return err('REFERENCE_NOT_FOUND', `There is no rail in ${wordsOf(environment)}`);
    return ok({
      title: `Open a difference in ${wordsOf(environment)}`,
      about: html`<p>
        For a line of a statement that the ledger does not contain, or the reverse. It moves no money; its resolution
        does.
      </p>`,
      asks: asksFor(
        { name: 'rail', choices: rails.map(({ name }) => [name, name]), required: true },
        { name: 'direction', ...DIFFERENCE, required: true },
        { name: 'reference', hint: 'Each reference opens one exception', required: true },
        { name: 'amount', label: 'Amount', hint: 'Such as 1234.50', required: true },
        { name: 'currency', label: 'Currency', hint: 'Such as EUR' },
        'reason',
      ),
    });
  },
  fixes: () => ({ kind: 'STATEMENT_DIFFERENCE' }),
  leadsTo: ({ base }, output) => `${base}/exceptions${output === null ? '' : `/${output.id}`}`,
});

export const openForms: readonly Route[] = [chooseEnvironment, openForPlatform, openDifference];
