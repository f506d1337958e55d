import { type CardTransaction, type Id, ok, type Result } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { Card, CardLogEntry } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import {
  code,
  codeInWords,
  definitions,
  link,
  notice,
  section,
  status,
  table,
  timeWithAge,
} from '../kit/components.js';
import { tenantList } from '../kit/list-page.js';
import { attemptsTable } from '../kit/attempts.js';
import { namedLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { cardName, controlsText, limitText, logColumns, useTable } from './card-tables.js';
import { pathOfCustomer } from './customer.js';

type OfCard = TenantVisit<{ readonly id: Id<'Card'> }>;

const params = { id: idOf('Card') };
const RECENT = 20;
const EMPTY_LOG = 'The log is empty. It gets declined payments, reveals of the number and balance inquiries.';

/** The uses of the card among the customer's newest ones; no index begins with the card. */
async function usesOf(visit: OfCard, { id, cardholderId }: Card): Promise<Result<readonly CardTransaction[]>> {
  const found = await readIn(visit, visit.core.payments.search, { customerId: cardholderId, type: 'CARD', limit: 100 });
  if (!found.ok) return found;
  return ok(found.value.data.filter(isCardTransaction).filter(({ card }) => card.cardId === id));
}

/** The customer, and the tab with its cards. */
const crumbsOf = (visit: OfCard, { cardholderId }: Card, name: string | undefined) => [
  { path: pathOfCustomer(visit, cardholderId), text: name ?? 'Customer' },
  { path: `${pathOfCustomer(visit, cardholderId)}/cards`, text: 'Cards' },
];

const page = tenantPage({
  path: '/cards/{id}',
  title: 'Card',
  section: 'Customers',
  params,
  shows: 'Card',
  async show(visit: OfCard) {
    const { core, place } = visit;
    const found = await readIn(visit, core.cards.get, { id: visit.params.id });
    if (!found.ok) return found;
    const card = found.value;
    const uses = await usesOf(visit, card);
    if (!uses.ok) return uses;
    const log = await readIn(visit, core.cards.log, { cardId: card.id, limit: RECENT });
    if (!log.ok) return log;
    const { reads } = core.operators;
    const attempts = await reads.failedAttempts(place.tenant, card.id);
    const accounts = await Promise.all(card.fundingSources.map((id) => readIn(visit, core.accounts.inspect, { id })));
    const names = await reads.partyNames(place.tenant, [card.cardholderId]);
    const name = names.get(card.cardholderId);
    const isBehind = attempts.some(({ work, isRetried }) => work === 'card.tell' && isRetried);
    const month = String(card.expMonth ?? '').padStart(2, '0');
    const body = html`${isBehind && notice('The issuer does not know the state of the card yet: telling it failed, and is tried again.', 'bad')}
    ${definitions([
      ['Status', status(card.state)],
      ...(card.stateReason === null ? [] : [['Reason', codeInWords(card.stateReason)] as const]),
      ['Cardholder', namedLink(visit, card.cardholderId, name)],
      ['Spends', limitText(card)],
      ['Controls', controlsText(card)],
      [
        'From',
        html`${card.fundingSources.map((id, index) => {
          const account = accounts[index];
          return html`<div>
            ${namedLink(visit, id, account?.ok === true ? `${account.value.account.currency} account` : null)}
          </div>`;
        })}`,
      ],
      ['Expires', card.expYear === null ? null : `${month}/${card.expYear}`],
      ['Issuer', card.processorRef],
      ['Id at the issuer', code(card.issuerRef)],
      ['Id of the platform', card.platformCardId],
      ['Ordered at', timeWithAge(card.createdAt, place.context.now)],
      ['Id', code(card.id)],
    ])}
    ${attempts.length > 0 && section('attempts', 'Failed attempts to reach the issuer', attemptsTable(attempts, { nowOf: () => place.context.now }))}
    ${section(
      'uses',
      'Newest uses',
      html`${useTable(visit, uses.value)}
        <p>
          ${link(`${place.base}/payments?customer=${encodeURIComponent(card.cardholderId)}&type=CARD`, 'All card payments of the customer')}
        </p>`,
    )}
    ${section(
      'log',
      'Log',
      html`${table<CardLogEntry>({ caption: 'Log of the card', empty: EMPTY_LOG, rows: log.value.data, columns: logColumns(visit) })}
      ${log.value.hasMore && html`<p>${link(`${place.base}/cards/${card.id}/log`, 'The whole log')}</p>`}`,
    )}`;
    return ok({ title: cardName(card), body, crumbs: crumbsOf(visit, card, name) });
  },
});

const logList = tenantList<CardLogEntry, { readonly id: Id<'Card'> }>({
  path: '/cards/{id}/log',
  title: 'Log of a card',
  section: 'Customers',
  params,
  rows: 'log entries',
  empty: EMPTY_LOG,
  above: ({ place, params: { id } }) => html`<p>${link(`${place.base}/cards/${id}`, 'To the card')}</p>`,
  columns: logColumns,
  async read(visit, _filter, request) {
    const found = await readIn(visit, visit.core.cards.get, { id: visit.params.id });
    if (!found.ok) return found;
    return readIn(visit, visit.core.cards.log, { cardId: visit.params.id, ...request });
  },
});

export const cardPages: readonly Route[] = [page, ...logList];
