import { type CardTransaction, type FailedWork, type Id, ok, type Result, toIso } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { AttemptedWork, Card, CardLogEntry } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, money, notice, section, status, table, time } from '../kit/components.js';
import { tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';

type OfCard = TenantVisit<{ readonly id: Id<'Card'> }>;

const params = { id: idOf('Card') };
const RECENT = 20;

const titleOf = ({ brand, last4 }: Card): string => (last4 === null ? 'Ordered card' : `${brand} …${last4}`);

const LOG_COLUMNS = [
  { title: 'What', text: ({ what }: CardLogEntry) => what },
  { title: 'Reason', text: ({ reason }: CardLogEntry) => reason ?? '' },
  { title: 'Merchant', text: ({ merchant }: CardLogEntry) => merchant ?? '' },
  {
    title: 'Amount',
    isNumber: true,
    text: ({ amount, currency }: CardLogEntry) => (amount === null ? '' : decimalText(amount, currency ?? '')),
    show: ({ amount, currency }: CardLogEntry) => money(amount, currency ?? ''),
  },
  { title: 'Currency', text: ({ currency }: CardLogEntry) => currency ?? '' },
  { title: 'By', text: ({ actor }: CardLogEntry) => actor },
  {
    title: 'Time',
    text: ({ createdAt }: CardLogEntry) => toIso(createdAt),
    show: ({ createdAt }: CardLogEntry) => time(createdAt),
  },
] as const;

/** The uses of the card among the customer's newest ones; no index begins with the card. */
async function usesOf(visit: OfCard, { id, cardholderId }: Card): Promise<Result<readonly CardTransaction[]>> {
  const found = await readIn(visit, visit.core.payments.search, { customerId: cardholderId, type: 'CARD', limit: 100 });
  if (!found.ok) return found;
  return ok(found.value.data.filter(isCardTransaction).filter(({ card }) => card.cardId === id));
}

const useTable = (visit: OfCard, uses: readonly CardTransaction[]): Html =>
  table({
    caption: 'Uses of the card',
    empty: 'The card is not among the last 100 uses of the customer’s cards.',
    rows: uses,
    columns: [
      { title: 'Merchant', text: ({ card }) => card.merchant.descriptor ?? '' },
      { title: 'Status', text: (use) => use.status, show: (use) => status(use.status) },
      amountColumn('Authorized', ({ card }) => card.authorized),
      amountColumn('Settled', ({ card }) => card.settled),
      amountColumn('Refunded', ({ card }) => card.refunded),
      amountColumn('Missing', ({ card }) => card.lost),
      { title: 'Time', text: () => '', show: ({ createdAt }) => time(createdAt) },
      {
        title: 'Payment',
        text: ({ id }) => id,
        show: ({ id }) => recordLink(visit, id),
      },
    ],
  });

const amountColumn = (title: string, of: (use: CardTransaction) => bigint) => ({
  title,
  isNumber: true,
  text: (use: CardTransaction) => decimalText(of(use), use.card.currency),
  show: (use: CardTransaction) => money(of(use), use.card.currency),
});

const WORK: Readonly<Partial<Record<AttemptedWork, string>>> = {
  'card.issue': 'Order of the card',
  'card.tell': 'State of the card',
};

/** The last failed attempt of each piece of work with the issuer. */
const attemptTable = (attempts: readonly FailedWork[]): Html =>
  table({
    caption: 'Failed attempts',
    empty: 'No attempt has failed.',
    rows: attempts.map((each) => ({ ...each, last: each.attempts.at(-1)! })),
    columns: [
      { title: 'What', text: ({ work }) => WORK[work] ?? work },
      { title: 'Failed', isNumber: true, text: ({ count }) => String(count) },
      { title: 'Last at', text: ({ last }) => toIso(last.at), show: ({ last }) => time(last.at) },
      { title: 'Cause', text: ({ last }) => last.cause },
      {
        title: 'Next attempt',
        text: ({ isRetried, last }) => (isRetried && last.nextAt !== null ? toIso(last.nextAt) : 'done'),
        show: ({ isRetried, last }) => (isRetried && last.nextAt !== null ? time(last.nextAt) : 'Done'),
      },
    ],
  });

const page = tenantPage({
  path: '/cards/{id}',
  title: 'Card',
  section: 'Customers',
  params,
  shows: 'Card',
  async show(visit: OfCard) {
    const found = await readIn(visit, visit.core.cards.get, { id: visit.params.id });
    if (!found.ok) return found;
    const card = found.value;
    const uses = await usesOf(visit, card);
    if (!uses.ok) return uses;
    const log = await readIn(visit, visit.core.cards.log, { cardId: card.id, limit: RECENT });
    if (!log.ok) return log;
    const attempts = await visit.core.operators.reads.failedAttempts(visit.place.tenant, card.id);
    const isBehind = attempts.some(({ work, isRetried }) => work === 'card.tell' && isRetried);
    const month = String(card.expMonth ?? '').padStart(2, '0');
    const body = html`${definitions([
      ['Status', status(card.state)],
      ['Reason', card.stateReason],
      ['Cardholder', recordLink(visit, card.cardholderId)],
      ['Expires', card.expYear === null ? null : `${month}/${card.expYear}`],
      [
        'Limit of a payment',
        card.maxSpendPerTransaction === null ? 'No limit' : money(card.maxSpendPerTransaction, card.currency),
      ],
      ['Spends from', html`${card.fundingSources.map((id) => html`<div>${recordLink(visit, id)}</div>`)}`],
      ['Issuer', card.processorRef],
      ['Id at the issuer', code(card.issuerRef)],
      ['Id of the platform', card.platformCardId],
      ['Ordered at', time(card.createdAt)],
      ['Id', code(card.id)],
    ])}
    ${isBehind && notice('The issuer does not know the state of the card yet: telling it failed, and is tried again.', 'bad')}
    ${section('uses', 'Recent uses', useTable(visit, uses.value))}
    ${section(
      'log',
      'Log',
      html`<p class="hint">Declined payments, reveals of the number and balance inquiries.</p>
        ${table<CardLogEntry>({ caption: 'Log of the card', empty: 'The log is empty.', rows: log.value.data, columns: LOG_COLUMNS })}
        ${log.value.hasMore && html`<p><a href="${visit.place.base}/cards/${card.id}/log">The whole log</a></p>`}`,
    )}
    ${attempts.length > 0 && section('attempts', 'Failed attempts to reach the issuer', attemptTable(attempts))}`;
    const crumbs = [{ path: `${visit.place.base}/customers/${card.cardholderId}`, text: 'Customer' }];
    return ok({ title: titleOf(card), body, crumbs });
  },
});

const logList = tenantList<CardLogEntry, { readonly id: Id<'Card'> }>({
  path: '/cards/{id}/log',
  title: 'Log of a card',
  section: 'Customers',
  params,
  rows: 'log entries',
  empty: 'The log is empty.',
  columns: LOG_COLUMNS,
  async read(visit, _filter, request) {
    const found = await readIn(visit, visit.core.cards.get, { id: visit.params.id });
    if (!found.ok) return found;
    return readIn(visit, visit.core.cards.log, { cardId: visit.params.id, ...request });
  },
});

export const cardPages: readonly Route[] = [page, ...logList];
