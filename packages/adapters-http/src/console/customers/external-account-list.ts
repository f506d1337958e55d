import type { Id } from '@corridor/core';
import { splitTenant } from '@corridor/core/internal';
import type { ExternalAccount } from '@corridor/core/records';
import { recordLook } from '../kit/looks.js';
import { tenantList } from '../kit/list-page.js';
import type { Route } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { externalAccountColumns } from './account-tables.js';

const PATH = '/external-accounts';

/** The list of the external accounts of a customer. */
export const externalAccountsOf = ({ place }: TenantVisit, customerId: Id<'Customer'>): string =>
  `${place.base}${PATH}?customer=${encodeURIComponent(customerId)}`;

/** The external accounts of a platform, or of one of its customers. Who reads or exports them is in the log. */
export const externalAccountList: readonly Route[] = tenantList<ExternalAccount>({
  path: PATH,
  title: 'External accounts',
  section: 'Customers',
  isEntry: false,
  rows: 'external accounts',
  empty: 'This platform has no external accounts yet. Its API adds them.',
  async filters({ core, place, query }) {
    const customer = query.get('customer') ?? '';
    const name = (await core.operators.reads.partyNames(place.tenant, [customer])).get(customer);
    return [
      { name: 'customer', label: 'Customer', byLink: true, ...(name !== undefined && { choices: [[customer, name]] }) },
      {
        name: 'currency',
        label: 'Currency',
        choices: place.platform.supportedCurrencies.map(({ currencyCode }) => [currencyCode, currencyCode] as const),
      },
    ];
  },
  href: ({ id }, { place }) => `${place.base}${PATH}/${id}`,
  columns: ({ place }) => externalAccountColumns(place),
  beforeRead: (visit, filter) => {
    const customerId = filter.optionalId('customer', 'Customer');
    return customerId === undefined
      ? recordLook(visit, {
          action: 'external-accounts.look',
          subject: splitTenant(visit.place.tenant).platformId,
          what: 'list',
        })
      : recordLook(visit, { action: 'customers.look', subject: customerId, what: 'external accounts' });
  },
  beforeExport: (visit) => {
    const subject = splitTenant(visit.place.tenant).platformId;
    return recordLook(visit, { action: 'external-accounts.export', subject, what: 'CSV' });
  },
  async read(visit, filter, page) {
    const currencies = visit.place.platform.supportedCurrencies.map(({ currencyCode }) => currencyCode);
    const wanted = {
      customerId: filter.optionalId('customer', 'Customer'),
      currency: filter.optionalOneOf('currency', currencies),
    };
    const checked = filter.result(() => wanted);
    return checked.ok ? readIn(visit, visit.core.accounts.listExternal, { ...checked.value, ...page }) : checked;
  },
});
