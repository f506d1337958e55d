import {
  type CurrencyCode,
  type Environment,
  ENVIRONMENTS,
  type Id,
  type LedgerEntry,
  ok,
  type Page,
  type PageRequest,
  type Result,
  toIso,
} from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { ENTRY_KINDS } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { code, type Column, definitions, link, money, section, table, time } from '../kit/components.js';
import { TIME_HINT } from '../kit/fields.js';
import type { Entered } from '../kit/entered.js';
import { houseList, tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { recordLink } from '../payments/timeline.js';
import { housePage, idOf, oneOf, type PageContent, type Route, tenantPage } from '../kit/route.js';
import { readAs, readIn, type TenantVisit, type Visit } from '../kit/visit.js';
import { auditPages } from './audits.js';
import { houseBalancePages, tenantBalancePages } from './balance-pages.js';
import { houseJournal, tenantJournal } from './journal-pages.js';

const ENTRY_FILTERS = [
  { name: 'account', label: 'Account', hint: 'Full name of a ledger account, such as fx:SANDBOX:USD' },
  { name: 'cause', label: 'Cause', hint: 'Id of the record that caused the entry' },
  { name: 'kind', label: 'Kind', choices: ENTRY_KINDS.map((each) => [each, each] as const) },
  { name: 'from', label: 'From', hint: TIME_HINT },
  { name: 'to', label: 'To', hint: TIME_HINT },
] as const;

function filterOf(entered: Entered, page: PageRequest) {
  const filter = {
    account: entered.optionalText('account'),
    cause: entered.optionalText('cause'),
    kind: entered.optionalOneOf('kind', ENTRY_KINDS),
    createdAfter: entered.optionalTime('from'),
    createdBefore: entered.optionalTime('to'),
    ...page,
  };
  return entered.result(() => filter);
}

/** What an entry moved: the sums of its positive lines, by currency. */
function movedBy({ postings }: LedgerEntry): readonly { readonly currency: CurrencyCode; readonly amount: bigint }[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { currency, amount } of postings) if (amount > 0n) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

const entryColumns = (
  entryPath: (id: string) => string,
  causeOf: (cause: string) => Html,
): readonly Column<LedgerEntry>[] => [
  {
    title: 'Time',
    text: ({ createdAt }) => toIso(createdAt),
    show: ({ id, createdAt }) => link(entryPath(id), time(createdAt)),
  },
  { title: 'Kind', text: ({ kind }) => kind },
  {
    title: 'Amounts',
    isNumber: true,
    text: (entry) =>
      movedBy(entry)
        .map(({ amount, currency }) => `${decimalText(amount, currency)} ${currency}`)
        .join(' '),
    show: (entry) => html`${movedBy(entry).map(({ amount, currency }) => html`<div>${money(amount, currency)}</div>`)}`,
  },
  { title: 'Cause', text: ({ cause }) => cause, show: ({ cause }) => causeOf(cause) },
  { title: 'Id', text: ({ id }) => id, show: ({ id }) => code(id) },
];

const entryList = tenantList<LedgerEntry>({
  path: '/ledger/entries',
  title: 'Entries',
  section: 'Ledger',
  rows: 'entries',
  isEntry: false,
  empty: 'There are no entries yet. Each movement of money is one.',
  filters: ENTRY_FILTERS,
  columns: (visit) =>
    entryColumns(
      (id) => `${visit.place.base}/ledger/entries/${id}`,
      (cause) => recordLink(visit, cause),
    ),
  async read(visit, entered, page): Promise<Result<Page<LedgerEntry>>> {
    const filter = filterOf(entered, page);
    return filter.ok ? readIn(visit, visit.core.ledger.entries, filter.value) : filter;
  },
});

type InEnvironment = Visit<{ readonly environment: Environment }>;
type OwnEntry = Visit<{ readonly environment: Environment; readonly id: Id<'JournalEntry'> }>;

const contextOf = ({ core, requestId }: Visit, environment: Environment) =>
  core.context(houseTenant(environment), { kind: 'system' }, requestId);

/** The entries that belong to no platform, such as those of the service's own money. */
const ownEntryList = houseList<LedgerEntry, { readonly environment: Environment }>({
  path: '/ledger/own/{environment}',
  title: 'Entries of the service itself',
  section: 'Ledger',
  rows: 'entries',
  params: { environment: oneOf(ENVIRONMENTS) },
  empty:
    'The service has booked nothing for itself. Bookings of its own money, and differences of statements, are here.',
  filters: ENTRY_FILTERS,
  columns: ({ base, params: { environment } }) => entryColumns((id) => `${base}/ledger/own/${environment}/${id}`, code),
  async read(visit: InEnvironment, entered, page): Promise<Result<Page<LedgerEntry>>> {
    const filter = filterOf(entered, page);
    if (!filter.ok) return filter;
    const { core } = visit;
    const context = contextOf(visit, visit.params.environment);
    return readAs(core, context, core.ledger.entries, filter.value);
  },
});

function entryPage({ id, kind, createdAt, postings }: LedgerEntry, causeLink: Html): PageContent {
  const body = html`${definitions([
    ['Kind', kind],
    ['Time', time(createdAt)],
    ['Cause', causeLink],
    ['Id', code(id)],
  ])}
  ${section(
    'lines',
    'Lines',
    table({
      caption: 'Lines',
      rows: postings,
      empty: 'The entry has no lines.',
      columns: [
        { title: 'Account', text: ({ account }) => account, show: ({ account }) => code(account) },
        {
          title: 'Amount',
          isNumber: true,
          text: ({ amount, currency }) => decimalText(amount, currency),
          show: ({ amount, currency }) => money(amount, currency),
        },
      ],
    }),
  )}`;
  return { title: `Entry ${kind}`, body };
}

const entry = tenantPage({
  path: '/ledger/entries/{id}',
  title: 'Entry',
  section: 'Ledger',
  params: { id: idOf('JournalEntry') },
  shows: 'JournalEntry',
  async show(visit: TenantVisit<{ readonly id: Id<'JournalEntry'> }>) {
    const found = await readIn(visit, visit.core.ledger.entry, { id: visit.params.id });
    if (!found.ok) return found;
    const crumbs = [{ path: `${visit.place.base}/ledger/entries`, text: 'Entries' }];
    return ok({ ...entryPage(found.value, recordLink(visit, found.value.cause)), crumbs });
  },
});

const ownEntry = housePage({
  path: '/ledger/own/{environment}/{id}',
  title: 'Entry of the service itself',
  section: 'Ledger',
  params: { environment: oneOf(ENVIRONMENTS), id: idOf('JournalEntry') },
  async show(visit: OwnEntry) {
    const { core, base } = visit;
    const { environment, id } = visit.params;
    const context = contextOf(visit, environment);
    const found = await readAs(core, context, core.ledger.entry, { id });
    if (!found.ok) return found;
    const crumbs = [{ path: `${base}/ledger/own/${environment}`, text: `The service itself, ${environment}` }];
    return ok({ ...entryPage(found.value, code(found.value.cause)), crumbs });
  },
});

export const ledgerPages: readonly Route[] = [
  ...houseBalancePages,
  houseJournal,
  ...ownEntryList,
  ownEntry,
  ...auditPages,
  ...tenantBalancePages,
  tenantJournal,
  ...entryList,
  entry,
];
