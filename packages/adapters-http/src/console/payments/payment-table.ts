import type { Transaction } from '@corridor/core/records';
import { toIso } from '@corridor/core';
import type { Html } from '../../pages/html.js';
import { idText, status, table, timeWithAge } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { AMOUNTS, ofTransaction, type Row, withNames } from './rows.js';

/** Payments of a record. `names`: what pages call their parties (`partyNames`); without it a row has the type only. */
export const paymentTable = (
  { place }: TenantVisit,
  payments: readonly Transaction[],
  names: ReadonlyMap<string, string> = new Map(),
): Html =>
  table<Row>({
    caption: 'Payments',
    empty: 'There are no payments yet.',
    rows: withNames(payments.map(ofTransaction), names),
    href: ({ path }) => `${place.base}${path}`,
    columns: [
      {
        title: 'Payment',
        narrow: 'title',
        text: (row) => [wordsOf(row.type), row.names].filter((text) => text !== '').join(': '),
      },
      { title: 'Status', narrow: 'status', text: (row) => row.status, show: (row) => status(row.status) },
      ...AMOUNTS,
      {
        title: 'Created at',
        narrow: 'note',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
      },
      { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
    ],
  });
