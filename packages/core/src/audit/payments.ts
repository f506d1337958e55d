import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { isCardTransaction } from '../cards/index.js';
import type { EventType, JobKind } from '../events/index.js';
import type { ExceptionRecord, Leg } from '../exceptions/index.js';
import {
  ANSWER_SECONDS,
  canonicalText,
  type Instant,
  instant,
  isId,
  plusSeconds,
  REMEMBERED_ANSWERS,
  timeOfId,
} from '../kernel/index.js';
import { type Check, type EntryKind, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type Quote, QUOTES, type QuoteStatus, transactionOf } from '../quotes/index.js';
import {
  correctionsOf,
  type Deposit,
  DEPOSITS,
  destinationKey,
  heldLegOf,
  heldOn,
  pulledFrom,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { type ReceiptStatus, UMA_RECEIPTS, type UmaReceipt } from '../uma/index.js';
import { byId, type DecidedBooks, differences, type Inspected, type PaidBooks, type Pass, walk } from './books.js';
import { CARD_TRANSACTION_CHECKS, type Spent, spentOf } from './cards.js';
import { type DecidedSums, decidedSums, decidedSumsOfDeposit, movedOnce } from './decisions.js';
import { expiresInTime, lastSealedAt, lastWorkOf } from './deadlines.js';
import { isMisfunded } from './entries.js';
import { isCountedByLimits, noteUses } from './limits.js';
import { convertsAtItsRate, hasItsSpread } from './rates.js';
import { isPricedByItsTerms, termsOfQuotes } from './terms.js';

interface Payment {
  readonly transaction: Transaction;
  readonly quote: Quote | null;
  readonly entries: readonly EntryKind[];
  readonly events: readonly EventType[];
  readonly jobs: readonly JobKind[];
  /** Accounts that the payment or its refund needs and that do not exist. */
  readonly missing: readonly string[];
  readonly receipt: UmaReceipt | null;
  /** What is wrong with the answer of the request that started the payment, which must still be kept; null for nothing. */
  readonly answerFault: string | null;
  /** Set if the transaction is a use of a card, which has its own checks; otherwise null. */
  readonly spent: Spent | null;
  /** The step at which the payment waits for an operator; null if it does not wait. */
  readonly heldAt: Leg | null;
  /** How often an operator has retried the refund of the payment. */
  readonly retries: number;
  /** Whether an operator credited the money of the failed refund, or paid it outside the rails. */
  readonly isSettled: boolean;
  /** Set if an operator decided about the payment; otherwise null. */
  readonly sums: DecidedSums | null;
}

/** Whether a rail is still collecting the money of the payment. */
const isBeingPulled = (t: Transaction): boolean => t.status === 'PENDING' && pulledFrom(t) !== null;

/** Whether a rail must collect the money of the payment and has not done so. */
const isUncollected = (t: Transaction): boolean => pulledFrom(t) !== null && t.collectedAt === null;

/** Whether the credit of an incoming payment was taken back. */
const isTakenBack = (t: Transaction): boolean =>
  t.type === 'INCOMING' &&
  t.status === 'FAILED' &&
  t.settledAt !== null &&
  (correctionsOf(t).fundingReversed || correctionsOf(t).sentBack > 0n);

const isInProgress = (t: Transaction): boolean =>
  t.status === 'PROCESSING' || t.refundStatus === 'PENDING' || isBeingPulled(t);

/** Whether the payment comes from another institution by UMA. It waits for the platform's approval and its money. */
const isUmaReceipt = (t: Transaction): boolean => t.type === 'INCOMING' && t.source?.sourceType === 'UMA_ADDRESS';

const accountsOf = ({ source, destination }: Transaction): readonly string[] => [
  ...(source?.sourceType === 'ACCOUNT' ? [source.accountId] : []),
  ...(destination.destinationType === 'ACCOUNT' ? [destination.accountId] : []),
];

/** More than the clocks of hosts differ, and than a request takes. */
const ANSWER_MARGIN_SECONDS = 600;

/**
 * The answer of a request with an idempotency key that must still be kept: a repetition would pay a second time without
 * it. The id of the payment has its time, or that of its quote, which is earlier. Hosts delete an answer after its end;
 * `now` is the latest time of any of them.
 */
const keptAnswer = ({ id, answerId }: Transaction, now: Instant): string | null => {
  const madeAt = answerId === null ? null : timeOfId(id);
  return madeAt !== null && plusSeconds(madeAt, ANSWER_SECONDS - ANSWER_MARGIN_SECONDS) > now ? answerId : null;
};

function answerFault(
  kept: string | null,
  answers: ReadonlyMap<string, { readonly expiresAt: Instant }>,
  latest: Instant,
): string | null {
  const answer = kept === null ? null : answers.get(kept);
  if (answer === null) return null;
  if (answer === undefined) return 'does not exist';
  return answer.expiresAt <= latest ? 'has ended too early' : null;
}

async function payments(books: PaidBooks, page: readonly Transaction[]): Promise<readonly Payment[]> {
  const { reads, entries, events, jobs } = books;
  noteUses(books, page);
  const quotes = await byId(
    reads,
    QUOTES,
    page.map(({ quoteId }) => quoteId),
  );
  const lastWork = page.some(isCardTransaction) ? await lastWorkOf(books, TRANSACTIONS) : books.now;
  const needed = page.filter(isInProgress).flatMap(accountsOf);
  const inside = await byId(
    reads,
    INTERNAL_ACCOUNTS,
    needed.filter((id) => isId('InternalAccount', id)),
  );
  const outside = await byId(
    reads,
    EXTERNAL_ACCOUNTS,
    needed.filter((id) => isId('ExternalAccount', id)),
  );
  const receipts = await byId(
    reads,
    UMA_RECEIPTS,
    page.filter(isUmaReceipt).map(({ id }) => id),
  );
  // The clock of a host may be ahead of the clock of the audit.
  const latest = instant(Math.max(books.now, await lastSealedAt(reads)));
  const answers = await byId(
    reads,
    REMEMBERED_ANSWERS,
    page.map((transaction) => keptAnswer(transaction, latest)),
  );
  const sums = new Map<string, DecidedSums>();
  for (const transaction of page)
    if (books.decided.has(transaction.id)) sums.set(transaction.id, await decidedSums(reads, transaction));
  return page.map((transaction) => ({
    transaction,
    sums: sums.get(transaction.id) ?? null,
    isSettled: books.settled.has(transaction.id) && transaction.refundStatus === 'COMPLETED',
    heldAt: heldAt(transaction, books.held.get(transaction.id) ?? []),
    spent: spentOf(books, transaction, lastWork),
    retries: books.retried.get(transaction.id) ?? 0,
    receipt: receipts.get(transaction.id) ?? null,
    answerFault: answerFault(keptAnswer(transaction, latest), answers, latest),
    quote: quotes.get(transaction.quoteId ?? '') ?? null,
    entries: entries.take(transaction.id),
    events: events.take(transaction.id),
    jobs: jobs.take(transaction.id),
    missing: isInProgress(transaction)
      ? accountsOf(transaction).filter((id) => !inside.has(id) && !outside.has(id))
      : [],
  }));
}

const hasItsEntries: Check<Payment> = (payment) =>
  differences(`entries of ${payment.transaction.id}`, expectedEntries(payment), payment.entries);

function expectedEntries({ transaction: t, receipt, retries, isSettled }: Payment): readonly EntryKind[] {
  if (isUncollected(t)) return [];
  if (isUmaReceipt(t)) return receipt?.status === 'PAID' || receipt?.status === 'UNAPPLIED' ? ['UMA_RECEIPT'] : [];
  if (t.type === 'INCOMING' && t.status === 'COMPLETED') return ['DEPOSIT'];
  if (isTakenBack(t)) return correctionsOf(t).fundingReversed ? ['DEPOSIT', 'DEPOSIT_REVERSAL'] : ['DEPOSIT'];
  if (t.type === 'INCOMING' && t.collectedAt === null) return [];
  const fromAccount = heldOn(t) !== null;
  const entries: EntryKind[] = [fromAccount ? 'HOLD' : 'FUNDING'];
  if (t.status === 'COMPLETED') entries.push('SETTLEMENT');
  if (t.failureReason === 'PAYOUT_RETURNED') entries.push('SETTLEMENT', 'SETTLEMENT_REVERSAL');
  const { bankCharge, fundingReversed, fundingRecovered, refundBounces } = correctionsOf(t);
  if (bankCharge > 0n) entries.push('BANK_CHARGE');
  if (fundingReversed) entries.push('FUNDING_LOST');
  for (let bounced = 0; bounced < refundBounces; bounced++) entries.push('FUNDING_REFUND', 'REFUND_BOUNCED');
  if (fundingRecovered) entries.push('FUNDING_RECOVERED');
  else if (t.refundStatus === 'COMPLETED' && !isSettled) entries.push(fromAccount ? 'HOLD_RELEASE' : 'FUNDING_REFUND');
  if ((t.refundStatus === 'FAILED' || isSettled) && fromAccount) entries.push('REFUND_FAILED');
  for (let i = 0; i < retries && fromAccount; i++) entries.push('REFUND_FAILED', 'REFUND_RETRIED');
  return entries;
}

const keepsItsAnswer: Check<Payment> = ({ transaction: { id }, answerFault: fault }) =>
  unless(fault === null, () => `the answer to the request that started ${id} ${fault}; a repetition would pay again`);

const hasItsEvents: Check<Payment> = (payment) =>
  differences(`events of ${payment.transaction.id}`, expectedEvents(payment), payment.events);

function expectedEvents({ transaction: t, retries, isSettled }: Payment): readonly EventType[] {
  const expected: string[] = [];
  if (pulledFrom(t) !== null || isUmaReceipt(t)) expected.push('PENDING');
  if (t.type === 'OUTGOING' && !isMisfunded(t) && !isUncollected(t)) expected.push('PROCESSING');
  if (t.status === 'COMPLETED' || t.failureReason === 'PAYOUT_RETURNED' || isTakenBack(t)) expected.push('COMPLETED');
  if (t.status === 'FAILED' || t.status === 'REFUNDED') expected.push('FAILED');
  // An uncollected payment has nothing to refund, so its only event is FAILED.
  if (t.refundStatus !== null && !isUncollected(t)) {
    expected.push('REFUND_PENDING');
    for (let i = 0; i < retries; i++) expected.push('REFUND_PENDING', 'REFUND_FAILED');
    for (let i = 0; i < correctionsOf(t).refundBounces; i++) expected.push('REFUND_COMPLETED');
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

const isOrMissing = (status: string | null | undefined): string =>
  status === null || status === undefined ? 'does not exist' : `is ${status}`;

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

const isAsQuoted: Check<Payment> = ({ transaction, quote }) => {
  if (quote === null) return [];
  const promised = transactionOf({ tenant: transaction.tenant, now: transaction.createdAt }, quote);
  const fields = isMisfunded(transaction) ? QUOTED : [...QUOTED, ...QUOTED_AMOUNTS];
  return fields.flatMap((field) =>
    unless(
      asText(transaction, field) === asText(promised, field),
      () => `${field} of ${transaction.id} is ${asText(transaction, field)}, its quote has ${asText(promised, field)}`,
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

/** The step at which open exceptions say that the payment is not handed to a rail before an operator decides. */
function heldAt(t: Transaction, exceptions: readonly ExceptionRecord[]): Leg | null {
  for (const exception of exceptions) {
    const leg = heldLegOf(t, exception);
    if (leg !== null && leg === exception.leg) return leg;
  }
  return null;
}

const isBeingDone: Check<Payment> = ({ transaction: t, jobs, heldAt: held }) => [
  ...unless(
    !isBeingPulled(t) || jobs.includes('pull.submit') || jobs.includes('pull.check') || held !== null,
    () => `${t.id} is PENDING, but no job collects it`,
  ),
  ...unless(
    t.status !== 'PROCESSING' || jobs.includes('payout.submit') || jobs.includes('payout.check') || held !== null,
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

const spendsItsRequest: Check<Payment> = ({ transaction: t }) => {
  const key = t.paymentRequest?.key ?? null;
  return unless(
    key === null || t.status === 'FAILED' || t.spentRequest === key,
    () => `${t.id} is ${t.status}, but another payment could pay its invoice ${key}`,
  );
};

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
      creditsWhatItCollects,
      isAsQuoted,
      isAwaited,
      isRefundedWhenFailed,
      isBeingDone,
      spendsItsRequest,
      canBeDone,
    ].map(ofPayments),
    ...[hasMovedOnce, isCountedByLimits],
    ...CARD_TRANSACTION_CHECKS.map(ofCards),
  ],
};

/** Inspects the transactions and sums up their daily volumes, their use of limits, card reserves and card refunds. */
export async function inspectTransactions(books: DecidedBooks): Promise<Inspected<PaidBooks>> {
  const sums = { volumes: new Map(), limits: new Map(), reserved: new Map(), refunded: new Map(), exceeded: new Map() };
  return walk({ ...books, ...sums }, TRANSACTION_PASS);
}

interface Unattributed {
  readonly deposit: Deposit;
  readonly entries: readonly EntryKind[];
  readonly jobs: readonly JobKind[];
  readonly sums: DecidedSums | null;
}

/** Money that came back to an account which cannot take it is put into suspense by the entry of its exception. */
const isRecovered = ({ reference }: Deposit): boolean => isId('Exception', reference);

const hasDepositEntries: Check<Unattributed> = ({ deposit, entries }) => {
  const { id, status, bounces } = deposit;
  const expected: EntryKind[] = isRecovered(deposit) ? [] : ['SUSPENSE_IN'];
  for (let bounced = 0; bounced < (bounces ?? 0); bounced++) expected.push('SUSPENSE_RETURN', 'REFUND_BOUNCED');
  if (status === 'RETURNED' || status === 'REVERSED') expected.push('SUSPENSE_RETURN');
  return differences(`entries of ${id}`, expected, entries);
};

const isBeingReturned: Check<Unattributed> = ({ deposit: { id, status }, jobs }) =>
  unless(
    status !== 'IN_SUSPENSE' || jobs.includes('suspense.return'),
    () => `${id} is IN_SUSPENSE, but no job returns it`,
  );

export const DEPOSIT_PASS: Pass<Deposit, Unattributed, DecidedBooks> = {
  kind: DEPOSITS,
  subjects: async ({ reads, entries, jobs, decided }, page) => {
    const found: Unattributed[] = [];
    for (const deposit of page) {
      const { id } = deposit;
      const sums = decided.has(id) ? await decidedSumsOfDeposit(reads, deposit) : null;
      found.push({ deposit, entries: entries.take(id), jobs: jobs.take(id), sums });
    }
    return found;
  },
  checks: [hasDepositEntries, isBeingReturned, ({ sums }) => (sums === null ? [] : movedOnce(sums))],
};

interface Offer {
  readonly quote: Quote;
  readonly transaction: Transaction | undefined;
  readonly lastWork: Instant;
  readonly events: readonly EventType[];
  readonly terms: Awaited<ReturnType<typeof termsOfQuotes>>;
}

type Agreed = (transaction: Transaction | undefined) => boolean;
const returned: Agreed = (t) => t?.status === 'FAILED' && t.failureReason === 'PAYOUT_RETURNED';

/** Whether a transaction matches the status of its quote. */
const QUOTE_OF: Readonly<Record<QuoteStatus, Agreed>> = {
  PENDING: (t) => t === undefined,
  PENDING_AUTHORIZATION: (t) => t === undefined,
  PROCESSING: (t) => t?.status === 'PROCESSING' || (t !== undefined && isBeingPulled(t)),
  COMPLETED: (t) => t?.status === 'COMPLETED' || returned(t),
  FAILED: (t) => t?.status === 'FAILED' && !returned(t),
  EXPIRED: (t) => t === undefined || (t.status === 'FAILED' && t.failureReason === 'QUOTE_EXPIRED'),
};

const agreesWithItsPayment: Check<Offer> = ({ quote: { id, status }, transaction }) =>
  unless(
    QUOTE_OF[status]?.(transaction) === true,
    () => `${id} is ${status}, its transaction ${isOrMissing(transaction?.status)}`,
  );

/** Quotes that expired before version 0.1.0 have no event. */
const announcesItsExpiry: Check<Offer> = ({ quote: { id, status }, events }) =>
  differences(`events of ${id}`, status === 'EXPIRED' && events.length > 0 ? ['QUOTE.EXPIRED'] : [], events);

export const QUOTE_PASS: Pass<Quote, Offer, DecidedBooks> = {
  kind: QUOTES,
  subjects: async (books, page) => {
    const lastWork = await lastWorkOf(books, QUOTES);
    const ids = page.map(({ transactionId }) => transactionId);
    const transactions = await byId(books.reads, TRANSACTIONS, ids);
    const terms = await termsOfQuotes(books.reads, page);
    return page.map((quote) => ({
      ...{ quote, terms },
      transaction: transactions.get(quote.transactionId),
      lastWork,
      events: books.events.take(quote.id),
    }));
  },
  checks: [
    agreesWithItsPayment,
    expiresInTime(QUOTES),
    convertsAtItsRate,
    hasItsSpread,
    isPricedByItsTerms,
    announcesItsExpiry,
  ],
};
