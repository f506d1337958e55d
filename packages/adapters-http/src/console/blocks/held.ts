import type { IdType } from '@corridor/core';
import { isId } from '@corridor/core/internal';
import {
  DEPOSITS,
  type ExceptionRecord,
  EXCEPTIONS,
  INTERNAL_ACCOUNTS,
  QUOTES,
  type Transaction,
  TRANSACTIONS,
} from '@corridor/core/records';
import type { Reads } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { code, link, money, section, status, table, time } from '../components.js';
import { paymentTable } from '../customers/payment-table.js';
import { moneyText } from '../money.js';
import type { TenantVisit } from '../visit.js';

/** So many open exceptions of the platform are searched, and so many payments are shown. */
const SEARCHED = 500;

/** Whose money is listed. */
export type Concerned = { readonly customerId: string } | { readonly payee: string };

interface Held {
  readonly exceptions: readonly ExceptionRecord[];
  /** Open exceptions beyond those that were searched exist. */
  readonly isPartial: boolean;
  readonly waiting: readonly Transaction[];
  readonly atBank: readonly Transaction[];
}

async function heldIn(reads: Reads, concerned: Concerned): Promise<Held> {
  const isPayee = 'payee' in concerned;
  const whose = isPayee ? { receiverIdentifier: concerned.payee } : { customerId: concerned.customerId };
  const where = { ...whose, status: 'PROCESSING' } as const;
  const { rows: processing } = await reads.list(TRANSACTIONS, {
    where,
    ...{ order: 'desc', limit: SEARCHED, counted: false },
  });
  const open = await reads.list(EXCEPTIONS, {
    where: { status: 'OPEN' },
    ...{ order: 'desc', limit: SEARCHED, counted: false },
  });
  const concerns = await concernedBy(reads, open.rows, concerned);
  return {
    exceptions: open.rows.filter(({ subject }) => concerns.has(subject)),
    isPartial: open.hasMore,
    waiting: processing.filter(({ rail, submittedAt }) => rail !== null && submittedAt === null),
    atBank: processing.filter(({ submittedAt }) => submittedAt !== null),
  };
}

/** The subjects that are payments, deposits or accounts of the customer, or payments to the payee. */
async function concernedBy(
  reads: Reads,
  exceptions: readonly ExceptionRecord[],
  concerned: Concerned,
): Promise<ReadonlySet<string>> {
  const subjects = exceptions.map(({ subject }) => subject);
  const isOf = ({ customerId, receiverIdentifier }: Transaction): boolean =>
    'payee' in concerned ? receiverIdentifier === concerned.payee : customerId === concerned.customerId;
  const ofType = (type: IdType): readonly string[] => subjects.filter((id) => isId(type, id));
  const payments = await reads.getMany(TRANSACTIONS, ofType('Transaction'));
  const found = new Set<string>(payments.filter(isOf).map(({ id }) => id));
  if ('payee' in concerned) return found;
  const { customerId: owner } = concerned;
  const accounts = await reads.getMany(INTERNAL_ACCOUNTS, ofType('InternalAccount'));
  for (const { id, customerId } of accounts) if (customerId === owner) found.add(id);
  for (const { id, reference } of await reads.getMany(DEPOSITS, ofType('Deposit'))) {
    const wanted =
      (await reads.find(QUOTES, 'reference', [reference])) ??
      (await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference]));
    if (wanted?.customerId === owner) found.add(id);
  }
  return found;
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

/** What a block holds, and what left before it: operators decide about the former, and can ask a bank for the latter. */
export async function heldPart(visit: TenantVisit, concerned: Concerned): Promise<Html> {
  const { core, place } = visit;
  const held = await core.units.read(place.tenant, (reads) => heldIn(reads, concerned));
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
      <p>They were handed to a rail before the block. Ask the bank for a recall, and open an exception for it.</p>
      ${paymentTable(visit, held.atBank)}`,
  );
}
