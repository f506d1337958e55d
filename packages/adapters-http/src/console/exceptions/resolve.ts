import { type Id, ok, type ResolutionChoice } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { definitions } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm } from '../kit/form-page.js';
import { readAs, type Visit } from '../kit/visit.js';
import { KINDS, RESOLVED_BY } from './names.js';
import { params, addressOf, titleOf, contextOf, choicesOf, nameOf } from './shown.js';

export const resolve = houseForm<'exceptions.resolve', { readonly id: Id<'Exception'> }>({
  servesLimited: true,
  path: '/exceptions/{id}/resolve',
  title: 'Resolve the exception',
  section: 'Exceptions',
  params,
  action: 'exceptions.resolve',
  submit: 'Resolve the exception',
  done: 'The exception is resolved.',
  async prepare(visit) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const possible = await choicesOf(visit, exception);
    const allowed = possible.filter(({ refused }) => refused === null);
    const isPaidElsewhere = allowed.some(({ resolution }) => resolution === 'PAID_ELSEWHERE');
    const accounts = await accountsOf(visit, exception);
    return ok({
      title: `Resolve: ${titleOf(exception)}`,
      crumbs: [{ path: addressOf(visit, exception), text: KINDS[exception.kind] }],
      tenant: exception.tenant,
      about: html`<p class="lead">${exception.reason}</p>
        ${definitions(await nameOf(visit, exception))}`,
      asks: asksFor(
        { name: 'resolution', choices: allowed.map(({ resolution }) => [resolution, RESOLVED_BY[resolution]]) },
        { name: 'account', hint: accountHint(possible, accounts) },
        { name: 'evidence', isOffered: allowed.some(({ asks }) => asks !== null) },
        { name: 'bankReference', isOffered: isPaidElsewhere },
        { name: 'valueDate', isOffered: isPaidElsewhere },
        { name: 'note', required: true },
      ),
      values: { resolution: visit.query.get('resolution') ?? '' },
    });
  },
  fixes: ({ params: { id } }) => ({ exceptionId: id }),
  leadsTo: (visit) => `${visit.base}/exceptions/${visit.params.id}`,
});

/** The accounts of the payment's customer in the currency of the exception. */
async function accountsOf(visit: Visit, { tenant, subject, currency }: ExceptionRecord): Promise<readonly string[]> {
  const { core } = visit;
  const payment = await core.operators.reads.payment(tenant, subject);
  if (payment === null) return [];
  const { customerId } = payment;
  const read = await readAs(core, contextOf(visit, tenant), core.accounts.inspectAll, { customerId });
  const found = read.ok ? read.value.map(({ account }) => account) : [];
  return found.filter((one) => one.currency === currency && one.status !== 'CLOSED').map(({ id }) => id);
}

function accountHint(choices: readonly ResolutionChoice[], accounts: readonly string[]): string {
  const needing = choices.filter(({ needsAccount }) => needsAccount).map(({ resolution }) => RESOLVED_BY[resolution]);
  if (needing.length === 0) return 'Leave it empty: no resolution needs you to name an account';
  const own = accounts.length === 0 ? '' : `. The customer of the payment has ${accounts.join(', ')}`;
  return `Id of the internal account; only for: ${needing.join(', ')}${own}`;
}
