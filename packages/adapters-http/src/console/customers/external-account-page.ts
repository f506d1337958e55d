import { err, type Id, ok, type Result } from '@corridor/core';
import { payeeName } from '@corridor/core/internal';
import type { ExternalAccount } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { shownDetail } from '../kit/account-numbers.js';
import { code, definitions, notice, status, time } from '../kit/components.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { blockForms } from '../blocks/block-forms.js';
import { blockPart } from '../blocks/block-part.js';
import { heldPart } from '../blocks/held.js';

type OfPayee = TenantVisit<{ readonly id: Id<'ExternalAccount'> }>;

const params = { id: idOf('ExternalAccount') };

/** Deleted accounts too: they can be blocked. */
async function accountOf({ core, place, params: { id } }: OfPayee): Promise<Result<ExternalAccount>> {
  const account = await core.operators.reads.externalAccount(place.tenant, id);
  return account === null ? err('REFERENCE_NOT_FOUND', `the external account ${id} does not exist`) : ok(account);
}

const pathOf = ({ place, params: { id } }: OfPayee): string => `${place.base}/external-accounts/${id}`;

const crumbsOf = ({ place }: TenantVisit, { customerId }: ExternalAccount) =>
  customerId === null ? [] : [{ path: `${place.base}/customers/${customerId}`, text: 'Customer' }];

const details = ({ accountInfo }: ExternalAccount): readonly (readonly [string, string])[] =>
  Object.entries(accountInfo)
    .filter(([name, value]) => name !== 'accountType' && typeof value === 'string')
    .map(([name, value]) => [name, shownDetail(name, String(value))]);

const page = tenantPage({
  path: '/external-accounts/{id}',
  title: 'External account',
  section: 'Customers',
  params,
  shows: 'ExternalAccount',
  async show(visit: OfPayee) {
    const found = await accountOf(visit);
    if (!found.ok) return found;
    const account = found.value;
    const body = html`${account.isDeleted && notice('The external account is deleted.', 'bad')}
    ${definitions([
      ['Status', status(account.status)],
      ['Type', account.accountInfo.accountType],
      ['Currency', account.currency],
      [
        'Owner',
        account.customerId === null
          ? `${visit.place.platform.name} (the platform)`
          : recordLink(visit, account.customerId),
      ],
      ...details(account).map(([name, value]) => [name, code(value)] as const),
      ['Trusted since', time(account.trustedAt)],
      ['Added at', time(account.createdAt)],
      ['Id', code(account.id)],
    ])}
    ${await blockPart(visit, account, 'external-accounts', pathOf(visit))}
    ${account.blockedAs !== null && (await heldPart(visit, account.id))}`;
    return ok({ title: payeeName(account), body, crumbs: crumbsOf(visit, account) });
  },
});

export const externalAccountPages = [
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
      const about = definitions([
        ['Account', recordLink(visit, found.value.id)],
        ['Payee', payeeName(found.value)],
      ]);
      return ok({
        about,
        crumbs: [...crumbsOf(visit, found.value), { path: pathOf(visit), text: payeeName(found.value) }],
      });
    },
    fixes: ({ params: { id } }) => ({ id }),
  }),
];
