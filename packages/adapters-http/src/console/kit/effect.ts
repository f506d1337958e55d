import type { Preview } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { code, type Content, data, definitions, link, money, table } from './components.js';

/**
 * What an action does: the record concerned (`path` is that of its page), the money that it moves, and its input in full.
 */
export const effectOf = (
  { subject, before, moves, books }: Pick<Preview, 'subject' | 'before' | 'moves' | 'books'>,
  input: unknown,
  path: string | null,
): Html => {
  const rows: (readonly [string, Content | null])[] = [
    ['Concerns', path === null ? code(subject) : link(path, code(subject))],
    ['Moves', moves.length === 0 ? 'No money' : moved(moves)],
    ...(before === null ? [] : [['Before', data(before)] as const]),
    ['Input', data(input)],
  ];
  return html`${definitions(rows)} ${books !== undefined && entryOf(books)}`;
};

/** The journal entry that an action books. */
const entryOf = (books: NonNullable<Preview['books']>): Html =>
  html`<h3>The journal entry</h3>
    ${table({
      caption: 'The lines of the journal entry',
      columns: [
        { title: 'Ledger account', text: ({ account }) => account, show: ({ account }) => code(account) },
        {
          title: 'Takes from',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => (amount < 0n ? money(-amount, currency) : '–'),
        },
        {
          title: 'Adds to',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => (amount < 0n ? '–' : money(amount, currency)),
        },
      ],
      rows: books,
      empty: 'Nothing is booked.',
    })}`;

const moved = (moves: Preview['moves']): Html =>
  html`${moves.map(({ currency, amount }, index) => html`${index > 0 && ', '}${money(amount, currency)}`)}`;
