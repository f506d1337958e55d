import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { isCardTransaction } from '../cards/index.js';
import type { EventType, JobKind } from '../events/index.js';
import type { ExceptionRecord, Leg } from '../exceptions/index.js';
import {
  ANSWER_SECONDS,
  type Instant,
  instant,
  isId,
  plusSeconds,
  type Reads,
  REMEMBERED_ANSWERS,
  timeOfId,
} from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';
import { type Quote, QUOTES } from '../quotes/index.js';
import { correctionsOf, heldLegOf, pulledFrom, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS, type UmaReceipt } from '../uma/index.js';
import { type Attempt, attemptOn } from './attempts.js';
import { byId, type PaidBooks } from './books.js';
import { type Spent, spentOf } from './cards.js';
import { lastSealedAt, lastWorkOf } from './deadlines.js';
import { type DecidedSums, decidedSums } from './decisions.js';
import { noteUses } from './limits.js';
import { waitsForScreening } from './screened.js';

/** A transaction with everything that its checks compare it with. */
export interface Payment {
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
  /** Whether no job advances the payment because it waits for an answer of screening, or for a decision about one. */
  readonly isScreened: boolean;
  /** Whether the money of the payment was kept in suspense until the answer about its sender. */
  readonly isCreditedFromSuspense: boolean;
  /** How often an operator has retried the refund of the payment. */
  readonly retries: number;
  /** Whether an operator credited the money of the failed refund, or paid it outside the rails. */
  readonly isSettled: boolean;
  /** Set if an operator decided about the payment; otherwise null. */
  readonly sums: DecidedSums | null;
  /** Its refund; null if it is not on its way back. */
  readonly refund: Attempt | null;
}

/** Whether a rail is still collecting the money of the payment. */
export const isBeingPulled = (t: Transaction): boolean => t.status === 'PENDING' && pulledFrom(t) !== null;

/** Whether a rail must collect the money of the payment and has not done so. */
export const isUncollected = (t: Transaction): boolean => pulledFrom(t) !== null && t.collectedAt === null;

/** Whether the credit of an incoming payment was taken back. */
export const isTakenBack = (t: Transaction): boolean =>
  t.type === 'INCOMING' &&
  t.status === 'FAILED' &&
  t.settledAt !== null &&
  (correctionsOf(t).fundingReversed || correctionsOf(t).sentBack > 0n);

const isInProgress = (t: Transaction): boolean =>
  t.status === 'PROCESSING' || t.refundStatus === 'PENDING' || isBeingPulled(t);

/** Whether the payment comes from another institution by UMA. It waits for the platform's approval and its money. */
export const isUmaReceipt = (t: Transaction): boolean =>
  t.type === 'INCOMING' && t.source?.sourceType === 'UMA_ADDRESS';

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

export async function payments(books: PaidBooks, page: readonly Transaction[]): Promise<readonly Payment[]> {
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
  const refunds = await refundsAmong(books, page);
  const jobsOf = new Map(page.map(({ id }) => [id, jobs.take(id)] as const));
  const screened = await screenedAmong(reads, page, jobsOf);
  const entriesOf = new Map(page.map(({ id }) => [id, entries.take(id)] as const));
  return page.map((transaction) => ({
    transaction,
    isScreened: screened.has(transaction.id),
    isCreditedFromSuspense: entriesOf.get(transaction.id)!.includes('SUSPENSE_CREDIT'),
    sums: sums.get(transaction.id) ?? null,
    refund: refunds.get(transaction.id) ?? null,
    isSettled: books.settled.has(transaction.id) && transaction.refundStatus === 'COMPLETED',
    heldAt: heldAt(transaction, books.held.get(transaction.id) ?? []),
    spent: spentOf(books, transaction, lastWork),
    retries: books.retried.get(transaction.id) ?? 0,
    receipt: receipts.get(transaction.id) ?? null,
    answerFault: answerFault(keptAnswer(transaction, latest), answers, latest),
    quote: quotes.get(transaction.quoteId ?? '') ?? null,
    entries: entriesOf.get(transaction.id)!,
    events: events.take(transaction.id),
    jobs: jobsOf.get(transaction.id)!,
    missing: isInProgress(transaction)
      ? accountsOf(transaction).filter((id) => !inside.has(id) && !outside.has(id))
      : [],
  }));
}

/** The refunds that are on their way back. */
async function refundsAmong(
  { reads, attempts }: PaidBooks,
  page: readonly Transaction[],
): Promise<ReadonlyMap<string, Attempt>> {
  const found = new Map<string, Attempt>();
  for (const { id: subject, refundStatus, refundReference: reference } of page)
    if (refundStatus === 'PENDING' && reference !== null)
      found.set(subject, await attemptOn(reads, attempts, { subject, request: 'REFUND', reference }));
  return found;
}

/** The payments that wait for an answer of screening, or for a decision about one. Only of those that no job advances. */
async function screenedAmong(
  reads: Reads,
  page: readonly Transaction[],
  jobs: ReadonlyMap<string, readonly JobKind[]>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { id: subject, status, ...t } of page) {
    const waits = status === 'PROCESSING' || isBeingPulled({ ...t, id: subject, status });
    if (!waits || jobs.get(subject)!.length > 0) continue;
    if (await waitsForScreening(reads, subject)) found.add(subject);
  }
  return found;
}

/** The step at which open exceptions say that the payment is not handed to a rail before an operator decides. */
function heldAt(t: Transaction, exceptions: readonly ExceptionRecord[]): Leg | null {
  for (const exception of exceptions) {
    const leg = heldLegOf(t, exception);
    if (leg !== null && leg === exception.leg) return leg;
  }
  return null;
}
