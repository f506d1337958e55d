import type { IdType } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import {
  DEPOSITS,
  type ExceptionRecord,
  EXCEPTIONS,
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  STABLECOIN_OPERATIONS,
  type Transaction,
  TRANSACTIONS,
} from '@corridor/core/records';
import type { Reads } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { code, link, money, section, status, table, time } from '../kit/components.js';
import { paymentTable } from '../payments/payment-table.js';
import { moneyText } from '../kit/money.js';
import type { TenantVisit } from '../kit/visit.js';

/** So many open exceptions of the platform are searched, and so many payments are shown. */
const SEARCHED = 500;

interface Held {
  readonly exceptions: readonly ExceptionRecord[];
  /** Open exceptions beyond those that were searched exist. */
  readonly isPartial: boolean;
  readonly waiting: readonly Transaction[];
  readonly atBank: readonly Transaction[];
  readonly isMoreAtBank: boolean;
}

/** `subject`: a customer, an external account, or the platform by its tenant key. */
async function heldIn({ core, place }: TenantVisit, reads: Reads, subject: string): Promise<Held> {
  const ofPlatform = subject === place.tenant;
  const processing = await processingOf(reads, ofPlatform ? null : subject);
  const open = await reads.list(EXCEPTIONS, {
    where: { status: 'OPEN' },
    ...{ order: 'desc', limit: SEARCHED, counted: false },
  });
  const concerns = ofPlatform ? null : await concernedBy(reads, open.rows, subject);
  const atBank = await core.payments.atBank(reads, place.context, ofPlatform ? {} : { subject });
  if (!atBank.ok) throw new Error(atBank.error.message);
  return {
    exceptions: concerns === null ? open.rows : open.rows.filter((exception) => concerns.has(exception.subject)),
    isPartial: open.hasMore,
    waiting: processing.filter(({ rail, submittedAt }) => rail !== null && submittedAt === null),
    atBank: atBank.value.payments,
    isMoreAtBank: atBank.value.hasMore,
  };
}

const SIDES = ['senderIdentifier', 'receiverIdentifier'] as const;

/** Payments that have not ended, newest first. Those of a customer are also those that others pay to its external accounts. */
async function processingOf(reads: Reads, subject: string | null): Promise<readonly Transaction[]> {
  const query = { order: 'desc', limit: SEARCHED, counted: false } as const;
  const ofCustomer = subject !== null && isId('Customer', subject);
  const where = { status: 'PROCESSING', ...(ofCustomer && { customerId: subject }) } as const;
  const ofAccount = async (value: string): Promise<readonly Transaction[]> =>
    (await reads.list(TRANSACTIONS, { where: { status: 'PROCESSING' }, anyOf: { columns: SIDES, value }, ...query }))
      .rows;
  if (subject !== null && !ofCustomer) return ofAccount(subject);
  const { rows } = await reads.list(TRANSACTIONS, { where, ...query });
  if (!ofCustomer) return rows;
  const found = new Map(rows.map((payment) => [payment.id, payment]));
  const { rows: payees } = await reads.list(EXTERNAL_ACCOUNTS, { where: { owner: subject }, ...query });
  for (const { id } of payees) for (const payment of await ofAccount(id)) found.set(payment.id, payment);
  return [...found.values()].toSorted((one, other) => other.createdAt - one.createdAt);
}

/** The subjects of these exceptions that are payments, orders, deposits or accounts of the customer or the external account. */
async function concernedBy(
  reads: Reads,
  exceptions: readonly ExceptionRecord[],
  whose: string,
): Promise<ReadonlySet<string>> {
  const subjects = exceptions.map(({ subject }) => subject);
  const ofType = (type: IdType): readonly string[] => subjects.filter((id) => isId(type, id));
  const payments = await reads.getMany(TRANSACTIONS, ofType('Transaction'));
  const orders = await reads.getMany(STABLECOIN_OPERATIONS, ofType('StablecoinOperation'));
  const deposits = await reads.getMany(DEPOSITS, ofType('Deposit'));
  const accounts = await reads.getMany(INTERNAL_ACCOUNTS, ofType('InternalAccount'));
  const paid = payments.map(({ receiverIdentifier }) => receiverIdentifier ?? '');
  const receivers = new Map<string, string | null>(
    [
      ...(await reads.getMany(
        INTERNAL_ACCOUNTS,
        paid.filter((id) => isId('InternalAccount', id)),
      )),
      ...(await reads.getMany(
        EXTERNAL_ACCOUNTS,
        paid.filter((id) => isId('ExternalAccount', id)),
      )),
    ].map(({ id, customerId }) => [id, customerId]),
  );
  const found: readonly (readonly [id: string, of: readonly (string | null)[]])[] = [
    ...payments.map(
      (each) =>
        [
          each.id,
          [each.customerId, ...SIDES.map((side) => each[side]), receivers.get(each.receiverIdentifier ?? '') ?? null],
        ] as const,
    ),
    ...orders.map(({ id, owner, collectedFrom, deliveredTo }) => [id, [owner, collectedFrom, deliveredTo]] as const),
    ...deposits.map(({ id, ownerId }) => [id, [ownerId]] as const),
    ...accounts.map(({ id, customerId }) => [id, [customerId]] as const),
  ];
  return new Set(found.filter(([, of]) => of.includes(whose)).map(([id]) => id));
}

const exceptionTable = ({ base }: TenantVisit, exceptions: readonly ExceptionRecord[]): Html =>
  table({
    caption: 'Open exceptions',
    empty: 'No money waits for a decision.',
    rows: exceptions,
    columns: [
      { title: 'Exception', text: ({ kind }) => kind, show: ({ id, kind }) => link(`${base}/exceptions/${id}`, kind) },
      {
        title: 'Amount',
        isNumber: true,
        text: ({ amount, currency }) => moneyText(amount, currency),
        show: ({ amount, currency }) => money(amount, currency),
      },
      { title: 'About', text: ({ subject }) => subject, show: ({ subject }) => code(subject) },
      { title: 'What happened', text: ({ reason }) => reason },
      { title: 'Opened at', text: () => '', show: ({ createdAt }) => time(createdAt) },
      { title: 'Status', text: (of) => of.status, show: (of) => status(of.status) },
    ],
  });

/**
 * What a block of this customer, external account or platform holds, and what left before it: operators decide about the
 * former, and can ask a bank for the latter.
 */
export async function heldPart(visit: TenantVisit, subject: string): Promise<Html> {
  const { core, place } = visit;
  const held = await core.units.read(place.tenant, (reads) => heldIn(visit, reads, subject));
  return section(
    'held',
    'Held, and at the bank',
    html`<h3>Money that waits for a decision</h3>
      ${exceptionTable(visit, held.exceptions)}
      ${
        held.isPartial &&
        html`<p class="hint">
          The newest ${SEARCHED} open exceptions of the platform were searched; the list of exceptions has all of them.
        </p>`
      }
      <h3>Payouts that no rail has yet</h3>
      ${paymentTable(visit, held.waiting)}
      <h3>Payments at the bank</h3>
      <p>They were handed to a rail before the block. Ask the bank for a recall; a payout that comes back is booked.</p>
      ${paymentTable(visit, held.atBank)}
      ${held.isMoreAtBank && html`<p class="hint">There are more payments at the bank than are listed.</p>`}`,
  );
}
