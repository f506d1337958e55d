import { toIso } from '@corridor/core';
import { type Column, idText, status, timeWithAge } from '../kit/components.js';
import type { Place } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { AMOUNTS, fileColumns, type Row } from './rows.js';

/** The columns of payments, by the names of sender and receiver. `more`: columns of one table alone. */
export const paymentColumns = ({ context }: Place, more: readonly Column<Row>[] = []): readonly Column<Row>[] => [
  {
    title: 'From and to',
    narrow: 'title',
    text: ({ names }) => names,
    show: ({ names, id }) => (names === '' ? idText(id) : names),
  },
  { title: 'Status', narrow: 'status', text: (row) => row.status, show: (row) => status(row.status) },
  ...AMOUNTS,
  ...fileColumns('Sent', ({ sent }) => sent),
  ...fileColumns('Received', ({ received }) => received),
  ...more,
  { title: 'Type', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
  { title: 'Rail', text: ({ rail }) => rail ?? '' },
  { title: 'Reference', text: ({ reference }) => reference ?? '', fileOnly: true },
  { title: 'Customer', text: ({ customerId }) => customerId ?? '', fileOnly: true },
  {
    title: 'Created at',
    narrow: 'note',
    text: ({ createdAt }) => toIso(createdAt),
    show: ({ createdAt }) => timeWithAge(createdAt, context.now),
  },
  { title: 'Id', text: ({ id }) => id, show: ({ id }) => idText(id) },
];
