import { err, type Id, ok, type ResetOfCustomer, type Result } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { actions, button, code, definitions, status, time } from '../kit/components.js';
import { shownName } from '../customers/identity.js';
import { mayRequest, tenantForm } from '../kit/form-page.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { reviewCrumb } from './verification-pages.js';

type OfReset = TenantVisit<{ readonly id: Id<'ScaReset'> }>;

const params = { id: idOf('ScaReset') };

async function resetOf({ core, place, params: { id } }: OfReset): Promise<Result<ResetOfCustomer>> {
  const found = await core.operators.reads.reset(place.tenant, id);
  return found === null ? err('REFERENCE_NOT_FOUND', 'There is no such reset') : ok(found);
}

const facts = (visit: OfReset, { reset, customer }: ResetOfCustomer): Html =>
  html`${definitions([
      ['Status', status(reset.status, reset.status === 'PENDING_REVIEW' ? 'busy' : undefined)],
      ['Customer', html`${shownName(customer)} ${recordLink(visit, customer.id)}`],
      ['Date of birth', customer.birthDate],
      ['Lost factor', reset.factor],
      ['Liveness check', code(reset.reference)],
      ['Started at', time(reset.createdAt)],
      ['Expires at', time(reset.expiresAt)],
      ['Completed at', time(reset.completedAt)],
      ['Id', code(reset.id)],
    ])}
    <p>
      The evidence is at the provider of liveness checks, under the id of the check. Compare it with the documents of
      the customer's verification.
    </p>`;

const page = tenantPage({
  path: '/resets/{id}',
  title: 'Reset of a factor',
  section: 'Review',
  params,
  shows: 'ScaReset',
  async show(visit: OfReset) {
    const found = await resetOf(visit);
    if (!found.ok) return found;
    const { reset, customer } = found.value;
    const isOpen = reset.status === 'PENDING_REVIEW' && reset.expiresAt > visit.place.context.now;
    const path = `${visit.place.base}/resets/${reset.id}`;
    const body = html`${facts(visit, found.value)}
    ${
      isOpen &&
      mayRequest(visit, 'resets.decide') &&
      actions(
        button(`${path}/decide?verdict=PASSED`, 'Accept the check…'),
        button(`${path}/decide?verdict=REJECTED`, 'Reject…', 'danger'),
      )
    }`;
    return ok({ title: `Reset of a factor of ${shownName(customer)}`, body, crumbs: [reviewCrumb(visit)] });
  },
});

const decide = tenantForm({
  path: '/resets/{id}/decide',
  title: 'Decide about a reset',
  section: 'Review',
  params,
  action: 'resets.decide',
  confirm: true,
  submit: 'Decide',
  done: 'The decision is recorded.',
  async prepare(visit: OfReset) {
    const found = await resetOf(visit);
    if (!found.ok) return found;
    return ok({
      title: `Decide: ${found.value.reset.factor} of ${shownName(found.value.customer)}`,
      about: html`${facts(visit, found.value)}
        <p>After PASSED the customer can remove the lost factor and enroll another one.</p>`,
      crumbs: [reviewCrumb(visit), { path: `${visit.place.base}/resets/${found.value.reset.id}`, text: 'Reset' }],
      values: { verdict: visit.query.get('verdict') ?? undefined },
    });
  },
  fixes: ({ params: { id } }) => ({ resetId: id }),
  leadsTo: ({ base }) => `${base}/review/resets`,
});

export const resetPages: readonly Route[] = [page, decide];
