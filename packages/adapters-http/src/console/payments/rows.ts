import type { CurrencyCode, Instant } from '@corridor/core';
import { isCardTransaction } from '@corridor/core/internal';
import type { Deposit, Quote, Transaction } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { type Column, money } from '../kit/components.js';
import { decimalText } from '../kit/money.js';
import type { TenantVisit } from '../kit/visit.js';
import { receiptOf } from './receipt.js';

export interface Side {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
}

/** A payment in the list: a transaction; in a search also a quote that was not executed, or money in suspense. */
export interface Row {
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

/** A card payment has a sent amount only after its clearing; before it shows what was authorized. */
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

/** Ids of records are not shown as names. */
const RECORD = /^[A-Za-z]+:/;

/** The rows with the names of their parties, of which addresses and merchants are their own. */
export function withNames(rows: readonly Row[], names: ReadonlyMap<string, string>): readonly Row[] {
  const nameOf = (party: string): string => names.get(party) ?? (RECORD.test(party) ? '' : party);
  return rows.map((row) => {
    const shown = row.parties.flatMap((party) => (party === null ? [] : nameOf(party))).filter((name) => name !== '');
    return { ...row, names: [...new Set(shown)].join(' → ') };
  });
}

/** Reads the names of the parties of all rows at once. */
export async function named({ core, place }: TenantVisit, rows: readonly Row[]): Promise<readonly Row[]> {
  const parties = rows.flatMap((row) => row.parties);
  return withNames(rows, await core.operators.reads.partyNames(place.tenant, parties));
}

const side = (amount: bigint | null, currency: CurrencyCode | null): Side | null =>
  amount === null || currency === null ? null : { amount, currency };

export const ofTransaction = (transaction: Transaction): Row => ({
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

export const ofQuote = (quote: Quote): Row => ({
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

export const ofDeposit = ({
  id,
  status: state,
  amount,
  currency,
  rail,
  ownerId,
  reference,
  createdAt,
}: Deposit): Row => ({
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

const textOf = (side: Side | null): string => (side === null ? '' : decimalText(side.amount, side.currency));

/** The amount of a side in the file, with its currency in a column of its own. */
export const fileColumns = (title: string, of: (row: Row) => Side | null): readonly Column<Row>[] => [
  { title, text: (row) => textOf(of(row)), fileOnly: true },
  { title: `${title} currency`, text: (row) => of(row)?.currency ?? '', fileOnly: true },
];

/** What is received in another currency or amount than what is sent. */
const converted = ({ sent, received }: Row): Side | null =>
  sent === null || (sent.amount === received?.amount && sent.currency === received.currency) ? null : received;

/** One amount for each payment: what is sent, or what is received if nothing is; and what a conversion makes of it. */
export const AMOUNTS: readonly Column<Row>[] = [
  {
    title: 'Amount',
    isNumber: true,
    pageOnly: true,
    narrow: 'amount',
    text: ({ sent, received }) => textOf(sent ?? received),
    show: ({ sent, received }) => {
      const found = sent ?? received;
      return money(found?.amount ?? null, found?.currency ?? '');
    },
  },
  {
    title: 'Received',
    isNumber: true,
    pageOnly: true,
    text: (row) => textOf(converted(row)),
    show: (row) => {
      const found = converted(row);
      if (found === null) return money(null, '');
      const shown = money(found.amount, found.currency);
      const { hint } = receiptOf(row.status);
      return hint === null ? shown : html`<span class="hint">${shown} ${hint}</span>`;
    },
  },
];
