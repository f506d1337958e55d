import { type Id, ok, type PaymentTimeline, type Result } from '@corridor/core';
import { type CorrectedAmount, correctedAmounts } from '@corridor/core/internal';
import type { Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, code, type Content, definitions, link, money, section, status, time } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import { notePart } from '../notes/note-part.js';
import { moneyText } from '../kit/money.js';
import { idOf, type PageContent, type Route, tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { paymentForms } from './forms.js';
import { paymentList } from './list.js';
import { recordLink } from '../kit/record-link.js';
import { rateOf, timelineList } from './timeline.js';

const timelineOf = ({ core, place }: TenantVisit, id: string): Promise<Result<PaymentTimeline>> =>
  core.payments.timeline(place.tenant, id);

const payment = tenantPage({
  path: '/payments/{id}',
  title: 'Payment',
  section: 'Payments',
  params: { id: idOf('Transaction') },
  shows: 'Transaction',
  async show(visit: TenantVisit<{ readonly id: Id<'Transaction'> }>) {
    const found = await timelineOf(visit, visit.params.id);
    return found.ok ? ok(await transactionPage(visit, found.value)) : found;
  },
});

/** A quote that was executed is shown with its payment. */
const quote = tenantPage({
  path: '/quotes/{id}',
  title: 'Quote',
  section: 'Payments',
  params: { id: idOf('Quote') },
  shows: 'Quote',
  async show(visit: TenantVisit<{ readonly id: Id<'Quote'> }>) {
    const found = await timelineOf(visit, visit.params.id);
    if (!found.ok) return found;
    if (found.value.transaction !== null) return ok(await transactionPage(visit, found.value));
    const { id, status: state, expiresAt, customerId, reference, createdAt, rail, fundingRail } = found.value.quote!;
    const body = html`<p>This quote has not become a payment.</p>
      ${definitions([
        ['Status', status(state)],
        ['Ends at', time(expiresAt)],
        ['Customer', recordLink(visit, customerId)],
        ['Rails', railsOf(fundingRail, rail)],
        ['Reference', code(reference)],
        ['Created at', time(createdAt)],
        ['Id', code(id)],
      ])}
      ${section('timeline', 'Timeline', timelineList(visit, found.value))}`;
    return ok({ body, title: `Quote of ${amountOf(found.value)}` });
  },
});

/** Money that no payment could use. */
const deposit = tenantPage({
  path: '/deposits/{id}',
  title: 'Deposit',
  section: 'Payments',
  params: { id: idOf('Deposit') },
  shows: 'Deposit',
  async show(visit: TenantVisit<{ readonly id: Id<'Deposit'> }>) {
    const found = await timelineOf(visit, visit.params.id);
    if (!found.ok) return found;
    const { transaction, quote: of, deposits } = found.value;
    const {
      id,
      status: state,
      amount,
      currency,
      rail,
      reference,
      createdAt,
    } = deposits.find((each) => each.id === visit.params.id)!;
    const whose = transaction?.id ?? of?.id ?? null;
    const body = html`<p>Money that arrived, and that no quote or account expected.</p>
      ${definitions([
        ['Status', status(state)],
        ['Amount', money(amount, currency)],
        ['Rail', rail],
        ['Reference', code(reference)],
        ['Payment with this reference', recordLink(visit, whose)],
        ['Created at', time(createdAt)],
        ['Id', code(id)],
      ])}
      ${section('timeline', 'Timeline', timelineList(visit, found.value))}`;
    return ok({ body, title: `Deposit of ${moneyText(amount, currency)}` });
  },
});

function amountOf({ transaction, quote: of }: Pick<PaymentTimeline, 'transaction' | 'quote'>): string {
  const sent = transaction?.sentAmount ?? of?.totalSendingAmount ?? null;
  const sentCurrency = transaction?.sentCurrency ?? of?.sendingCurrency ?? null;
  if (sent !== null && sentCurrency !== null) return moneyText(sent, sentCurrency);
  const received = transaction?.receivedAmount ?? null;
  return received === null ? 'an unknown amount' : moneyText(received, transaction!.receivedCurrency!);
}

const railsOf = (funding: string | null, delivery: string | null): string | null => {
  const names = [...new Set([funding, delivery].filter((name) => name !== null))];
  return names.length === 0 ? null : names.join(', ');
};

function partyOf(visit: TenantVisit, party: Transaction['source'] | Transaction['destination']): Content | null {
  if (party === null) return null;
  if ('accountId' in party) return recordLink(visit, party.accountId);
  if ('umaAddress' in party) return party.umaAddress;
  if ('descriptor' in party) return party.descriptor;
  return 'Money that the customer sends for this payment';
}

async function transactionPage(visit: TenantVisit, timeline: PaymentTimeline): Promise<PageContent> {
  const transaction = timeline.transaction!;
  const { sentAmount, sentCurrency, receivedAmount, receivedCurrency, exchangeRate, fees } = transaction;
  const open = openExceptions(visit, timeline);
  const { sentBack, cameBack } = correctedAmounts(transaction);
  const body = html`${definitions([
    ['Status', html`${status(transaction.status)} ${transaction.failureReason ?? ''}`],
    ...(transaction.refundStatus === null
      ? []
      : [['Refund', html`${status(transaction.refundStatus)} ${transaction.refundReason ?? ''}`] as const]),
    ...(timeline.approval === null ? [] : [['Approval of the platform', status(timeline.approval)] as const]),
    ...(open.length === 0 ? [] : [['Open exceptions', html`${open}`] as const]),
    ...corrected('Sent back by decisions', sentBack),
    ...corrected('Came back by decisions', cameBack),
    ['Sent', sentCurrency === null ? null : money(sentAmount, sentCurrency)],
    ['Received', receivedCurrency === null ? null : money(receivedAmount, receivedCurrency)],
    ...(exchangeRate === null || sentCurrency === null || receivedCurrency === null
      ? []
      : [['Rate', rateOf(exchangeRate, sentCurrency, receivedCurrency)] as const]),
    ...(fees === null || sentCurrency === null ? [] : [['Fees', money(fees, sentCurrency)] as const]),
    ...heldBy(transaction),
    ['From', partyOf(visit, transaction.source)],
    ['To', partyOf(visit, transaction.destination)],
    ['Customer', recordLink(visit, transaction.customerId)],
    ['Customer id of the platform', transaction.platformCustomerId],
    ['Rails', railsOf(transaction.fundingRail, transaction.rail)],
    ['Reference', code(transaction.reference)],
    ['Description', transaction.description],
    ['Remittance information', transaction.remittanceInformation],
    ['Created at', time(transaction.createdAt)],
    ['Settled at', time(transaction.settledAt)],
    ['Id', code(transaction.id)],
  ])}
  ${possible(visit, transaction)} ${section('timeline', 'Timeline', timelineList(visit, timeline))}
  ${await notePart(visit, transaction, `${visit.place.base}/payments/${transaction.id}`)}`;
  return { body, title: `${TITLES[transaction.type]} of ${amountOf(timeline)}` };
}

/** What a card transaction holds, and until when. */
const heldBy = ({ card, holdEndsAt }: Transaction): readonly (readonly [string, Content])[] =>
  card === null
    ? []
    : [
        ['Held', money(card.reserved, card.currency)],
        ['Authorization ends at', time(holdEndsAt)],
      ];

const corrected = (title: string, of: CorrectedAmount | null): readonly (readonly [string, Content])[] =>
  of === null ? [] : [[title, money(of.amount, of.currency)]];

const TITLES = { OUTGOING: 'Payment', INCOMING: 'Incoming payment', CARD: 'Card payment' };

/** The exceptions of the timeline that were not resolved. */
function openExceptions(visit: TenantVisit, { entries }: PaymentTimeline): readonly Html[] {
  const found = entries.flatMap((entry) => (entry.kind === 'exception' ? [entry] : []));
  const resolved = new Set(found.filter(({ step }) => step === 'resolved').map(({ exceptionId }) => exceptionId));
  return found
    .filter(({ step, exceptionId }) => step === 'opened' && !resolved.has(exceptionId))
    .map(({ exception, exceptionId }) => html`<div>${exception} ${recordLink(visit, exceptionId)}</div>`);
}

/** What can be done with a payment in its state. */
function possible(visit: TenantVisit, { id, type, status: state, card }: Transaction): Html {
  const own = `${visit.place.base}/payments/${id}`;
  const mayCancel = type !== 'CARD' && (state === 'PENDING' || state === 'PROCESSING');
  const parts = [
    ...(type === 'CARD' && state === 'EXCEPTION'
      ? [actionButton(visit, 'cards.recover', `${own}/recover`, 'Collect the missing amount', { isPrimary: true })]
      : []),
    ...(card !== null && card.reserved > 0n
      ? [actionButton(visit, 'cards.release', `${own}/release`, 'Release the hold')]
      : []),
    ...(mayCancel ? [actionButton(visit, 'payments.cancel', `${own}/cancel`, 'Cancel the payment')] : []),
    actionButton(visit, 'exceptions.open', `${own}/exception`, 'Open an exception'),
    link(`${visit.place.base}/ledger/entries?cause=${encodeURIComponent(id)}`, 'Ledger entries'),
    link(`${visit.place.base}/webhooks?resource=${encodeURIComponent(id)}`, 'Events'),
  ];
  return actions(...parts);
}

export const paymentPages: readonly Route[] = [...paymentList, payment, quote, deposit, ...paymentForms];
