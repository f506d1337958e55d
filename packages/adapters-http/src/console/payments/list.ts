import type { CurrencyCode, Instant, PaymentFilter, Result } from '@corridor/core';
import { isLedgerCurrency, toIso } from '@corridor/core';
import { isCardTransaction, statesOf } from '@corridor/core/internal';
import {
  CARD_TRANSACTION,
  type Deposit,
  INCOMING,
  OUTGOING,
  type Quote,
  type Transaction,
} from '@corridor/core/records';
import { type Column, idText, money, status, timeText, timeWithAge } from '../kit/components.js';
import { TIME_HINT } from '../kit/fields.js';
import type { Entered } from '../kit/entered.js';
import { type ListPage, tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import type { Route } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';

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
  /** Who the money comes from and who gets it, as ids of records or as addresses. */
  readonly parties: readonly (string | null)[];
  /** What a list calls the parties; empty before their names are read. */
  readonly names: string;
  readonly reference: string | null;
  readonly createdAt: Instant;
}

/** What the authorization of a card reserved stands in for the sent amount, which a card payment has after its clearing. */
const sentBy = (transaction: Transaction): Side | null =>
  isCardTransaction(transaction)
    ? { amount: transaction.card.authorized, currency: transaction.card.currency }
    : side(transaction.sentAmount, transaction.sentCurrency);

/** The other side of a payment, as an id of a record or as an address or a name. */
const otherParty = ({ type, senderIdentifier, receiverIdentifier, destination }: Transaction): string | null =>
  destination.destinationType === 'MERCHANT'
    ? destination.descriptor
    : type === 'INCOMING'
      ? senderIdentifier
      : receiverIdentifier;

/** Reads the names of the parties of all rows at once. */
async function named(visit: TenantVisit, rows: readonly Row[]): Promise<readonly Row[]> {
  const { core, place } = visit;
  const names = await core.operators.reads.partyNames(
    place.tenant,
    rows.flatMap(({ parties }) => parties),
  );
  const nameOf = (party: string): string => names.get(party) ?? (RECORD.test(party) ? '' : party);
  return rows.map((row) => {
    const shown = row.parties.flatMap((party) => (party === null ? [] : nameOf(party))).filter((name) => name !== '');
    return { ...row, names: [...new Set(shown)].join(' → ') };
  });
}

/** An id of a record, which is no name. */
const RECORD = /^[A-Za-z]+:/;

const side = (amount: bigint | null, currency: CurrencyCode | null): Side | null =>
  amount === null || currency === null ? null : { amount, currency };

const ofTransaction = (transaction: Transaction): Row => ({
  id: transaction.id,
  path: `/payments/${transaction.id}`,
  type: transaction.type,
  status: transaction.status,
  sent: sentBy(transaction),
  received: side(transaction.receivedAmount, transaction.receivedCurrency),
  rail: transaction.rail ?? transaction.fundingRail,
  customerId: transaction.customerId,
  parties:
    transaction.type === 'INCOMING'
      ? [otherParty(transaction), transaction.customerId]
      : [transaction.customerId, otherParty(transaction)],
  names: '',
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
  parties: [quote.customerId, quote.destinationId],
  names: '',
  reference: quote.reference,
  createdAt: quote.createdAt,
});

const ofDeposit = ({ id, status: state, amount, currency, rail, ownerId, reference, createdAt }: Deposit): Row => ({
  id,
  path: `/deposits/${id}`,
  type: 'DEPOSIT',
  status: state,
  sent: null,
  received: { amount, currency },
  rail,
  customerId: null,
  parties: [ownerId],
  names: '',
  reference,
  createdAt,
});

const TRANSACTION_STATUSES = [
  ...new Set([...statesOf(OUTGOING), ...statesOf(INCOMING), ...statesOf(CARD_TRANSACTION)]),
];
const TYPES = ['INCOMING', 'OUTGOING', 'CARD'] as const;
const FILTERS = [
  { name: 'q', label: 'Id or reference', hint: 'Also the id of a payment at a bank or a network' },
  { name: 'customer', label: 'Customer', hint: 'Id of the customer' },
  { name: 'account', label: 'Account', hint: 'Id of an internal or external account' },
  { name: 'platformCustomer', label: 'Customer id of the platform' },
  { name: 'status', label: 'Status', choices: choicesOf(TRANSACTION_STATUSES) },
  { name: 'type', label: 'Type', choices: choicesOf(TYPES) },
  { name: 'amount', label: 'Amount', hint: 'Sent or received, such as 12.50', inputmode: 'decimal' },
  { name: 'currency', label: 'Currency', hint: 'Such as USD' },
  { name: 'rail', label: 'Rail', hint: 'Name of the rail' },
  { name: 'from', label: 'From', hint: TIME_HINT },
  { name: 'to', label: 'To', hint: TIME_HINT },
] as const;

function filterOf(entered: Entered): Result<PaymentFilter> {
  const currency = entered.optionalText('currency')?.toUpperCase();
  if (currency !== undefined && !isLedgerCurrency(currency)) entered.fail('currency', 'is not a currency');
  if (currency === undefined && entered.optionalText('amount') !== undefined)
    entered.fail('currency', 'must be given with an amount');
  const filter: PaymentFilter = {
    customerId: entered.optionalId('customer', 'Customer'),
    account: entered.optionalText('account'),
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
async function matching(visit: TenantVisit, entered: Entered, text: string): Promise<Result<ListPage<Row>>> {
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
  return { ok: true, value: { data: await named(visit, data), hasMore: false } };
}

const sideColumns = (
  title: string,
  of: (row: Row) => Side | null,
  place: Pick<Column<Row>, 'narrow'> = {},
): readonly Column<Row>[] => [
  {
    ...place,
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
  href: ({ path }, { place }) => `${place.base}${path}`,
  columns: ({ now }) => [
    {
      title: 'From and to',
      narrow: 'title',
      text: ({ names }) => names,
      show: ({ names, id }) => (names === '' ? idText(id) : names),
    },
    { title: 'Status', narrow: 'status', text: (row) => row.status, show: (row) => status(row.status) },
    ...sideColumns('Sent', ({ sent }) => sent, { narrow: 'amount' }),
    ...sideColumns('Received', ({ received }) => received),
    { title: 'Type', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
    { title: 'Rail', text: ({ rail }) => rail ?? '' },
    { title: 'Reference', text: ({ reference }) => reference ?? '', fileOnly: true },
    { title: 'Customer', text: ({ customerId }) => customerId ?? '', fileOnly: true },
    {
      title: 'Created at',
      narrow: 'note',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => timeWithAge(createdAt, now),
    },
    { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
  ],
  async read(visit, entered, page) {
    const text = entered.optionalText('q');
    if (text !== undefined) return matching(visit, entered, text);
    const filter = filterOf(entered);
    if (!filter.ok) return filter;
    const found = await readIn(visit, visit.core.payments.search, { ...filter.value, ...page });
    if (!found.ok) return found;
    const { searchedBackTo, data, ...rest } = found.value;
    const note =
      searchedBackTo !== null && data.length < (page.limit ?? 0)
        ? { note: `Searched back to ${timeText(searchedBackTo)}. The next page continues from there.` }
        : {};
    return { ok: true, value: { ...rest, data: await named(visit, data.map(ofTransaction)), ...note } };
  },
});
