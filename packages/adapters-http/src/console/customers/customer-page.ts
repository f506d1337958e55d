import { err, type Dossier, type Id, ok, type Result, type ScaStanding, toIso } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { blockForms } from '../blocks/block-forms.js';
import { blockPart } from '../blocks/block-part.js';
import { heldPart } from '../blocks/held.js';
import { actions, code, definitions, link, notice, section, status, table, time } from '../kit/components.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { actionButton } from '../kit/form-page.js';
import { tenantNotePages } from '../notes/note-pages.js';
import { notePart } from '../notes/note-part.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { accountTable, externalAccountTable } from './account-tables.js';
import { actionTable } from './agent-pages.js';
import { identityOf, ownerName, shownName } from './identity.js';
import { paymentTable } from '../payments/payment-table.js';

type OfCustomer = TenantVisit<{ readonly id: Id<'Customer'> }>;

/** So many rows of each kind are on the page; the lists have all of them. */
const SHOWN = 20;

/** The value of a read that cannot fail after the customer was found. */
async function shown<T>(read: Promise<Result<T>>): Promise<T> {
  const result = await read;
  if (!result.ok) throw new Error(`a read for the page of a customer failed: ${result.error.message}`);
  return result.value;
}

const overview = ({ customer }: Dossier): Html =>
  definitions([
    ['KYC status', status(customer.kycStatus)],
    ['Type', customer.customerType],
    ['Id of the platform', code(customer.platformCustomerId)],
    ['Account of the platform', customer.platformAccountId],
    ['Note of the platform', customer.description],
    ['UMA address', code(customer.umaAddress)],
    ['Currencies', customer.currencies.join(', ')],
    [
      'Accepted the terms',
      customer.endUserTermsConsent === null
        ? null
        : html`${time(customer.endUserTermsConsent.acceptedAt)}, version ${customer.endUserTermsConsent.termsVersion}`,
    ],
    ['Created at', time(customer.createdAt)],
    ['Changed at', time(customer.updatedAt)],
    ['Id', code(customer.id)],
  ]);

const verificationTable = ({ place }: TenantVisit, { verifications }: Dossier): Html =>
  table({
    caption: 'Verifications',
    empty: 'The customer was not submitted for verification yet.',
    rows: verifications,
    columns: [
      {
        title: 'Verification',
        text: ({ id }) => id,
        show: ({ id, isChange }) =>
          link(`${place.base}/verifications/${id}`, isChange ? 'Change of the identity' : 'First verification'),
      },
      {
        title: 'Status',
        text: ({ verificationStatus }) => verificationStatus,
        show: ({ verificationStatus }) => status(verificationStatus),
      },
      { title: 'Decided by', text: ({ provider }) => provider },
      { title: 'Errors', isNumber: true, text: ({ errors }) => String(errors.length) },
      { title: 'Submitted at', text: ({ createdAt }) => toIso(createdAt), show: ({ createdAt }) => time(createdAt) },
    ],
  });

const ownerTable = ({ place }: TenantVisit, { owners }: Dossier): Html =>
  table({
    caption: 'Owners',
    empty: 'The business has no owners yet.',
    rows: owners,
    columns: [
      {
        title: 'Name',
        text: ownerName,
        show: (row) => link(`${place.base}/owners/${row.owner.id}`, ownerName(row)),
      },
      {
        title: 'Status',
        text: ({ owner }) => owner.kycStatus,
        show: ({ owner }) => (owner.deletedAt === null ? status(owner.kycStatus) : status('DELETED', 'bad')),
      },
      { title: 'Roles', text: ({ owner }) => owner.roles.join(', ') },
      { title: 'Share', isNumber: true, text: ({ owner }) => `${owner.ownershipPpm / 10_000} %` },
    ],
  });

function authentication(visit: TenantVisit, { isRegulated, factors, lock, resets }: ScaStanding): Html {
  if (!isRegulated && resets.length === 0) return html`<p>The customer's region needs no strong authentication.</p>`;
  return html`${lock.lockedUntil !== null && notice(html`Locked until ${time(lock.lockedUntil)} after ${lock.failedAttempts} failures.`, 'bad')}
  ${table({
    caption: 'Factors',
    empty: 'The customer has no factor yet.',
    rows: factors,
    columns: [
      { title: 'Factor', text: ({ factor }) => factor },
      { title: 'Name', text: ({ name }) => name ?? '' },
      { title: 'Id', text: ({ credentialId }) => credentialId ?? '', show: ({ credentialId }) => code(credentialId) },
    ],
  })}
  ${
    resets.length > 0 &&
    table({
      caption: 'Resets of factors',
      empty: '',
      rows: resets,
      columns: [
        { title: 'Reset', text: ({ id }) => id, show: ({ id }) => recordLink(visit, id) },
        { title: 'Factor', text: ({ factor }) => factor },
        { title: 'Status', text: (reset) => reset.status, show: (reset) => status(reset.status) },
        { title: 'Started at', text: ({ createdAt }) => toIso(createdAt), show: ({ createdAt }) => time(createdAt) },
      ],
    })
  }`;
}

async function agents(visit: TenantVisit, customerId: string): Promise<Html> {
  const { data } = await shown(readIn(visit, visit.core.agents.list, { customerId, limit: SHOWN }));
  const list = table({
    caption: 'Agents',
    empty: 'No agent acts for the customer.',
    rows: data,
    columns: [
      {
        title: 'Name',
        text: ({ agent }) => agent.name,
        show: ({ agent }) => link(`${visit.place.base}/agents/${agent.id}`, agent.name),
      },
      {
        title: 'Status',
        text: () => '',
        show: ({ agent }) =>
          agent.isPaused ? status('PAUSED', 'bad') : status(agent.isConnected ? 'CONNECTED' : 'NOT CONNECTED'),
      },
      { title: 'Payments', text: ({ agent }) => agent.policy.defaultExecutionMode },
      { title: 'Created at', text: () => '', show: ({ agent }) => time(agent.createdAt) },
    ],
  });
  if (data.length === 0) return list;
  const recent = await shown(readIn(visit, visit.core.agents.actions, { customerId, limit: SHOWN }));
  return html`${list}
    <h3>Recent actions</h3>
    ${actionTable(visit, recent.data)}`;
}

async function cards(visit: TenantVisit, cardholderId: string): Promise<Html> {
  const { data } = await shown(readIn(visit, visit.core.cards.list, { cardholderId, limit: SHOWN }));
  return table({
    caption: 'Cards',
    empty: 'The customer has no cards.',
    rows: data,
    columns: [
      {
        title: 'Card',
        text: ({ id }) => id,
        show: ({ id, brand, last4 }) =>
          link(`${visit.place.base}/cards/${id}`, last4 === null ? 'Ordered' : `${brand} …${last4}`),
      },
      { title: 'Status', text: ({ state }) => state, show: ({ state }) => status(state) },
      { title: 'Currency', text: ({ currency }) => currency },
      { title: 'Ordered at', text: () => '', show: ({ createdAt }) => time(createdAt) },
    ],
  });
}

const params = { id: idOf('Customer') };

const pathOf = ({ place, params: { id } }: OfCustomer): string => `${place.base}/customers/${id}`;

export const customerBlockForms: readonly Route[] = blockForms<{ readonly id: Id<'Customer'> }>({
  kind: 'customers',
  path: '/customers/{id}',
  params,
  section: 'Customers',
  name: 'the customer',
  stops:
    'What the customer starts is refused. Money that arrives for it or comes back, and payouts that no rail has yet, are held for a decision. What the outside has settled already is booked. Payments at the bank go on: they are listed afterwards.',
  pathOf,
  async shown(visit) {
    const found = await readIn(visit, visit.core.verification.dossier, { customerId: visit.params.id });
    if (!found.ok) return found;
    const { customer } = found.value;
    const about = definitions([
      ['Customer', recordLink(visit, customer.id)],
      ['Name', shownName(customer)],
    ]);
    return ok({ about, crumbs: [{ path: pathOf(visit), text: shownName(customer) }] });
  },
  fixes: ({ params: { id } }) => ({ id }),
});

export const customerNotePages: readonly Route[] = tenantNotePages({
  path: '/customers/{id}',
  params,
  section: 'Customers',
  pathOf: ({ place, params: { id } }) => `${place.base}/customers/${id}`,
  async shown(visit) {
    const { tenant, base } = visit.place;
    const customer = await visit.core.operators.reads.customer(tenant, visit.params.id);
    if (customer === null) return err('REFERENCE_NOT_FOUND', 'There is no such customer');
    const name = shownName(customer);
    const about = definitions([['Customer', name]]);
    return ok({ tenant, about, crumbs: [{ path: `${base}/customers/${customer.id}`, text: name }] });
  },
});

export const customerPage: Route = tenantPage({
  path: '/customers/{id}',
  title: 'Customer',
  section: 'Customers',
  params,
  shows: 'Customer',
  async show(visit: OfCustomer) {
    const { core } = visit;
    const customerId = visit.params.id;
    const found = await readIn(visit, core.verification.dossier, { customerId });
    if (!found.ok) return found;
    const dossier = found.value;
    const { customer } = dossier;
    const accounts = await shown(readIn(visit, core.accounts.inspectAll, { customerId }));
    const external = await shown(readIn(visit, core.accounts.listExternal, { customerId, limit: SHOWN }));
    const payments = await shown(readIn(visit, core.payments.search, { customerId, limit: SHOWN }));
    const standing = await shown(readIn(visit, core.sca.standing, { customerId }));
    const body = html`${customer.isDeleted && notice('The platform has deleted this customer.', 'bad')}
    ${customer.identityReviews.length > 0 && notice('A change of the identity is not decided yet; see Verification.')}
    ${overview(dossier)} ${await blockPart(visit, customer, 'customers', pathOf(visit))}
    ${customer.blockedAs !== null && (await heldPart(visit, customerId))}
    ${await notePart(visit, customer, pathOf(visit))} ${section('accounts', 'Accounts', accountTable(visit, accounts))}
    ${section('payments', 'Recent payments', paymentTable(visit, payments.data))}
    ${section(
      'identity',
      'Identity',
      html`${identityOf(dossier)}
      ${actions(actionButton(visit, 'numbers.reveal', `${pathOf(visit)}/numbers`, 'Show the numbers…'))}`,
    )}
    ${section('verification', 'Verification', verificationTable(visit, dossier))}
    ${customer.customerType === 'BUSINESS' && section('owners', 'Owners', ownerTable(visit, dossier))}
    ${section(
      'external-accounts',
      'External accounts',
      html`${externalAccountTable(visit, external.data)}
      ${external.hasMore && html`<p class="hint">The newest ${SHOWN} are shown.</p>`}`,
    )}
    ${section('authentication', 'Strong authentication', authentication(visit, standing))}
    ${section('agents', 'Agents', await agents(visit, customerId))}
    ${section('cards', 'Cards', await cards(visit, customerId))}`;
    return ok({ title: shownName(customer), body });
  },
});
