import type { AttemptedWork, FailedAttempts } from '../../events/index.js';
import { EXCEPTIONS, type ExceptionKind } from '../../exceptions/index.js';
import { type Instant, isId, readAll, type Reads } from '../../kernel/index.js';
import { undecidedScreening } from '../../screening/index.js';
import { STABLECOIN_OPERATIONS } from '../../stablecoins/index.js';
import { RAIL_STEPS, type RailRequest, type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import { TRAVEL_RULE_TRANSFERS } from '../../travel-rule/index.js';

/**
 * What became of work whose last attempt failed and which is not tried again.
 * - `SUCCEEDED`, `REFUSED`: the records have the answer of a later attempt.
 * - `HELD`, `SCREENED`, `TRAVEL_RULE`: it waits for the decision of an operator, an answer of the screening, or the other
 *   institution.
 * - `CANCELLED`, `FAILED`: its payment or order has ended so.
 * - `ENDED`: the records do not say more.
 */
export type WorkEnd =
  | 'SUCCEEDED'
  | 'REFUSED'
  | 'HELD'
  | 'SCREENED'
  | 'TRAVEL_RULE'
  | 'CANCELLED'
  | 'FAILED'
  | 'GIVEN_UP'
  | 'ENDED';

/** What the work asks a rail for; the steps of other works are not kept. */
const REQUESTS: Readonly<Partial<Record<AttemptedWork, RailRequest>>> = {
  'payout.submit': 'PAYOUT',
  'pull.submit': 'COLLECTION',
  'refund.advance': 'REFUND',
  'suspense.return': 'RETURN',
};

const HOLDS: ReadonlySet<ExceptionKind> = new Set(['PAYMENT_HELD', 'DEPOSIT_HELD', 'REFUND_FAILED', 'DEPOSIT_REFUSED']);

/** `isAgain`: the job exists still, and its last attempt did not fail. */
export async function endOfWork(
  reads: Reads,
  { subject, work, attempts }: FailedAttempts,
  isAgain: boolean,
): Promise<WorkEnd> {
  const last = attempts.at(-1);
  if (last === undefined || last.nextAt === null) return 'GIVEN_UP';
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  return (
    (await answerSince(reads, subject, work, payment, last.at)) ??
    (await whatHolds(reads, subject)) ??
    (isAgain ? 'SUCCEEDED' : null) ??
    (await endOfSubject(reads, subject, payment)) ??
    'ENDED'
  );
}

async function answerSince(
  reads: Reads,
  subject: string,
  work: AttemptedWork,
  payment: Transaction | null,
  since: Instant,
): Promise<'SUCCEEDED' | 'REFUSED' | null> {
  const isLater = (at: Instant | null | undefined): boolean => at !== null && at !== undefined && at >= since;
  // An answer that settles a payout or a collection has no step: its time says that the rail had it.
  const isPayout = work === 'payout.submit' || work === 'payout.check';
  const isCollection = work === 'pull.submit' || work === 'pull.check';
  if (isPayout && isLater(payment?.settledAt) && payment?.status !== 'FAILED') return 'SUCCEEDED';
  if (isCollection && isLater(payment?.collectedAt)) return 'SUCCEEDED';
  const request = REQUESTS[work];
  if (request === undefined) return null;
  const steps = (await readAll(reads, RAIL_STEPS, { subject })).filter((step) => step.request === request);
  const answer = steps.findLast(({ step, createdAt }) => step !== 'BEGUN' && isLater(createdAt));
  if (answer === undefined) return null;
  return answer.step === 'ACCEPTED' ? 'SUCCEEDED' : 'REFUSED';
}

async function whatHolds(reads: Reads, subject: string): Promise<'HELD' | 'SCREENED' | 'TRAVEL_RULE' | null> {
  const open = await readAll(reads, EXCEPTIONS, { subject, status: 'OPEN' });
  if (open.some(({ kind }) => kind === 'SCREENING_HIT')) return 'SCREENED';
  if (open.some(({ kind }) => HOLDS.has(kind))) return 'HELD';
  if ((await undecidedScreening(reads, subject)) !== null) return 'SCREENED';
  const passes = await readAll(reads, TRAVEL_RULE_TRANSFERS, { subject });
  return passes.some(({ status }) => status === 'ASKED') ? 'TRAVEL_RULE' : null;
}

async function endOfSubject(
  reads: Reads,
  subject: string,
  payment: Transaction | null,
): Promise<'CANCELLED' | 'FAILED' | null> {
  if (payment !== null && (payment.status === 'FAILED' || payment.status === 'REFUNDED'))
    return payment.refundReason === 'USER_CANCELLATION' ? 'CANCELLED' : 'FAILED';
  const order = isId('StablecoinOperation', subject) ? await reads.get(STABLECOIN_OPERATIONS, subject) : null;
  return order?.status === 'FAILED' ? 'FAILED' : null;
}
