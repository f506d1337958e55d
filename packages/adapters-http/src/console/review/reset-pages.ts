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
import { asksFor } from '../kit/declared-fields.js';
import { mayRequest, tenantForm } from '../kit/form-page.js';
import { namedLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { decidedBy } from '../kit/decided-by.js';
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

const VERDICTS = [
  ['PASSED', 'Accept the check', 'primary'],
  ['REJECTED', 'Reject the check', 'danger'],
] as const;

/** The verdict that the address names: the form is for it alone. Null if it names none. */
const chosenVerdict = ({ query }: TenantVisit) =>
  VERDICTS.find(([verdict]) => verdict === query.get('verdict')) ?? null;

/** The form of a verdict, or of one that is still open. */
function formOf(visit: TenantVisit) {
  const chosen = chosenVerdict(visit);
  if (chosen === null) return { weight: 'open' as const, asks: asksFor('verdict') };
  const [verdict, submit, kind] = chosen;
  const weight = kind === 'danger' ? ('danger' as const) : ('usual' as const);
  return { weight, submit, hidden: { verdict }, query: `?verdict=${verdict}`, asks: [] };
}

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
      actions(...VERDICTS.map(([verdict, text, kind]) => button(`${path}/decide?verdict=${verdict}`, `${text}…`, kind)))
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
      ...formOf(visit),
      title: `${chosenVerdict(visit)?.[1] ?? 'Decide'}: ${wordsOf(found.value.reset.factor)} of ${shownName(found.value.customer)}`,
      about: html`${facts(visit, found.value)}
        <p>After a passed check the customer can remove the lost factor and enroll another one.</p>`,
      crumbs: [reviewCrumb(visit), { path: `${visit.place.base}/resets/${found.value.reset.id}`, text: 'Reset' }],
    });
  },
  fixes: ({ params: { id } }) => ({ resetId: id }),
  leadsTo: ({ base }) => `${base}/review/resets`,
});

export const resetPages: readonly Route[] = [page, decide];
