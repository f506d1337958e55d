import type { Transaction } from '@corridor/core/records';
import { toIso } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { Html } from '../../pages/html.js';
import { money, status, table, time } from '../kit/components.js';
import { recordLink } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';

/** Payments of a customer. */
export const paymentTable = (visit: TenantVisit, payments: readonly Transaction[]): Html =>
  table({
    caption: 'Payments',
    empty: 'There are no payments yet.',
    rows: payments,
    columns: [
      { title: 'Id', text: ({ id }) => id, show: ({ id }) => recordLink(visit, id) },
      { title: 'Type', text: ({ type }) => type },
      { title: 'Status', text: (payment) => payment.status, show: (payment) => status(payment.status) },
      sideColumn('Sent', (payment) =>
        isCardTransaction(payment)
          ? [payment.card.authorized, payment.card.currency]
          : [payment.sentAmount, payment.sentCurrency],
      ),
      sideColumn('Received', ({ receivedAmount, receivedCurrency }) => [receivedAmount, receivedCurrency]),
      { title: 'Created at', text: ({ createdAt }) => toIso(createdAt), show: ({ createdAt }) => time(createdAt) },
    ],
  });

const sideColumn = (title: string, of: (payment: Transaction) => readonly [bigint | null, string | null]) => ({
  title,
  isNumber: true,
  text: () => '',
  show: (payment: Transaction): Html => {
    const [amount, currency] = of(payment);
    return money(currency === null ? null : amount, currency ?? '');
  },
});
