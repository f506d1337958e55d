import { type CardTransaction, toIso } from '@corridor/core';
import type { Card, CardControls, CardLogEntry, SpendLimit } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Column, idText, money, status, table, timeWithAge } from '../kit/components.js';
import { decimalText } from '../kit/money.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { read } from './customer.js';

/** So many cards are shown of a customer. */
const SHOWN = 20;

/** What people call a card: its brand and last digits. */
export const cardName = ({ brand, last4 }: Card): string =>
  last4 === null ? 'Ordered card' : `${wordsOf(brand ?? 'CARD')} …${last4}`;

/** The limit of a card as a sentence. */
export const limitText = ({ maxSpendPerTransaction, currency }: Card): Html =>
  maxSpendPerTransaction === null
    ? html`Any amount that is available`
    : html`At most ${money(maxSpendPerTransaction, currency)} for each payment`;

const LISTS: readonly (readonly [Exclude<keyof CardControls, 'spendLimits'>, string])[] = [
  ['allowedCategories', 'Only the merchant categories'],
  ['blockedCategories', 'Not the merchant categories'],
  ['allowedCountries', 'Only merchants in'],
  ['blockedCountries', 'No merchants in'],
];

const spendText = ({ period, amount, count }: SpendLimit, { currency }: Card): Html =>
  html`At most
  ${amount !== undefined && money(amount, currency)}${amount !== undefined && count !== undefined && ' and '}${count !== undefined && `${count} uses`}
  in a ${period.toLowerCase()}`;

/** Where a card can be used, and how much it can spend in a period, each control as a line. */
export function controlsText(card: Card): Html {
  const { controls } = card;
  if (controls === null) return html`Everywhere, and any amount in a day or a month`;
  const lists = LISTS.flatMap(([name, words]) => {
    const list = controls[name];
    return list === undefined ? [] : [html`<li>${words} ${list.join(', ')}</li>`];
  });
  const limits = (controls.spendLimits ?? []).map((limit) => html`<li>${spendText(limit, card)}</li>`);
  return html`<ul>
    ${[...lists, ...limits]}
  </ul>`;
}

/** The cards of a customer. */
export async function cardTable(visit: TenantVisit, cardholderId: string): Promise<Html> {
  const { base, context } = visit.place;
  const { data, hasMore } = await read(readIn(visit, visit.core.cards.list, { cardholderId, limit: SHOWN }));
  return html`${table({
    caption: 'Cards',
    empty: 'The customer has no cards. The API of the platform orders cards.',
    rows: data,
    href: ({ id }) => `${base}/cards/${id}`,
    columns: [
      { title: 'Card', narrow: 'title', text: cardName },
      { title: 'Status', narrow: 'status', text: ({ state }) => state, show: ({ state }) => status(state) },
      { title: 'Currency', narrow: 'amount', text: ({ currency }) => currency },
      { title: 'Limit', text: () => '', show: limitText },
      {
        title: 'Ordered at',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, context.now),
      },
      { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
    ],
  })}
  ${hasMore && html`<p class="hint">The first ${SHOWN} cards are shown.</p>`}`;
}

export const logColumns = ({ place: { context } }: TenantVisit): readonly Column<CardLogEntry>[] => [
  { title: 'What', text: ({ what }) => what, show: ({ what }) => wordsOf(what) },
  {
    title: 'Reason',
    text: ({ reason }) => reason ?? '',
    show: ({ reason }) => (reason === null ? '–' : wordsOf(reason)),
  },
  { title: 'Merchant', text: ({ merchant }) => merchant ?? '' },
  {
    title: 'Amount',
    isNumber: true,
    text: ({ amount, currency }) => (amount === null ? '' : decimalText(amount, currency ?? '')),
    show: ({ amount, currency }) => money(amount, currency ?? ''),
  },
  { title: 'Currency', fileOnly: true, text: ({ currency }) => currency ?? '' },
  { title: 'By', text: ({ actor }) => actor, show: ({ actor }) => idText(actor) },
  {
    title: 'Time',
    text: ({ createdAt }) => toIso(createdAt),
    show: ({ createdAt }) => timeWithAge(createdAt, context.now),
  },
];

/** The uses of a card, each with a link to its payment. */
export const useTable = ({ place }: TenantVisit, uses: readonly CardTransaction[]): Html =>
  table({
    caption: 'Uses of the card',
    empty: 'The card is not among the last 100 uses of the customer’s cards.',
    rows: uses,
    href: ({ id }) => `${place.base}/payments/${id}`,
    columns: [
      {
        title: 'Merchant',
        narrow: 'title',
        text: ({ card }) => card.merchant.descriptor ?? '',
        show: ({ card, id }) => card.merchant.descriptor ?? idText(id),
      },
      { title: 'Status', narrow: 'status', text: (use) => use.status, show: (use) => status(use.status) },
      { ...amountColumn('Authorized', ({ card }) => card.authorized), narrow: 'amount' },
      amountColumn('Settled', ({ card }) => card.settled),
      amountColumn('Refunded', ({ card }) => card.refunded),
      amountColumn('Missing', ({ card }) => card.lost),
      {
        title: 'Time',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
      },
      { title: 'Payment', text: ({ id }) => id, show: ({ id }) => idText(id) },
    ],
  });

const amountColumn = (title: string, of: (use: CardTransaction) => bigint) => ({
  title,
  isNumber: true,
  text: (use: CardTransaction) => decimalText(of(use), use.card.currency),
  show: (use: CardTransaction) => money(of(use), use.card.currency),
});
