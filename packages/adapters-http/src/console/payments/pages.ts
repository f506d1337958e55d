import { type Id, ok, type PaymentTimeline, type Result } from '@corridor/core';
import { type CorrectedAmount, correctedAmounts } from '@corridor/core/internal';
import type { RefundReason, RefundStatus, Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  code,
  type Content,
  definitions,
  link,
  money,
  notice,
  section,
  status,
  timeWithAge,
  smallCode,
} from '../kit/components.js';
import { actionButton, mayRequest } from '../kit/form-page.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type PageContent, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { notePart } from '../notes/note-part.js';
import { screeningPart } from '../cases/screening-part.js';
import { decidedBy } from '../kit/decided-by.js';
import { attemptsOf } from './attempts.js';
import { depositContent, quoteContent } from './before-payments.js';
import { depositLinks, exceptionLinks, railsOf, titleAmount } from './facts.js';
import { paymentForms } from './forms.js';
import { countedPayments } from './counted.js';
import { paymentList } from './list.js';
import { idsOfSides, type Parties, partiesOf, sideOf } from './parties.js';
import { receiptOf } from './receipt.js';
import { failedAs, rateOf, timelineList } from './timeline.js';
import { placeFacts } from './place-facts.js';
import { placeOf } from './place-of-money.js';

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
    const content = found.value.transaction === null ? quoteContent : transactionPage;
    return ok(await content(visit, found.value));
  },
});

const deposit = tenantPage({
  path: '/deposits/{id}',
  title: 'Deposit',
  section: 'Payments',
  params: { id: idOf('Deposit') },
  shows: 'Deposit',
  async show(visit: TenantVisit<{ readonly id: Id<'Deposit'> }>) {
    const found = await timelineOf(visit, visit.params.id);
    return found.ok ? ok(await depositContent(visit, found.value, visit.params.id)) : found;
  },
});

async function transactionPage(visit: TenantVisit, timeline: PaymentTimeline): Promise<PageContent> {
  const transaction = timeline.transaction!;
  const { id, customerId, agentId, card } = transaction;
  const [parties, attempts] = await Promise.all([
    partiesOf(visit, [
      ...[customerId, agentId, card?.cardId ?? null, card?.accountId ?? null],
      ...idsOfSides(transaction.source, transaction.destination),
    ]),
    attemptsOf(visit, [id]),
  ]);
  const { text, isBad } = placeOf(placeFacts(visit, timeline, transaction, parties, attempts));
  const body = html`${notice(text, isBad ? 'bad' : 'plain')} ${attempts.stuck}
  ${summaryOf(visit, timeline, transaction, { parties, cancelledBy: await cancelledBy(visit, transaction) })}
  ${await possible(visit, transaction)} ${attempts.table}
  ${section('timeline', 'Timeline', timelineList(visit, timeline, parties, attempts.work))}
  ${await screeningPart(visit, id)} ${await notePart(visit, transaction, `${visit.place.base}/payments/${id}`)}`;
  return { body, title: `${TITLES[transaction.type]} of ${titleAmount(timeline)}` };
}

type Facts = readonly (readonly [string, Content | null])[];

function summaryOf(
  visit: TenantVisit,
  timeline: PaymentTimeline,
  transaction: Transaction,
  { parties, cancelledBy }: { readonly parties: Parties; readonly cancelledBy: Content | null },
): Html {
  const { sentCurrency, receivedCurrency, exchangeRate, fees } = transaction;
  const { destination, createdAt, settledAt, agentId, card, quoteId } = transaction;
  const returnedAt =
    timeline.entries.find(
      (entry) =>
        entry.kind === 'state' && entry.of === 'payment' && entry.from === 'COMPLETED' && entry.to === 'FAILED',
    )?.at ?? null;
  const { now } = visit.place.context;
  const { sentBack, cameBack } = correctedAmounts(transaction);
  return definitions([
    ['Status', withReason(transaction)],
    ...(cancelledBy === null ? [] : [['Cancelled by', cancelledBy] as const]),
    ...(transaction.refundStatus === null
      ? []
      : [['Refund', refundOf(transaction.refundStatus, transaction.refundReason)] as const]),
    ...(timeline.approval === null ? [] : [['Approval of the platform', status(timeline.approval)] as const]),
    ...exceptionLinks(visit, timeline),
    ...corrected('Sent back by decisions', sentBack),
    ...corrected('Came back by decisions', cameBack),
    ...sentAndReceived(transaction),
    ...(exchangeRate === null || sentCurrency === null || receivedCurrency === null
      ? []
      : [['Rate', rateOf(exchangeRate, sentCurrency, receivedCurrency)] as const]),
    ...(fees === null || sentCurrency === null ? [] : [['Fees', money(fees, sentCurrency)] as const]),
    ...heldBy(visit, transaction),
    ['From', fromOf(visit, parties, transaction)],
    ['To', sideOf(visit, parties, destination, createdAt)],
    ['Customer', parties(transaction.customerId)],
    ['Customer id of the platform', transaction.platformCustomerId],
    ...(card === null ? [] : [['Card', parties(card.cardId)] as const]),
    ...(agentId === null ? [] : [['Agent', parties(agentId)] as const]),
    ...(quoteId === null ? [] : [['Quote', recordLink(visit, quoteId)] as const]),
    ...depositLinks(visit, timeline),
    ['Rails', railsOf(visit, transaction.fundingRail, transaction.rail)],
    ['Reference', code(transaction.reference)],
    ['Description', transaction.description],
    ['Remittance information', transaction.remittanceInformation],
    ['Created at', timeWithAge(createdAt, now)],
    ['Settled at', settledAt === null ? null : timeWithAge(settledAt, now)],
    ...(returnedAt === null ? [] : [['Returned at', timeWithAge(returnedAt, now)] as const]),
    ['Id', code(transaction.id)],
  ] satisfies Facts);
}

/** What is sent and what arrives; of a card payment only what it has, because the amounts of the card are its own lines. */
function sentAndReceived(transaction: Transaction): Facts {
  const { card, status: state, sentAmount, sentCurrency, receivedAmount, receivedCurrency } = transaction;
  const facts: Facts = [
    ['Sent', sentCurrency === null ? null : money(sentAmount, sentCurrency)],
    [receiptOf(state).title, receivedCurrency === null ? null : money(receivedAmount, receivedCurrency)],
  ];
  return card === null ? facts : facts.filter(([, amount]) => amount !== null);
}

/** The money of a card payment comes from the funding source of the card. */
const fromOf = (visit: TenantVisit, parties: Parties, { source, card, createdAt }: Transaction): Content | null =>
  card === null ? sideOf(visit, parties, source, createdAt) : sideOf(visit, parties, card, createdAt);

const withReason = ({ status: state, failureReason, refundReason }: Transaction): Html =>
  html`${status(state)} ${failureReason !== null && failedAs(failureReason, refundReason === 'USER_CANCELLATION')}`;

/** The operator who cancelled the payment; null if no operator has, but for example its platform or its rail. */
async function cancelledBy(visit: TenantVisit, { id, refundReason }: Transaction): Promise<Content | null> {
  if (refundReason !== 'USER_CANCELLATION') return null;
  const by = await decidedBy(visit, 'payments.cancel', id);
  return by.ok ? by.value : null;
}

const BECAUSE: Readonly<Record<RefundReason, string>> = {
  TRANSACTION_FAILED: 'because the payment failed',
  USER_CANCELLATION: 'because the payment was cancelled',
  TIMEOUT: 'because the time of the payment ran out',
};

/** The state of the refund, and why there is one; the reason is not that of the state. */
const refundOf = (state: RefundStatus, reason: RefundReason | null): Html =>
  html`${status(state)} ${reason !== null && html`(${BECAUSE[reason]}) ${smallCode(reason)}`}`;

/** What a card transaction holds, and until when. */
const heldBy = ({ place }: TenantVisit, { card, holdEndsAt }: Transaction): Facts =>
  card === null
    ? []
    : [
        ['Authorized', money(card.authorized, card.currency)],
        ['Held', money(card.reserved, card.currency)],
        ['Authorization ends at', holdEndsAt === null ? null : timeWithAge(holdEndsAt, place.context.now)],
      ];

const corrected = (title: string, of: CorrectedAmount | null): Facts =>
  of === null ? [] : [[title, money(of.amount, of.currency)]];

const TITLES = { OUTGOING: 'Payment', INCOMING: 'Incoming payment', CARD: 'Card payment' };

/** What can be done with a payment in its state. */
async function possible(visit: TenantVisit, { id, type, status: state, card }: Transaction): Promise<Html> {
  const own = `${visit.place.base}/payments/${id}`;
  const isOpen = type !== 'CARD' && (state === 'PENDING' || state === 'PROCESSING');
  const cancellable = isOpen ? await readIn(visit, visit.core.transactions.checkCancellable, { id }) : null;
  const parts = [
    ...(type === 'CARD' && state === 'EXCEPTION'
      ? [actionButton(visit, 'cards.recover', `${own}/recover`, 'Collect the missing amount', { isPrimary: true })]
      : []),
    ...(card !== null && card.reserved > 0n
      ? [actionButton(visit, 'cards.release', `${own}/release`, 'Release the hold')]
      : []),
    ...(cancellable?.ok === true
      ? [actionButton(visit, 'payments.cancel', `${own}/cancel`, 'Cancel the payment')]
      : []),
    actionButton(visit, 'exceptions.open', `${own}/exception`, 'Open an exception'),
    link(`${visit.place.base}/ledger/entries?cause=${encodeURIComponent(id)}`, 'Ledger entries'),
    link(`${visit.place.base}/webhooks?resource=${encodeURIComponent(id)}`, 'Events'),
  ];
  const obstacle = cancellable?.ok === false && mayRequest(visit, 'payments.cancel') ? cancellable.error.message : null;
  return html`${actions(...parts)} ${obstacle !== null && html`<p class="hint">Cannot be cancelled: ${obstacle}.</p>`}`;
}

export const paymentPages: readonly Route[] = [
  ...paymentList,
  ...countedPayments,
  payment,
  quote,
  deposit,
  ...paymentForms,
];
