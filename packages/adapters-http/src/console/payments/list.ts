import type { CurrencyCode, PageRequest, PaymentFilter, Result } from '@corridor/core';
import { isLedgerCurrency, ok, PAYMENT_KINDS } from '@corridor/core';
import { ENDINGS, FAILURES, splitTenant, statesOf, WITHOUT_RAIL } from '@corridor/core/internal';
import { CARD_TRANSACTION, INCOMING, OUTGOING } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { link } from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import { type ConsoleField, timeField } from '../kit/fields.js';
import { recordLook } from '../kit/looks.js';
import { tenantList } from '../kit/list-page.js';
import type { Route } from '../kit/route.js';
import type { ListPage } from '../kit/search-on.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { choicesOf } from '../kit/words.js';
import { isMine, MINE, readMine } from '../notes/mine.js';
import { paymentColumns } from './columns.js';
import { named, ofDeposit, ofQuote, ofTransaction, type Row } from './rows.js';

const TRANSACTION_STATUSES = [
  ...new Set([...statesOf(OUTGOING), ...statesOf(INCOMING), ...statesOf(CARD_TRANSACTION)]),
];
const FAILED_AS = [...new Set([...ENDINGS, ...FAILURES])];
/** The choices of a filter, and what the address names beside them, such as a rail of earlier payments. */
const withChosen = (names: readonly string[], chosen: string | null): readonly (readonly [string, string])[] =>
  [...new Set([...names, ...(chosen === null || chosen === '' ? [] : [chosen])])].map((name) => [name, name]);

async function filtersOf(visit: TenantVisit): Promise<readonly ConsoleField[]> {
  const { core, place, query } = visit;
  const customer = query.get('customer') ?? '';
  const account = query.get('account') ?? '';
  const names = await core.operators.reads.partyNames(place.tenant, [customer, account]);
  const ofRecord = (id: string): Pick<ConsoleField, 'byLink' | 'choices'> => {
    const name = names.get(id);
    return { byLink: true, ...(name !== undefined && { choices: [[id, name]] }) };
  };
  const rails = core.rails.all.filter(({ environment }) => environment === place.environment);
  return [
    { name: 'q', label: 'Id or reference', hint: 'Also the id of a payment at a bank or a network' },
    {
      name: 'amount',
      label: 'Amount',
      hint: 'Sent or received, such as 12.50, with its currency',
      inputmode: 'decimal',
    },
    {
      name: 'currency',
      label: 'Currency',
      choices: withChosen(
        place.platform.supportedCurrencies.map(({ currencyCode }) => currencyCode),
        query.get('currency')?.toUpperCase() ?? null,
      ),
    },
    { name: 'status', label: 'Status', choices: choicesOf(TRANSACTION_STATUSES) },
    { name: 'failure', label: 'How it failed', choices: choicesOf(FAILED_AS) },
    { name: 'type', label: 'Type', choices: choicesOf(PAYMENT_KINDS) },
    { name: 'open', label: 'Open', choices: [['yes', 'A rail still has to act']] },
    {
      name: 'rail',
      label: 'Rail',
      choices: withChosen([...rails.map((rail) => rail.name), ...WITHOUT_RAIL], query.get('rail')),
    },
    { name: 'customer', label: 'Customer', ...ofRecord(customer) },
    { name: 'account', label: 'Account', ...ofRecord(account) },
    { name: 'platformCustomer', label: 'Customer id of the platform' },
    timeField('from', 'From'),
    timeField('to', 'To'),
    MINE,
  ];
}

function filterOf(entered: Entered): Result<PaymentFilter> {
  const currency = entered.optionalText('currency')?.toUpperCase();
  if (currency !== undefined && !isLedgerCurrency(currency)) entered.fail('currency', 'is not a currency');
  if (currency === undefined && entered.optionalText('amount') !== undefined)
    entered.fail('amount', 'needs a currency: choose one in the field Currency');
  const kind = entered.optionalOneOf('type', PAYMENT_KINDS);
  const filter: PaymentFilter = {
    customerId: entered.optionalId('customer', 'Customer'),
    account: entered.optionalText('account'),
    platformCustomerId: entered.optionalText('platformCustomer'),
    status: entered.optionalOneOf('status', TRANSACTION_STATUSES),
    // A transfer is a payment of two types; the types of others are their kinds.
    ...(kind === 'TRANSFER' ? { kind } : { type: kind }),
    isOpen: entered.optionalOneOf('open', ['yes']) === 'yes',
    failure: entered.optionalOneOf('failure', FAILED_AS),
    amount: entered.optionalAmount('amount', currency ?? ''),
    currency: currency as CurrencyCode | undefined,
    rail: entered.optionalText('rail'),
    from: entered.optionalTime('from'),
    to: entered.optionalTime('to'),
  };
  return entered.result(() => filter);
}

/** The payments that a text names; the search by text takes no other filter, so none of its results is hidden. */
async function matching(visit: TenantVisit, entered: Entered, text: string): Promise<Result<ListPage<Row>>> {
  const others = (await filtersOf(visit)).filter(({ name }) => name !== 'q');
  if (others.some(({ name }) => entered.optionalText(name) !== undefined))
    entered.fail('q', 'must be searched without other filters');
  const alone = entered.result(() => ({ text }));
  if (!alone.ok) return alone;
  const found = await readIn(visit, visit.core.payments.find, alone.value);
  if (!found.ok) return found;
  const data = found.value.flatMap(({ transaction, quote, deposits }): readonly Row[] => {
    if (transaction !== null) return [ofTransaction(transaction)];
    return quote === null ? deposits.map(ofDeposit) : [ofQuote(quote)];
  });
  return { ok: true, value: { data: await named(visit, data), hasMore: false } };
}

/** The payments that the operator looks after. They are found by their assignments, so it takes no other filter. */
async function mine(visit: TenantVisit, entered: Entered, page: PageRequest): Promise<Result<ListPage<Row>>> {
  const found = await readMine(visit, entered, await filtersOf(visit), page, visit.core.operators.notes.payments);
  return found.ok ? ok({ ...found.value, data: await named(visit, found.value.data.map(ofTransaction)) }) : found;
}

export const paymentList: readonly Route[] = tenantList<Row>({
  path: '/payments',
  title: 'Payments',
  section: 'Payments',
  rows: 'payments',
  empty: ({ place, entryOf }) =>
    html`There are no payments yet. A payment begins when the platform executes a quote, makes a transfer or gets money.
    ${entryOf('Sandbox') !== null && link(`${place.base}/sandbox`, 'Play a payer in the sandbox')}`,
  filters: filtersOf,
  href: ({ path }, { place }) => `${place.base}${path}`,
  columns: ({ place }) => paymentColumns(place),
  beforeExport: (visit) => {
    const subject = splitTenant(visit.place.tenant).platformId;
    return recordLook(visit, { action: 'payments.export', subject, what: 'CSV' });
  },
  async read(visit, entered, page) {
    const text = entered.optionalText('q');
    if (text !== undefined) return matching(visit, entered, text);
    if (isMine(entered)) return mine(visit, entered, page);
    const filter = filterOf(entered);
    if (!filter.ok) return filter;
    const found = await readIn(visit, visit.core.payments.search, { ...filter.value, ...page });
    if (!found.ok) return found;
    return ok({ ...found.value, data: await named(visit, found.value.data.map(ofTransaction)) });
  },
});
