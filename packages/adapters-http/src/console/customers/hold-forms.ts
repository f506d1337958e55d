import { err, type Id, ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { definitions, timeWithAge } from '../kit/components.js';
import { tenantForm } from '../kit/form-page.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { customerOf, customerParams, type OfCustomer, pathOfCustomer } from './customer.js';
import { shownName } from './identity.js';

type OfHold = TenantVisit<{ readonly id: Id<'LegalHold'> }>;

const hold = tenantForm({
  path: '/customers/{id}/hold',
  title: 'Place a legal hold',
  section: 'Customers',
  params: customerParams,
  action: 'customers.hold',
  confirm: true,
  submit: 'Place the legal hold',
  done: 'The data of the customer cannot be erased until two operators release the hold.',
  async prepare(visit: OfCustomer) {
    const found = await customerOf(visit);
    if (!found.ok) return found;
    const name = shownName(found.value);
    return ok({
      about: html`<p>
          A legal hold keeps the data of the customer for a case. It stops nothing else, and the platform does not learn
          of it.
        </p>
        ${definitions([
          ['Name', name],
          ['Customer', recordLink(visit, found.value.id)],
        ])}`,
      crumbs: [{ path: pathOfCustomer(visit, found.value.id), text: name }],
    });
  },
  fixes: ({ params: { id } }: OfCustomer) => ({ id }),
  leadsTo: (visit: OfCustomer) => `${pathOfCustomer(visit, visit.params.id)}/retention`,
});

const release = tenantForm({
  path: '/legal-holds/{id}/release',
  title: 'Release a legal hold',
  section: 'Customers',
  params: { id: idOf('LegalHold') },
  action: 'customers.release-hold',
  confirm: true,
  submit: 'Release the legal hold',
  done: 'The legal hold is released.',
  async prepare(visit: OfHold) {
    const { core, place, params, now } = visit;
    const found = await core.operators.reads.legalHold(place.tenant, params.id);
    if (found === null) return err('REFERENCE_NOT_FOUND', 'There is no such legal hold');
    const path = pathOfCustomer(visit, found.customerId);
    return ok({
      about: html`<p>A second operator has to approve it. The data are erased only if operators decide that too.</p>
        ${definitions([
          ['Customer', recordLink(visit, found.customerId)],
          ['Reason', found.reason],
          ['Case', found.caseReference],
          ['Held by', found.heldBy],
          ['Since', timeWithAge(found.createdAt, now)],
        ])}`,
      crumbs: [
        { path, text: 'Customer' },
        { path: `${path}/retention`, text: 'Retention' },
      ],
    });
  },
  fixes: ({ params: { id } }: OfHold) => ({ id }),
  leadsTo: (visit: OfHold, output) =>
    output === null ? `${visit.place.base}/customers` : `${pathOfCustomer(visit, output.customerId)}/retention`,
});

const erase = tenantForm({
  path: '/customers/{id}/erase',
  title: 'Erase the personal data',
  section: 'Customers',
  params: customerParams,
  action: 'customers.erase',
  confirm: true,
  submit: 'Erase the personal data',
  done: 'The hosts erase the data of the customer now.',
  async prepare(visit: OfCustomer) {
    const found = await customerOf(visit);
    if (!found.ok) return found;
    const name = shownName(found.value);
    return ok({
      about: html`<p>
          The personal data of the customer are overwritten for good, also in events and in the operator log. Ids,
          amounts, currencies, times and states stay. A second operator has to approve it. Export the data first if the
          person asked for them.
        </p>
        ${definitions([
          ['Name', name],
          ['Customer', recordLink(visit, found.value.id)],
        ])}`,
      crumbs: [{ path: pathOfCustomer(visit, found.value.id), text: name }],
    });
  },
  fixes: ({ params: { id } }: OfCustomer) => ({ id }),
  leadsTo: (visit: OfCustomer) => `${pathOfCustomer(visit, visit.params.id)}/retention`,
});

export const customerHoldForms: readonly Route[] = [hold, release, erase];
