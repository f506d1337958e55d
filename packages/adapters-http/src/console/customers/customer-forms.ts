import { type Id, ok } from '@corridor/core';
import { blockForms } from '../blocks/block-forms.js';
import { definitions } from '../kit/components.js';
import { limitForms } from '../limits/limit-forms.js';
import { recordLink } from '../kit/record-link.js';
import type { Route } from '../kit/route.js';
import { tenantNotePages } from '../notes/note-pages.js';
import { customerOf, customerParams, pathOfCustomer } from './customer.js';
import { shownName } from './identity.js';

export const customerBlockForms: readonly Route[] = blockForms<{ readonly id: Id<'Customer'> }>({
  kind: 'customers',
  path: '/customers/{id}',
  params: customerParams,
  section: 'Customers',
  name: 'the customer',
  stops:
    'What the customer starts is refused. Money that arrives for it, refunds to outside payers and payouts that no rail has yet are held for a decision. What a bank has paid already is booked, and so is a payout that comes back. Payments that a bank has go on, and are listed afterwards.',
  pathOf: (visit) => `${pathOfCustomer(visit, visit.params.id)}/blocks`,
  async shown(visit) {
    const found = await customerOf(visit);
    if (!found.ok) return found;
    const customer = found.value;
    const about = definitions([
      ['Name', shownName(customer)],
      ['Customer', recordLink(visit, customer.id)],
    ]);
    const path = pathOfCustomer(visit, customer.id);
    return ok({ about, crumbs: [{ path, text: shownName(customer) }] });
  },
  fixes: ({ params: { id } }) => ({ id }),
});

export const customerLimitForms: readonly Route[] = limitForms<{ readonly id: Id<'Customer'> }>({
  path: '/customers/{id}',
  section: 'Customers',
  params: customerParams,
  pathOf: (visit) => pathOfCustomer(visit, visit.params.id),
  home: (visit) => `${pathOfCustomer(visit, visit.params.id)}/limits`,
  async found(visit) {
    const found = await customerOf(visit);
    return found.ok ? ok({ name: shownName(found.value), customer: found.value }) : found;
  },
  customerId: ({ params: { id } }) => id,
});

export const customerNotePages: readonly Route[] = tenantNotePages({
  path: '/customers/{id}',
  params: customerParams,
  section: 'Customers',
  pathOf: (visit) => `${pathOfCustomer(visit, visit.params.id)}/notes`,
  async shown(visit) {
    const found = await customerOf({ ...visit, params: { id: visit.params.id as Id<'Customer'> } });
    if (!found.ok) return found;
    const name = shownName(found.value);
    const path = pathOfCustomer(visit, found.value.id);
    return ok({
      tenant: visit.place.tenant,
      about: definitions([['Customer', name]]),
      crumbs: [{ path, text: name }],
    });
  },
});
