import type { EventType, JobKind } from '../events/index.js';
import type { Leg } from '../exceptions/index.js';
import { canonicalText, isId } from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { transactionOf } from '../quotes/index.js';
import {
  correctionsOf,
  destinationKey,
  heldOn,
  pulledFrom,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import type { ReceiptStatus } from '../uma/index.js';
import { misnamed } from './attempts.js';
import {
  type DecidedBooks,
  differences,
  type Inspected,
  isOrMissing,
  type PaidBooks,
  type Pass,
  repeated,
  walk,
} from './books.js';
import { CARD_TRANSACTION_CHECKS, type Spent } from './cards.js';
import { movedOnce } from './decisions.js';
import { isMisfunded } from './entries.js';
import { fieldText } from './field-text.js';
import { isCountedByLimits } from './limits.js';
import { isBeingPulled, isTakenBack, isUmaReceipt, isUncollected, type Payment, payments } from './paid.js';
import { UndoableMap } from './undoable.js';

const hasItsEntries: Check<Payment> = (payment) =>
  differences(`entries of ${payment.transaction.id}`, expectedEntries(payment), payment.entries);

function expectedEntries({
  transaction: t,
  receipt,
  retries,
  isSettled,
  isCreditedFromSuspense,
  entries: found,
}: Payment): readonly EntryKind[] {
  if (isUncollected(t)) return [];
  if (isUmaReceipt(t)) return receipt?.status === 'PAID' || receipt?.status === 'UNAPPLIED' ? ['UMA_RECEIPT'] : [];
  const credit: EntryKind = isCreditedFromSuspense ? 'SUSPENSE_CREDIT' : 'DEPOSIT';
  if (t.type === 'INCOMING' && t.status === 'COMPLETED') return [credit];
  if (isTakenBack(t)) return correctionsOf(t).fundingReversed ? [credit, 'DEPOSIT_REVERSAL'] : [credit];
  if (t.type === 'INCOMING' && t.collectedAt === null) return [];
  const fromAccount = heldOn(t) !== null;
  const entries: EntryKind[] = [fromAccount ? 'HOLD' : 'FUNDING'];
  if (t.status === 'COMPLETED') entries.push('SETTLEMENT');
  if (t.failureReason === 'PAYOUT_RETURNED') entries.push('SETTLEMENT', 'SETTLEMENT_REVERSAL');
  const { bankCharge, fundingReversed, fundingRecovered, refundBounces } = correctionsOf(t);
  if (bankCharge > 0n) entries.push('BANK_CHARGE');
  if (fundingReversed) entries.push('FUNDING_LOST');
  entries.push(...repeated<EntryKind>(refundBounces, found, 'FUNDING_REFUND', 'REFUND_BOUNCED'));
  if (fundingRecovered) entries.push('FUNDING_RECOVERED');
  else if (t.refundStatus === 'COMPLETED' && !isSettled) entries.push(fromAccount ? 'HOLD_RELEASE' : 'FUNDING_REFUND');
  if ((t.refundStatus === 'FAILED' || isSettled) && fromAccount) entries.push('REFUND_FAILED');
  if (fromAccount) entries.push(...repeated<EntryKind>(retries, found, 'REFUND_FAILED', 'REFUND_RETRIED'));
  return entries;
}

const keepsItsAnswer: Check<Payment> = ({ transaction: { id }, answerFault: fault }) =>
  unless(fault === null, () => `the answer to the request that started ${id} ${fault}; a repetition would pay again`);

const hasItsEvents: Check<Payment> = (payment) =>
  differences(`events of ${payment.transaction.id}`, expectedEvents(payment), payment.events);

function expectedEvents({ transaction: t, retries, isSettled, events }: Payment): readonly EventType[] {
  const expected: string[] = [];
  if (pulledFrom(t) !== null || isUmaReceipt(t)) expected.push('PENDING');
  if (t.type === 'OUTGOING' && !isMisfunded(t) && !isUncollected(t)) expected.push('PROCESSING');
  if (t.status === 'COMPLETED' || t.failureReason === 'PAYOUT_RETURNED' || isTakenBack(t)) expected.push('COMPLETED');
  if (t.status === 'FAILED' || t.status === 'REFUNDED') expected.push('FAILED');
  // An uncollected payment has nothing to refund, so its only event is FAILED.
  if (t.refundStatus !== null && !isUncollected(t)) {
    expected.push('REFUND_PENDING');
    expected.push(...repeated(retries, events, 'REFUND_PENDING', 'REFUND_FAILED'));
    expected.push(...repeated(correctionsOf(t).refundBounces, events, 'REFUND_COMPLETED'));
    if (isSettled) expected.push('REFUND_FAILED');
    if (t.refundStatus !== 'PENDING') expected.push(`REFUND_${t.refundStatus}`);
  }
  return expected.map((what) => `${t.type}_PAYMENT.${what}` as EventType);
}

const hasItsQuote: Check<Payment> = ({ transaction: t, quote }) => {
  if (t.quoteId === null) {
    return unless(t.type === 'INCOMING' || isTransfer(t), () => `${t.id} has no quote and is not a transfer`);
  }
  return unless(
    quote?.transactionId === t.id,
    () => `${t.id} has no quote: ${t.quoteId} ${quote === null ? 'does not exist' : 'belongs to another payment'}`,
  );
};

/** Whether the payment is one amount in one currency, less a network fee, from an internal to an external account. */
const isTransfer = (t: Transaction): boolean =>
  heldOn(t) !== null &&
  isId('ExternalAccount', destinationKey(t.destination)) &&
  t.sentAmount! - (t.fees ?? 0n) === t.receivedAmount &&
  t.sentCurrency === t.receivedCurrency;

const creditsWhatItCollects: Check<Payment> = ({ transaction: t }) =>
  unless(
    t.type !== 'INCOMING' ||
      pulledFrom(t) === null ||
      (t.sentAmount === t.receivedAmount && t.sentCurrency === t.receivedCurrency),
    () =>
      `${t.id} collects ${amountText(t.sentAmount ?? 0n, t.sentCurrency ?? '')} and credits ${amountText(t.receivedAmount ?? 0n, t.receivedCurrency ?? '')}`,
  );

const isRefundedWhenFailed: Check<Payment> = ({ transaction: t }) =>
  unless(
    isUncollected(t) || isTakenBack(t) || (t.type === 'INCOMING' && t.collectedAt === null)
      ? t.refundStatus === null || (t.status === 'FAILED' && t.refundStatus === 'COMPLETED')
      : (t.status === 'FAILED' || t.status === 'REFUNDED') === (t.refundStatus !== null),
    () => `${t.id} is ${t.status}, its refund ${isOrMissing(t.refundStatus)}`,
  );

/** The fields that a payment copies from its quote for good. Money that could not be used has its own amounts. */
const QUOTED = [
  'customerId',
  'platformCustomerId',
  'source',
  'destination',
  'senderIdentifier',
  'receiverIdentifier',
  'sentCurrency',
  'reference',
  'rail',
  'fundingRail',
] as const;
const QUOTED_AMOUNTS = [
  'sentAmount',
  'receivedAmount',
  'receivedCurrency',
  'exchangeRate',
  'fees',
  'platformFees',
] as const;

type Quotable = Pick<Transaction, (typeof QUOTED)[number] | (typeof QUOTED_AMOUNTS)[number]>;

const asText = (payment: Quotable, field: keyof Quotable): string => {
  // The rail adds the hash of an on-chain transfer later.
  const value = field === 'destination' ? { ...payment.destination, onChainTransaction: undefined } : payment[field];
  return typeof value === 'object' ? canonicalText(value) : String(value);
};

const said = (payment: Quotable, field: keyof Quotable): string =>
  fieldText(payment, field, () => asText(payment, field));

const isAsQuoted: Check<Payment> = ({ transaction, quote }) => {
  if (quote === null) return [];
  const promised = transactionOf({ tenant: transaction.tenant, now: transaction.createdAt }, quote);
  const fields = isMisfunded(transaction) ? QUOTED : [...QUOTED, ...QUOTED_AMOUNTS];
  return fields.flatMap((field) =>
    unless(
      asText(transaction, field) === asText(promised, field),
      () => `${field} of ${transaction.id} is ${said(transaction, field)}, its quote has ${said(promised, field)}`,
    ),
  );
};

const isAwaited: Check<Payment> = ({ transaction, jobs }) =>
  unless(
    !isUmaReceipt(transaction) ||
      transaction.status !== 'PENDING' ||
      jobs.includes('uma.question') ||
      jobs.includes('uma.receive'),
    () => `${transaction.id} is PENDING, but no job awaits its approval or its money`,
  );

/** The receipt is read when the payment is credited, so it must name the account that the payment was made for. */
const isCreditedAsMade: Check<Payment> = ({ transaction: t, receipt }) =>
  unless(
    receipt === null || receipt.accountId === destinationKey(t.destination),
    () => `${t.id} is for ${destinationKey(t.destination)}, its receipt for ${receipt!.accountId}`,
  );

const agreesWithItsReceipt: Check<Payment> = ({ transaction: t, receipt }) =>
  unless(
    !isUmaReceipt(t) ||
      (receipt !== null &&
        RECEIPT_OF[receipt.status] === t.status &&
        receipt.amount === t.receivedAmount &&
        receipt.currency === t.receivedCurrency),
    () => `${t.id} is ${t.status}, its receipt ${isOrMissing(receipt?.status)}`,
  );

/** The status of the incoming transaction for each status of its receipt. */
const RECEIPT_OF: Readonly<Record<ReceiptStatus, Transaction['status']>> = {
  ASKED: 'PENDING',
  APPROVED: 'PENDING',
  DEFERRED: 'PENDING',
  PAID: 'COMPLETED',
  UNAPPLIED: 'FAILED',
  REJECTED: 'FAILED',
  TIMED_OUT: 'FAILED',
  EXPIRED: 'FAILED',
};

/** The jobs that would take a held payment past the step at which it waits. */
const ADVANCES: Readonly<Record<Leg, readonly JobKind[]>> = {
  FUNDING: ['pull.submit', 'pull.check'],
  DELIVERY: ['payout.submit', 'payout.check'],
};

/** The last one awaits the answer that the first one then follows. */
const DELIVERS: readonly JobKind[] = ['payout.submit', 'payout.check', 'travel-rule.ask'];

const isBeingDone: Check<Payment> = ({ transaction: t, jobs, heldAt: held, isScreened }) => [
  ...unless(
    !isBeingPulled(t) || jobs.includes('pull.submit') || jobs.includes('pull.check') || held !== null || isScreened,
    () => `${t.id} is PENDING, but no job collects it`,
  ),
  ...unless(
    t.status !== 'PROCESSING' || jobs.some((kind) => DELIVERS.includes(kind)) || held !== null || isScreened,
    () => `${t.id} is PROCESSING, but no job delivers it`,
  ),
  ...unless(
    held === null || jobs.every((kind) => !ADVANCES[held].includes(kind)),
    () => `${t.id} waits for an operator, but a job advances it`,
  ),
  ...unless(
    t.refundStatus !== 'PENDING' || jobs.includes('refund.advance'),
    () => `the refund of ${t.id} is PENDING, but no job completes it`,
  ),
];

/** A payment that no rail has goes to one, and is cancelled without asking one. */
const isWithItsRail: Check<Payment> = ({ transaction: t, jobs }) =>
  unless(
    !(t.status === 'PROCESSING' && t.submittedAt === null && jobs.includes('payout.check')) &&
      !(isBeingPulled(t) && t.pullSubmittedAt === null && jobs.includes('pull.check')),
    () => `${t.id} was not handed to its rail, but a job asks for its state`,
  );

const isStillToCome: Check<Payment> = ({ transaction: t }) =>
  unless(
    !isBeingPulled(t) || !correctionsOf(t).fundingReversed,
    () => `${t.id} is ${t.status}, but its money was taken back`,
  );

const spendsItsRequest: Check<Payment> = ({ transaction: t }) => {
  const key = t.paymentRequest?.key ?? null;
  return unless(
    key === null || t.status === 'FAILED' || t.spentRequest === key,
    () => `${t.id} is ${t.status}, but another payment could pay its invoice ${key}`,
  );
};

const isRefundedAsItSays: Check<Payment> = ({ transaction: { id, status, refundStatus, refundReference }, refund }) => [
  ...(refund === null ? [] : misnamed(refund)),
  ...unless(
    refundReference === null || refundStatus !== null || status === 'FAILED' || status === 'REFUNDED',
    () => `${id} is ${status}, but has the refund ${refundReference}`,
  ),
];

const canBeDone: Check<Payment> = ({ transaction, missing }) =>
  missing.map((account) => `${transaction.id} is in progress, but its account ${account} does not exist`);

const hasMovedOnce: Check<Payment> = ({ sums }) => (sums === null ? [] : movedOnce(sums));

const ofPayments =
  (check: Check<Payment>): Check<Payment> =>
  (payment) =>
    payment.spent === null ? check(payment) : [];

const ofCards =
  (check: Check<Spent & Pick<Payment, 'entries' | 'events' | 'jobs'>>): Check<Payment> =>
  ({ spent, entries, events, jobs }) =>
    spent === null ? [] : check({ ...spent, entries, events, jobs });

const TRANSACTION_PASS: Pass<Transaction, Payment, PaidBooks> = {
  kind: TRANSACTIONS,
  subjects: payments,
  checks: [
    ...[
      hasItsEntries,
      hasItsEvents,
      keepsItsAnswer,
      hasItsQuote,
      agreesWithItsReceipt,
      isCreditedAsMade,
      creditsWhatItCollects,
      isAsQuoted,
      isAwaited,
      isRefundedWhenFailed,
      isBeingDone,
      isWithItsRail,
      isStillToCome,
      spendsItsRequest,
      isRefundedAsItSays,
      canBeDone,
    ].map(ofPayments),
    ...[hasMovedOnce, isCountedByLimits],
    ...CARD_TRANSACTION_CHECKS.map(ofCards),
  ],
};

/** Inspects the transactions and sums up their daily volumes, their use of limits, card reserves and card refunds. */
export async function inspectTransactions(books: DecidedBooks): Promise<Inspected<PaidBooks>> {
  return walk(
    {
      ...books,
      volumes: new UndoableMap(),
      limits: new UndoableMap(),
      reserved: new UndoableMap(),
      refunded: new UndoableMap(),
      exceeded: new UndoableMap(),
      cardCurrencies: new UndoableMap(),
      disputed: new UndoableMap(),
    },
    TRANSACTION_PASS,
  );
}
