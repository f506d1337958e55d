import { err, type Id, ok, type ResetOfCustomer, type Result } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  codeInWords,
  type Content,
  definitions,
  link,
  status,
  time,
  timeWithAge,
} from '../kit/components.js';
import { pathOfCustomer } from '../customers/customer.js';
import { shownName } from '../customers/identity.js';
import { mayRequest, tenantForm } from '../kit/form-page.js';
import { namedLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { decidedBy } from './decided-by.js';
import { reviewCrumb } from './verification-pages.js';

type OfReset = TenantVisit<{ readonly id: Id<'ScaReset'> }>;

const params = { id: idOf('ScaReset') };

async function resetOf({ core, place, params: { id } }: OfReset): Promise<Result<ResetOfCustomer>> {
  const found = await core.operators.reads.reset(place.tenant, id);
  return found === null ? err('REFERENCE_NOT_FOUND', 'This platform has no reset with this id') : ok(found);
}

const facts = (visit: OfReset, { reset, customer }: ResetOfCustomer, by: Content | null = null): Html =>
  html`${definitions([
      ['Status', status(reset.status, reset.status === 'PENDING_REVIEW' ? 'busy' : undefined)],
      [
        'Customer',
        html`${namedLink(visit, customer.id, shownName(customer))},
        ${link(`${pathOfCustomer(visit, customer.id)}/payments`, 'payments')}`,
      ],
      ['Date of birth', customer.birthDate],
      ['Lost factor', codeInWords(reset.factor)],
      ...(by === null ? [] : [['Decided by', by] as const]),
      ['Liveness check', code(reset.reference)],
      ['Started at', timeWithAge(reset.createdAt, visit.place.context.now)],
      ['Expires at', timeWithAge(reset.expiresAt, visit.place.context.now)],
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
    const by = await decidedBy(visit, 'resets.decide', reset.id);
    if (!by.ok) return by;
    const body = html`${facts(visit, found.value, by.value)}
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
      title: `Decide: ${wordsOf(found.value.reset.factor)} of ${shownName(found.value.customer)}`,
      about: html`${facts(visit, found.value)}
        <p>After a passed check the customer can remove the lost factor and enroll another one.</p>`,
      crumbs: [reviewCrumb(visit), { path: `${visit.place.base}/resets/${found.value.reset.id}`, text: 'Reset' }],
      values: { verdict: visit.query.get('verdict') ?? undefined },
    });
  },
  fixes: ({ params: { id } }) => ({ resetId: id }),
  leadsTo: ({ base }) => `${base}/review/resets`,
});

export const resetPages: readonly Route[] = [page, decide];
