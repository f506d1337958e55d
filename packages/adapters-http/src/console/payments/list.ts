import type { CurrencyCode, Instant, PageRequest, PaymentFilter, Result } from '@corridor/core';
import { isLedgerCurrency, ok, toIso } from '@corridor/core';
import { statesOf } from '@corridor/core/internal';
import {
  CARD_TRANSACTION,
  type Deposit,
  INCOMING,
  OUTGOING,
  type Quote,
  type Transaction,
} from '@corridor/core/records';
import { code, type Column, link, money, status, time, timeText } from '../kit/components.js';
import { TIME_HINT } from '../kit/fields.js';
import type { Entered } from '../kit/entered.js';
import { type ListPage, tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import type { Route } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { isMine, MINE, readMine } from '../notes/mine.js';

interface Side {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** A payment in the list: a transaction; in a search also a quote that was not executed, or money in suspense. */
interface Row {
  readonly id: string;
  readonly path: string;
  readonly type: string;
  readonly status: string;
  readonly sent: Side | null;
  readonly received: Side | null;
  readonly rail: string | null;
  readonly customerId: string | null;
  readonly reference: string | null;
  readonly createdAt: Instant;
}

const side = (amount: bigint | null, currency: CurrencyCode | null): Side | null =>
  amount === null || currency === null ? null : { amount, currency };

const ofTransaction = (transaction: Transaction): Row => ({
  id: transaction.id,
  path: `/payments/${transaction.id}`,
  type: transaction.type,
  status: transaction.status,
  sent: side(transaction.sentAmount, transaction.sentCurrency),
  received: side(transaction.receivedAmount, transaction.receivedCurrency),
  rail: transaction.rail ?? transaction.fundingRail,
  customerId: transaction.customerId,
  reference: transaction.reference,
  createdAt: transaction.createdAt,
});

const ofQuote = (quote: Quote): Row => ({
  id: quote.id,
  path: `/quotes/${quote.id}`,
  type: 'QUOTE',
  status: quote.status,
  sent: side(quote.totalSendingAmount, quote.sendingCurrency),
  received: side(quote.totalReceivingAmount, quote.receivingCurrency),
  rail: quote.rail ?? quote.fundingRail,
  customerId: quote.customerId,
  reference: quote.reference,
  createdAt: quote.createdAt,
});

const ofDeposit = ({ id, status: state, amount, currency, rail, reference, createdAt }: Deposit): Row => ({
  id,
  path: `/deposits/${id}`,
  type: 'DEPOSIT',
  status: state,
  sent: null,
  received: { amount, currency },
  rail,
  customerId: null,
  reference,
  createdAt,
});

const TRANSACTION_STATUSES = [
  ...new Set([...statesOf(OUTGOING), ...statesOf(INCOMING), ...statesOf(CARD_TRANSACTION)]),
];
const TYPES = ['INCOMING', 'OUTGOING', 'CARD'] as const;
const choices = (values: readonly string[]) => values.map((value) => [value, value] as const);

const FILTERS = [
  { name: 'q', label: 'Id or reference', hint: 'Also the id of a payment at a bank or a network' },
  { name: 'customer', label: 'Customer', hint: 'Id of the customer' },
  { name: 'platformCustomer', label: 'Customer id of the platform' },
  { name: 'status', label: 'Status', choices: choices(TRANSACTION_STATUSES) },
  { name: 'type', label: 'Type', choices: choices(TYPES) },
  { name: 'amount', label: 'Amount', hint: 'Sent or received, such as 12.50', inputmode: 'decimal' },
  { name: 'currency', label: 'Currency', hint: 'Such as USD' },
  { name: 'rail', label: 'Rail', hint: 'Name of the rail' },
  { name: 'from', label: 'From', hint: TIME_HINT },
  { name: 'to', label: 'To', hint: TIME_HINT },
  MINE,
] as const;

function filterOf(entered: Entered): Result<PaymentFilter> {
  const currency = entered.optionalText('currency')?.toUpperCase();
  if (currency !== undefined && !isLedgerCurrency(currency)) entered.fail('currency', 'is not a currency');
  if (currency === undefined && entered.optionalText('amount') !== undefined)
    entered.fail('currency', 'must be given with an amount');
  const filter: PaymentFilter = {
    customerId: entered.optionalId('customer', 'Customer'),
    platformCustomerId: entered.optionalText('platformCustomer'),
    status: entered.optionalOneOf('status', TRANSACTION_STATUSES),
    type: entered.optionalOneOf('type', TYPES),
    amount: entered.optionalAmount('amount', currency ?? ''),
    currency: currency as CurrencyCode | undefined,
    rail: entered.optionalText('rail'),
    from: entered.optionalTime('from'),
    to: entered.optionalTime('to'),
  };
  return entered.result(() => filter);
}

/** The payments that a text names; the search by text takes no other filter, so none of its results is hidden. */
async function named(visit: TenantVisit, entered: Entered, text: string): Promise<Result<ListPage<Row>>> {
  if (FILTERS.some(({ name }) => name !== 'q' && entered.optionalText(name) !== undefined))
    entered.fail('q', 'must be searched without other filters');
  const alone = entered.result(() => ({ text }));
  if (!alone.ok) return alone;
  const found = await readIn(visit, visit.core.payments.find, alone.value);
  if (!found.ok) return found;
  const data = found.value.flatMap(({ transaction, quote, deposits }): readonly Row[] => {
    if (transaction !== null) return [ofTransaction(transaction)];
    return quote === null ? deposits.map(ofDeposit) : [ofQuote(quote)];
  });
  return { ok: true, value: { data, hasMore: false } };
}

/** The payments that the operator looks after. They are found by their assignments, so it takes no other filter. */
async function mine(visit: TenantVisit, entered: Entered, page: PageRequest): Promise<Result<ListPage<Row>>> {
  const found = await readMine(visit, entered, FILTERS, page, visit.core.operators.notes.payments);
  return found.ok ? ok({ ...found.value, data: found.value.data.map(ofTransaction) }) : found;
}

const sideColumns = (title: string, of: (row: Row) => Side | null): readonly Column<Row>[] => [
  {
    title,
    isNumber: true,
    text: (row) => {
      const found = of(row);
      return found === null ? '' : decimalText(found.amount, found.currency);
    },
    show: (row) => {
      const found = of(row);
      return money(found?.amount ?? null, found?.currency ?? '');
    },
  },
  { title: `${title} currency`, text: (row) => of(row)?.currency ?? '', fileOnly: true },
];

export const paymentList: readonly Route[] = tenantList<Row>({
  path: '/payments',
  title: 'Payments',
  section: 'Payments',
  rows: 'payments',
  empty:
    'There are no payments yet. A payment begins when the platform executes a quote, makes a transfer or gets money.',
  filters: FILTERS,
  columns: ({ place }) => [
    {
      title: 'Created at',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ path, createdAt }) => link(`${place.base}${path}`, time(createdAt)),
    },
    { title: 'Status', text: (row) => row.status, show: (row) => status(row.status) },
    { title: 'Type', text: ({ type }) => type },
    ...sideColumns('Sent', ({ sent }) => sent),
    ...sideColumns('Received', ({ received }) => received),
    { title: 'Rail', text: ({ rail }) => rail ?? '' },
    { title: 'Reference', text: ({ reference }) => reference ?? '', fileOnly: true },
    { title: 'Customer', text: ({ customerId }) => customerId ?? '', show: ({ customerId }) => code(customerId) },
    { title: 'Id', fileOnly: true, text: ({ id }) => id },
  ],
  async read(visit, entered, page) {
    const text = entered.optionalText('q');
    if (text !== undefined) return named(visit, entered, text);
    if (isMine(entered)) return mine(visit, entered, page);
    const filter = filterOf(entered);
    if (!filter.ok) return filter;
    const found = await readIn(visit, visit.core.payments.search, { ...filter.value, ...page });
    if (!found.ok) return found;
    const { searchedBackTo, data, ...rest } = found.value;
    const note =
      searchedBackTo !== null && data.length < (page.limit ?? 0)
        ? { note: `Searched back to ${timeText(searchedBackTo)}. The next page continues from there.` }
        : {};
    return { ok: true, value: { ...rest, data: data.map(ofTransaction), ...note } };
  },
});
