import { externalAccountsOf } from './external-account-list.js';
import { type Dossier, ok, type Result, type ScaStanding, toIso } from '@corridor/core';
import type { Customer } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { blockPart, wasBlocked } from '../blocks/block-part.js';
import { exceptionTable, heldPart } from '../blocks/held.js';
import { screeningPart } from '../cases/screening-part.js';
import {
  actions,
  code,
  codeInWords,
  definitions,
  link,
  notice,
  section,
  status,
  table,
  tabs,
  time,
  timeWithAge,
} from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import { recordLook } from '../kit/looks.js';
import { type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { limitsOfCustomer } from '../limits/limit-table.js';
import { notePart } from '../notes/note-part.js';
import { paymentTable } from '../payments/payment-table.js';
import { kindOfVerification } from './kind-of-verification.js';
import { accountTable, externalAccountTable } from './account-tables.js';
import { agentTable } from './agent-tables.js';
import { cardTable } from './card-tables.js';
import { exportLink } from './customer-export.js';
import { customerOf, customerParams, type OfCustomer, pathOfCustomer, read } from './customer.js';
import { summaryOf } from './customer-summary.js';
import { retentionPart } from './retention-part.js';
import { identityOf, ownerTable, shownName } from './identity.js';

/** So many rows of each kind are in a tab; the lists have all of them. */
const SHOWN = 20;

interface Tab {
  /** Below the path of the customer; empty for the first tab. */
  readonly path: string;
  readonly text: string;
  /** Reads what this tab alone shows. */
  readonly show: (visit: OfCustomer, customer: Customer) => Promise<Result<Html>>;
}

const recordFacts = ({ place: { context } }: TenantVisit, customer: Customer): Html =>
  definitions([
    ['Type', codeInWords(customer.customerType)],
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
    ['Created at', timeWithAge(customer.createdAt, context.now)],
    ['Changed at', timeWithAge(customer.updatedAt, context.now)],
    ['Id', code(customer.id)],
  ]);

async function accountsTab(visit: OfCustomer, customer: Customer): Promise<Result<Html>> {
  const { core } = visit;
  const customerId = customer.id;
  const recorded = await recordLook(visit, { action: 'customers.look', subject: customerId, what: 'accounts' });
  if (!recorded.ok) return recorded;
  const accounts = await read(readIn(visit, core.accounts.inspectAll, { customerId }));
  const external = await read(readIn(visit, core.accounts.listExternal, { customerId, limit: SHOWN }));
  return ok(
    html`${section(
        'accounts',
        'Internal accounts',
        accountTable(
          visit,
          accounts,
          html`The customer has no accounts: they are opened when its
          ${link(`${pathOfCustomer(visit, customerId)}/verification`, 'verification')} is approved.`,
        ),
      )}
      ${section(
        'external-accounts',
        'External accounts',
        html`${externalAccountTable(visit, external.data, 'The customer has no external accounts. The API of the platform adds them.')}
        ${external.hasMore && html`<p class="hint">The newest ${SHOWN} are shown. ${link(externalAccountsOf(visit, customerId), 'All external accounts')}</p>`}`,
      )}
      ${section('record', 'The record', recordFacts(visit, customer))}
      <p class="hint">Opening this tab is in the log with your name.</p>`,
  );
}

async function paymentsTab(visit: OfCustomer, { id }: Customer): Promise<Result<Html>> {
  const { core, place } = visit;
  const { data } = await read(readIn(visit, core.payments.search, { customerId: id, limit: SHOWN }));
  const all = `${place.base}/payments?customer=${encodeURIComponent(id)}`;
  return ok(
    section(
      'payments',
      'Newest payments',
      html`${await paymentTable(visit, data, 'The customer has no payments yet. One begins when the platform executes a quote, makes a transfer or gets money.')}
      ${data.length > 0 && html`<p>${link(all, 'All payments')}</p>`}`,
    ),
  );
}

async function identityTab(visit: OfCustomer, { id: customerId }: Customer): Promise<Result<Html>> {
  const recorded = await recordLook(visit, { action: 'customers.look', subject: customerId, what: 'identity' });
  if (!recorded.ok) return recorded;
  const found = await readIn(visit, visit.core.verification.dossier, { customerId });
  if (!found.ok) return found;
  const dossier = found.value;
  const path = pathOfCustomer(visit, customerId);
  return ok(
    html`${section(
      'identity',
      'Identity',
      html`${identityOf(dossier)}
        ${actions(actionButton(visit, 'numbers.reveal', `${path}/numbers`, 'Show the numbers…'), exportLink(visit, path))}
        <p class="hint">Opening this tab is in the log with your name.</p>`,
    )}
    ${dossier.customer.customerType === 'BUSINESS' && section('owners', 'Owners', ownerTable(visit, dossier))}`,
  );
}

const verificationTable = ({ place }: TenantVisit, { verifications }: Dossier): Html =>
  table({
    caption: 'Verifications',
    empty: 'The customer was not submitted for verification yet. The API of the platform submits it.',
    rows: verifications,
    href: ({ id }) => `${place.base}/verifications/${id}`,
    columns: [
      {
        title: 'Verification',
        narrow: 'title',
        text: kindOfVerification,
      },
      {
        title: 'Status',
        narrow: 'status',
        text: ({ verificationStatus }) => verificationStatus,
        show: ({ verificationStatus }) => status(verificationStatus),
      },
      { title: 'Provider', text: ({ provider }) => provider, show: ({ provider }) => wordsOf(provider) },
      { title: 'Errors', isNumber: true, text: ({ errors }) => String(errors.length) },
      {
        title: 'Submitted at',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
      },
    ],
  });

async function verificationTab(visit: OfCustomer, { id, identityReviews }: Customer): Promise<Result<Html>> {
  const found = await readIn(visit, visit.core.verification.dossier, { customerId: id });
  if (!found.ok) return found;
  return ok(
    html`${identityReviews.length > 0 && notice('A change of the identity is not decided yet.')}
    ${section('verification', 'Verifications', verificationTable(visit, found.value))}`,
  );
}

function authentication({ place }: TenantVisit, { isRegulated, factors, lock, resets }: ScaStanding): Html {
  if (!isRegulated && resets.length === 0)
    return html`<p class="empty">The customer's region needs no strong authentication.</p>`;
  return html`${lock.lockedUntil !== null && notice(html`Locked until ${time(lock.lockedUntil)} after ${lock.failedAttempts} failures.`, 'bad')}
  ${table({
    caption: 'Factors',
    empty: 'The customer has no factor yet. The app of the platform enrols one.',
    rows: factors,
    columns: [
      { title: 'Factor', text: ({ factor }) => wordsOf(factor) },
      { title: 'Name', text: ({ name }) => name ?? '' },
      { title: 'Id', text: ({ credentialId }) => credentialId ?? '', show: ({ credentialId }) => code(credentialId) },
    ],
  })}
  ${
    resets.length > 0 &&
    html`<h3>Resets of factors</h3>
      ${table({
        caption: 'Resets of factors',
        empty: '',
        rows: resets,
        href: ({ id }) => `${place.base}/resets/${id}`,
        columns: [
          { title: 'Lost factor', narrow: 'title', text: ({ factor }) => wordsOf(factor) },
          { title: 'Status', narrow: 'status', text: (reset) => reset.status, show: (reset) => status(reset.status) },
          {
            title: 'Started at',
            narrow: 'note',
            text: ({ createdAt }) => toIso(createdAt),
            show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
          },
        ],
      })}`
  }`;
}

async function securityTab(visit: OfCustomer, { id }: Customer): Promise<Result<Html>> {
  const standing = await read(readIn(visit, visit.core.sca.standing, { customerId: id }));
  return ok(section('security', 'Strong authentication', authentication(visit, standing)));
}

async function exceptionsTab(visit: OfCustomer, { id }: Customer): Promise<Result<Html>> {
  const open = await visit.core.operators.reads.openExceptionsAbout(visit.place.tenant, id);
  return ok(section('exceptions', 'Open exceptions', await exceptionTable(visit, open)));
}

async function blocksTab(visit: OfCustomer, customer: Customer): Promise<Result<Html>> {
  return ok(
    html`${await blockPart(visit, customer, 'customers', pathOfCustomer(visit, customer.id))}
    ${(await wasBlocked(visit, customer)) && (await heldPart(visit, customer.id))}`,
  );
}

const TABS: readonly Tab[] = [
  { path: '', text: 'Accounts', show: accountsTab },
  { path: '/payments', text: 'Payments', show: paymentsTab },
  { path: '/identity', text: 'Identity', show: identityTab },
  { path: '/verification', text: 'Verification', show: verificationTab },
  { path: '/security', text: 'Security', show: securityTab },
  {
    path: '/agents',
    text: 'Agents',
    show: async (visit, { id }) => ok(section('agents', 'Agents', await agentTable(visit, id))),
  },
  {
    path: '/cards',
    text: 'Cards',
    show: async (visit, { id }) => ok(section('cards', 'Cards', await cardTable(visit, id))),
  },
  {
    path: '/limits',
    text: 'Limits',
    show: async (visit, { id }) =>
      ok(section('limits', 'Limits', await limitsOfCustomer(visit, id, pathOfCustomer(visit, id)))),
  },
  { path: '/exceptions', text: 'Exceptions', show: exceptionsTab },
  {
    path: '/screening',
    text: 'Screening',
    show: async (visit, { id }) => ok(await screeningPart(visit, id)),
  },
  { path: '/blocks', text: 'Blocks', show: blocksTab },
  {
    path: '/retention',
    text: 'Retention',
    show: async (visit, customer) => ok(await retentionPart(visit, customer)),
  },
  {
    path: '/notes',
    text: 'Notes',
    show: async (visit, customer) => ok(await notePart(visit, customer, pathOfCustomer(visit, customer.id))),
  },
];

const tabPage = ({ path, text, show }: Tab): Route =>
  tenantPage({
    path: `/customers/{id}${path}`,
    title: path === '' ? 'Customer' : `${text} of a customer`,
    section: 'Customers',
    params: customerParams,
    ...(path === '' && { shows: 'Customer' as const }),
    async show(visit: OfCustomer) {
      const found = await customerOf(visit);
      if (!found.ok) return found;
      const customer = found.value;
      const own = pathOfCustomer(visit, customer.id);
      const shown = await show(visit, customer);
      if (!shown.ok) return shown;
      const items = TABS.map((tab) => ({ path: `${own}${tab.path}`, text: tab.text, isCurrent: tab.path === path }));
      const body = html`${await summaryOf(visit, customer)} ${tabs('Parts of the customer', items)} ${shown.value}`;
      return ok({ title: shownName(customer), body });
    },
  });

export const customerTabs: readonly Route[] = TABS.map(tabPage);
