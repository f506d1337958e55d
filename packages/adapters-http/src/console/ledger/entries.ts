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
  type TenantKey,
  toIso,
} from '@corridor/core';
import { accountClass, houseTenant } from '@corridor/core/internal';
import { ENTRY_KINDS } from '@corridor/core/records';
import { TREASURY } from '../rails/shortfalls.js';
import { html } from '../../pages/html.js';
import {
  code,
  codeInWords,
  type Column,
  definitions,
  idText,
  link,
  linkIf,
  money,
  section,
  shortIds,
  timeWithAge,
} from '../kit/components.js';
import { timeField } from '../kit/fields.js';
import type { Entered } from '../kit/entered.js';
import { houseList, tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { housePage, idOf, oneOf, type PageContent, type Route, tenantPage } from '../kit/route.js';
import { readAs, readIn, type TenantVisit, type Visit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { accountLink, classOf } from '../kit/ledger-accounts.js';
import { bookTable, SIGN_RULE } from '../kit/book-table.js';

const ENTRY_FILTERS = [
  { name: 'account', label: 'Account', byLink: true },
  { name: 'cause', label: 'Cause', byLink: true },
  { name: 'kind', label: 'Kind', choices: choicesOf(ENTRY_KINDS) },
  timeField('from', 'From'),
  timeField('to', 'To'),
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

/** A journal entry with what its cause is called. */
interface Row {
  readonly entry: LedgerEntry;
  readonly causeName: string | null;
}

/** What an entry moved: the sums of its credits, which are those of its debits, by currency. */
function movedBy({ postings }: LedgerEntry): readonly { readonly currency: CurrencyCode; readonly amount: bigint }[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const { currency, amount } of postings) if (amount > 0n) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** The path of the record that caused an entry; null if no page shows it. */
type CausePath = (cause: string) => string | null;

/** The columns of the page; those of the file have kept their titles and their order. */
const entryColumns = (now: Visit['now'], causePath: CausePath): readonly Column<Row>[] => [
  {
    title: 'Time',
    narrow: 'note',
    text: ({ entry }) => toIso(entry.createdAt),
    show: ({ entry }) => timeWithAge(entry.createdAt, now),
  },
  { title: 'Kind', narrow: 'title', text: ({ entry }) => entry.kind, show: ({ entry }) => wordsOf(entry.kind) },
  {
    title: 'Amounts',
    narrow: 'amount',
    isNumber: true,
    text: ({ entry }) =>
      movedBy(entry)
        .map(({ amount, currency }) => `${decimalText(amount, currency)} ${currency}`)
        .join(' '),
    show: ({ entry }) =>
      html`${movedBy(entry).map(({ amount, currency }) => html`<div>${money(amount, currency)}</div>`)}`,
  },
  {
    title: 'Cause',
    narrow: 'status',
    text: ({ entry }) => entry.cause,
    show: ({ entry, causeName }) => linkIf(causePath(entry.cause), causeName ?? idText(entry.cause)),
  },
  { title: 'Id', text: ({ entry }) => entry.id, show: ({ entry }) => idText(entry.id) },
];

async function rowsOf({ core }: Visit, tenant: TenantKey, page: Result<Page<LedgerEntry>>): Promise<Result<Page<Row>>> {
  if (!page.ok) return page;
  const { data, ...rest } = page.value;
  const names = await core.operators.reads.recordNames(data.map(({ cause }) => ({ tenant, id: cause })));
  return ok({ ...rest, data: data.map((entry) => ({ entry, causeName: names.get(entry.cause) ?? null })) });
}

const ABOUT_LIST = html`<p class="hint">
  The amount of an entry is the sum of its debits in each currency, which is equal to the sum of its credits.
</p>`;

const entryList = tenantList<Row>({
  path: '/ledger/entries',
  title: 'Entries',
  section: 'Ledger',
  rows: 'entries',
  isEntry: false,
  empty: ({ place }) =>
    html`There are no entries yet. Each movement of money is one.
    ${place !== null && link(`${place.base}/payments`, 'Payments')}`,
  filters: ENTRY_FILTERS,
  above: () => ABOUT_LIST,
  href: ({ entry }, { place }) => `${place.base}/ledger/entries/${entry.id}`,
  columns: ({ pathOf, place }) => entryColumns(place.context.now, (id) => pathOf({ tenant: place.tenant, id })),
  async read(visit, entered, page) {
    const filter = filterOf(entered, page);
    if (!filter.ok) return filter;
    return rowsOf(visit, visit.place.tenant, await readIn(visit, visit.core.ledger.entries, filter.value));
  },
});

type InEnvironment = Visit<{ readonly environment: Environment }>;
type OwnEntry = Visit<{ readonly environment: Environment; readonly id: Id<'JournalEntry'> }>;

const contextOf = ({ core, requestId }: Visit, environment: Environment) =>
  core.context(houseTenant(environment), { kind: 'system' }, requestId);

/** The entries that belong to no platform, such as those of the service's own money. */
const ownEntryList = houseList<Row, { readonly environment: Environment }>({
  path: '/ledger/own/{environment}',
  title: 'Entries of the service itself',
  section: 'Ledger',
  rows: 'entries',
  params: { environment: oneOf(ENVIRONMENTS) },
  empty: ({ base, entryOf }) =>
    html`The service has booked nothing for itself. Bookings of its own money, and differences of statements, are here:
    ${linkIf(entryOf('Rails') && `${base}${TREASURY}`, 'the money of the service')} has the forms that book, and
    ${linkIf(entryOf('Reconciliation'), 'Reconciliation')} records differences.`,
  filters: ENTRY_FILTERS,
  above: () => ABOUT_LIST,
  href: ({ entry }, { base, params: { environment } }) => `${base}/ledger/own/${environment}/${entry.id}`,
  columns: ({ now, pathOf, params: { environment } }) =>
    entryColumns(now, (id) => pathOf({ tenant: houseTenant(environment), id })),
  async read(visit: InEnvironment, entered, page) {
    const filter = filterOf(entered, page);
    if (!filter.ok) return filter;
    const context = contextOf(visit, visit.params.environment);
    return rowsOf(visit, context.tenant, await readAs(visit.core, context, visit.core.ledger.entries, filter.value));
  },
});

/** `entries` is the list that is filtered by the account of a line. */
async function entryPage(
  { core, now, pathOf }: Visit,
  tenant: TenantKey,
  { id, kind, createdAt, postings, cause }: LedgerEntry,
  entries: string,
): Promise<PageContent> {
  const names = await core.operators.reads.recordNames([{ tenant, id: cause }]);
  const currencies = [...new Set(postings.map(({ currency }) => currency))];
  const nameOf = (account: string) =>
    accountLink(`${entries}?account=${encodeURIComponent(account)}`, account, classOf(accountClass(account)).name);
  const body = html`${definitions([
    ['Kind', codeInWords(kind)],
    ['Time', timeWithAge(createdAt, now)],
    ['Cause', linkIf(pathOf({ tenant, id: cause }), names.get(cause) ?? shortIds(cause))],
    ['Id', code(id)],
  ])}
  ${SIGN_RULE}
  ${currencies.map((currency) =>
    section(
      `in-${currency}`,
      currency,
      html`<div class="narrow">
        ${bookTable(
          `Lines in ${currency}`,
          'Account',
          [
            {
              title: '',
              rows: postings
                .filter((line) => line.currency === currency)
                .map(({ account, amount }) => ({ name: nameOf(account), amount })),
            },
          ],
          currency,
        )}
      </div>`,
    ),
  )}`;
  return { title: `Entry: ${wordsOf(kind)}`, body };
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
    const entries = `${visit.place.base}/ledger/entries`;
    const crumbs = [{ path: entries, text: 'Entries' }];
    return ok({
      ...(await entryPage({ ...visit, now: visit.place.context.now }, visit.place.tenant, found.value, entries)),
      crumbs,
    });
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
    const entries = `${base}/ledger/own/${environment}`;
    const crumbs = [{ path: entries, text: `The service itself, ${wordsOf(environment)}` }];
    return ok({ ...(await entryPage(visit, context.tenant, found.value, entries)), crumbs });
  },
});

export const entryPages: readonly Route[] = [...ownEntryList, ownEntry, ...entryList, entry];
