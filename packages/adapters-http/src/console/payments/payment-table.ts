import { toIso } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { Transaction } from '@corridor/core/records';
import type { Html } from '../../pages/html.js';
import { type Content, idText, money, status, table, timeWithAge } from '../kit/components.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

/** The sender and the receiver of a payment, as ids of records or as addresses. */
const partiesOf = ({
  type,
  customerId,
  senderIdentifier,
  receiverIdentifier,
  destination,
}: Transaction): readonly (string | null)[] => {
  if (type === 'INCOMING') return [senderIdentifier, receiverIdentifier ?? customerId];
  return [customerId, destination.destinationType === 'MERCHANT' ? destination.descriptor : receiverIdentifier];
};

/** An id of a record, which is not a name. */
const RECORD = /^[A-Za-z]+:/;

/** Payments in a part of another page, by the names of sender and receiver. */
export async function paymentTable(
  visit: TenantVisit,
  payments: readonly Transaction[],
  empty: Content = 'There are no payments yet.',
): Promise<Html> {
  const { core, place } = visit;
  const names = await core.operators.reads.partyNames(place.tenant, payments.flatMap(partiesOf));
  const textOf = (payment: Transaction): string => {
    const known = partiesOf(payment).flatMap((party) => {
      if (party === null) return [];
      return names.get(party) ?? (RECORD.test(party) ? [] : party);
    });
    return [...new Set(known)].join(' → ');
  };
  return table({
    caption: 'Payments',
    empty,
    rows: payments,
    href: ({ id }) => `${place.base}/payments/${id}`,
    columns: [
      {
        title: 'From and to',
        narrow: 'title',
        text: textOf,
        show: (payment) => textOf(payment) || idText(payment.id),
      },
      {
        title: 'Status',
        narrow: 'status',
        text: (payment) => payment.status,
        show: (payment) => status(payment.status),
      },
      { ...sideColumn('Amount', (payment) => sentOf(payment) ?? receivedOf(payment)), narrow: 'amount' },
      sideColumn('Received', receivedOf),
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

type Side = readonly [amount: bigint, currency: string] | null;

const sideOf = (amount: bigint | null, currency: string | null): Side =>
  amount === null || currency === null ? null : [amount, currency];

/** What was sent; of a card payment, what was authorized. */
const sentOf = (payment: Transaction): Side =>
  isCardTransaction(payment)
    ? [payment.card.authorized, payment.card.currency]
    : sideOf(payment.sentAmount, payment.sentCurrency);

const receivedOf = ({ receivedAmount, receivedCurrency }: Transaction): Side =>
  sideOf(receivedAmount, receivedCurrency);

const sideColumn = (title: string, of: (payment: Transaction) => Side) => ({
  title,
  isNumber: true,
  text: () => '',
  show: (payment: Transaction): Html => {
    const side = of(payment);
    return money(side?.[0] ?? null, side?.[1] ?? '');
  },
});
