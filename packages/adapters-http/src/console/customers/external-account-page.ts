import { err, type Id, ok, type Result } from '@corridor/core';
import { payeeName } from '@corridor/core/internal';
import type { ExternalAccount } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { blockForms } from '../blocks/block-forms.js';
import { blockPart, wasBlocked } from '../blocks/block-part.js';
import { exceptionTable, heldPart } from '../blocks/held.js';
import { shownDetail } from '../kit/account-numbers.js';
import { code, definitions, link, notice, section, time, timeWithAge, smallCode } from '../kit/components.js';
import { recordLook } from '../kit/looks.js';
import { namedLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { paymentTable } from '../payments/payment-table.js';
import { accountTypeText, payeeStates } from './account-tables.js';
import { pathOfCustomer, read } from './customer.js';
import { labelOf } from './identity.js';

type OfPayee = TenantVisit<{ readonly id: Id<'ExternalAccount'> }>;

const params = { id: idOf('ExternalAccount') };

/** So many payments are on the page; the list of payments has all. */
const RECENT = 20;

/** The account, after the log has the look at it. Deleted accounts too: they can be blocked. */
async function accountOf(visit: OfPayee): Promise<Result<ExternalAccount>> {
  const { id } = visit.params;
  const account = await visit.core.operators.reads.externalAccount(visit.place.tenant, id);
  if (account === null) return err('REFERENCE_NOT_FOUND', `the external account ${id} does not exist`);
  const recorded = await recordLook(visit, { action: 'external-accounts.look', subject: id, what: 'details' });
  return recorded.ok ? ok(account) : recorded;
}

const pathOf = ({ place, params: { id } }: OfPayee): string => `${place.base}/external-accounts/${id}`;

/** The name of the owner: of the customer, or of the platform. */
async function ownerNameOf({ core, place }: TenantVisit, { customerId }: ExternalAccount): Promise<string> {
  if (customerId === null) return place.platform.name;
  return (await core.operators.reads.partyNames(place.tenant, [customerId])).get(customerId) ?? 'Customer';
}

const crumbsOf = (visit: TenantVisit, { customerId }: ExternalAccount, owner: string) =>
  customerId === null ? [] : [{ path: pathOfCustomer(visit, customerId), text: owner }];

const details = ({ accountInfo }: ExternalAccount): readonly (readonly [string, string])[] =>
  Object.entries(accountInfo)
    .filter(([name, value]) => name !== 'accountType' && typeof value === 'string')
    .map(([name, value]) => [labelOf(name), shownDetail(name, String(value))]);

const page = tenantPage({
  path: '/external-accounts/{id}',
  title: 'External account',
  section: 'Customers',
  params,
  shows: 'ExternalAccount',
  async show(visit: OfPayee) {
    const { core, place } = visit;
    const found = await accountOf(visit);
    if (!found.ok) return found;
    const account = found.value;
    const owner = await ownerNameOf(visit, account);
    const payments = await read(readIn(visit, core.payments.search, { account: account.id, limit: RECENT }));
    const open = await core.operators.reads.openExceptionsAbout(place.tenant, account.id);
    const all = `${place.base}/payments?account=${encodeURIComponent(account.id)}`;
    const body = html`<p class="states">${payeeStates(account)}</p>
      ${account.isDeleted && notice('The external account is deleted.', 'bad')}
      ${definitions([
        [
          'Owner',
          account.customerId === null ? `${owner} (the platform)` : namedLink(visit, account.customerId, owner),
        ],
        ['Currency', account.currency],
        [
          'Type',
          html`${accountTypeText(account.accountInfo.accountType)} ${smallCode(account.accountInfo.accountType)}`,
        ],
        ...details(account).map(([name, value]) => [name, code(value)] as const),
        ['Trusted since', time(account.trustedAt)],
        ['Added at', timeWithAge(account.createdAt, place.context.now)],
        ['Id', code(account.id)],
      ])}
      <p class="hint">Opening this page is in the log with your name.</p>
      ${account.blockedAs === null && open.exceptions.length > 0 && section('exceptions', 'Open exceptions', await exceptionTable(visit, open))}
      ${section(
        'payments',
        'Newest payments',
        html`${await paymentTable(visit, payments.data, 'No payment has gone to or come from this account yet.')}
        ${payments.data.length > 0 && html`<p>${link(all, 'All payments of the account')}</p>`}`,
      )}
      ${await blockPart(visit, account, 'external-accounts', pathOf(visit))}
      ${(await wasBlocked(visit, account)) && (await heldPart(visit, account.id))}`;
    return ok({ title: payeeName(account), body, crumbs: crumbsOf(visit, account, owner) });
  },
});

export const externalAccountPages: readonly Route[] = [
  page,
  ...blockForms<{ readonly id: Id<'ExternalAccount'> }>({
    kind: 'external-accounts',
    path: '/external-accounts/{id}',
    params,
    section: 'Customers',
    name: 'the external account',
    stops:
      'Quotes and transfers to and from the account are refused, and payouts to it that no rail has yet are held. Money that arrives is credited as before, and other accounts of its owner are not stopped.',
    pathOf,
    async shown(visit) {
      const found = await accountOf(visit);
      if (!found.ok) return found;
      const account = found.value;
      const owner = await ownerNameOf(visit, account);
      const about = definitions([
        ['Payee', namedLink(visit, account.id, payeeName(account))],
        ['Owner', owner],
      ]);
      const crumbs = [...crumbsOf(visit, account, owner), { path: pathOf(visit), text: payeeName(account) }];
      return ok({ about, crumbs });
    },
    fixes: ({ params: { id } }) => ({ id }),
  }),
];
