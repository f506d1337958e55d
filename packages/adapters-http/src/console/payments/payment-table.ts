import type { Transaction } from '@corridor/core/records';
import { toIso } from '@corridor/core';
import type { Html } from '../../pages/html.js';
import { type Column, type Content, idText, status, table, timeWithAge } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { AMOUNTS, named, ofTransaction, type Row } from './rows.js';

/** Payments in a part of another page, by the names of sender and receiver. */
export async function paymentTable(
  visit: TenantVisit,
  payments: readonly Transaction[],
  empty: Content = 'There are no payments yet.',
  more: readonly Column<Row>[] = [],
): Promise<Html> {
  const { place } = visit;
  return table<Row>({
    caption: 'Payments',
    empty,
    rows: await named(visit, payments.map(ofTransaction)),
    href: ({ path }) => `${place.base}${path}`,
    columns: [
      {
        title: 'From and to',
        narrow: 'title',
        text: ({ names }) => names,
        show: ({ names, id }) => (names === '' ? idText(id) : names),
      },
      { title: 'Status', narrow: 'status', text: (row) => row.status, show: (row) => status(row.status) },
      ...AMOUNTS,
      ...more,
      { title: 'Type', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
      {
        title: 'Created at',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
      },
      { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
    ],
  });
}
