import { ok, type Result, toIso } from '@corridor/core';
import { type Customer, CUSTOMER_TYPES, KYC } from '@corridor/core/records';
import { splitTenant, statesOf } from '@corridor/core/internal';
import { html } from '../../pages/html.js';
import { idText, status, timeWithAge, link } from '../kit/components.js';
import type { ConsoleField } from '../kit/fields.js';
import type { Entered } from '../kit/entered.js';
import { recordLook } from '../kit/looks.js';
import { onePage, tenantList } from '../kit/list-page.js';
import type { Route } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { isMine, MINE, readMine } from '../notes/mine.js';
import { shownName } from './identity.js';

/** Platforms without ids of their own have those that the service made: a list shows their end. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const STATUSES = statesOf(KYC);

const FILTERS: readonly ConsoleField[] = [
  { name: 'id', label: 'Id' },
  { name: 'platformCustomerId', label: 'Id of the platform' },
  { name: 'name', label: 'Name', hint: 'Or a part of it' },
  { name: 'status', label: 'KYC status', choices: choicesOf(STATUSES) },
  { name: 'type', label: 'Type', choices: choicesOf(CUSTOMER_TYPES) },
  { name: 'email', label: 'Email' },
  {
    name: 'deleted',
    label: 'Deleted customers',
    byDefault: 'hidden',
    choices: [
      ['hidden', 'Not shown'],
      ['shown', 'Shown too'],
    ],
  },
  MINE,
];

/** Names and emails are searched as by the search, and are in the log like it. */
async function recordSearch({ core, caller, place }: TenantVisit, filter: Entered): Promise<Result<void>> {
  const fields = Object.fromEntries(
    ['name', 'email'].flatMap((field) => {
      const text = filter.optionalText(field);
      return text === undefined ? [] : [[field, text] as const];
    }),
  );
  // What is wrong in the filter is shown by the list, which then reads nothing.
  if (Object.keys(fields).length === 0 || !filter.result(() => fields).ok) return ok();
  return core.operators.recordSearch(caller, place.tenant, { action: 'customers.search', fields });
}

export const customerList: readonly Route[] = tenantList<Customer>({
  path: '/customers',
  title: 'Customers',
  section: 'Customers',
  rows: 'customers',
  empty: ({ place }) =>
    html`This platform has no customers yet. Its API creates them. ${link(`${place.base}/tokens`, 'API tokens')}`,
  filters: FILTERS,
  above: ({ place }) => html`<p>${link(`${place.base}/external-accounts`, 'External accounts of all customers')}</p>`,
  href: ({ id }, { place }) => `${place.base}/customers/${id}`,
  columns: ({ place }) => [
    { title: 'Name', narrow: 'title', text: shownName },
    {
      title: 'KYC status',
      narrow: 'status',
      text: ({ kycStatus }) => kycStatus,
      show: ({ kycStatus, isDeleted, blockedAs }) =>
        isDeleted
          ? status('DELETED', 'bad')
          : html`${blockedAs !== null && status('BLOCKED', 'bad')} ${status(kycStatus)}`,
    },
    { title: 'Type', text: ({ customerType }) => customerType, show: ({ customerType }) => wordsOf(customerType) },
    { title: 'Region', text: ({ region }) => region ?? '' },
    {
      title: 'Id of the platform',
      text: ({ platformCustomerId }) => platformCustomerId,
      show: ({ platformCustomerId }) =>
        UUID.test(platformCustomerId) ? idText(platformCustomerId) : platformCustomerId,
    },
    { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
    {
      title: 'Created at',
      narrow: 'note',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
    },
  ],
  beforeRead: recordSearch,
  beforeExport: (visit) => {
    const subject = splitTenant(visit.place.tenant).platformId;
    return recordLook(visit, { action: 'customers.export', subject, what: 'CSV' });
  },
  async read(visit, filter, page) {
    if (isMine(filter)) return readMine(visit, filter, FILTERS, page, visit.core.operators.notes.customers);
    const wanted = {
      id: filter.optionalId('id', 'Customer'),
      platformCustomerId: filter.optionalText('platformCustomerId'),
      name: filter.optionalText('name'),
      kycStatus: filter.optionalOneOf('status', STATUSES),
      customerType: filter.optionalOneOf('type', CUSTOMER_TYPES),
      email: filter.optionalText('email'),
      isIncludingDeleted: filter.optionalOneOf('deleted', ['hidden', 'shown']) === 'shown',
    };
    const checked = filter.result(() => wanted);
    if (!checked.ok) return checked;
    const { id, ...others } = checked.value;
    if (id === undefined) return readIn(visit, visit.core.customers.list, { ...others, ...page });
    const found = await visit.core.operators.reads.customer(visit.place.tenant, id);
    return found === null ? ok({ data: [], hasMore: false }) : onePage([found]);
  },
});
