import { INTERNAL_ACCOUNTS, type PayoutFailure, type PayoutInstruction, type PayoutStatus } from '../accounts/index.js';
import { ALONE, finish, hasFailed, inSharedUnits, type Job, type JobHandler, type Piece } from '../events/index.js';
import { begunAt, Bug, type Context, ok, type Result, type Tx, type Unit, update } from '../kernel/index.js';
import { concludePayout, settlePayout } from './conclude-payout.js';
import { payoutInstruction, readDeliveries, readDelivery } from './delivery.js';
import { failPayment } from './fail-payment.js';
import { askAgain, ended, isFundedOutside, isPayerDeleted } from './hand-over.js';
import { type Delivery, type Payment, type PaymentPorts, readPayment, readPayments } from './payment.js';
import { wasHeldAtRail } from './hold-at-rail.js';
import { holdPayment, stoppedAmong } from './hold-payment.js';
import { mayGoOn } from './may-go-on.js';
import { noteStep, stepOfAnswer } from './rail-step.js';
import { isCleared, screens } from './screen-payment.js';
import { isRequestExpired } from './spent-request.js';
import { destinationKey, type Transaction, TRANSACTIONS } from './transaction.js';

/**
 * Advances a payment: the job `payout.submit` submits the payment to its rail, the job `payout.check` asks the rail for
 * the status, and both book the answer. The rail is called between two units of work (database transactions), which
 * payments of one tenant share. After a crash the next run of the job continues from the last committed state, and the
 * rail recognizes the payment by the id of the payment.
 */
export function advancePayout(ports: PaymentPorts): JobHandler {
  const begin = inSharedUnits<Job, Handover | null>(
    ports.units,
    (tx, pieces) => beginPayouts(tx, ports, pieces),
    hasFailed,
  );
  const conclude = inSharedUnits<Answer, null>(
    ports.units,
    (tx, pieces) => concludeJobs(tx, ports, pieces),
    ({ job }) => hasFailed(job),
  );
  return async (ctx, job, ask) => {
    const begun = await begin(ctx, job);
    if (!begun.ok && begun.error.code === 'AMOUNT_OUT_OF_RANGE') {
      return ports.units.run(ctx.tenant, (tx) => refusePayout(tx, ctx, ports, job));
    }
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { instruction, rail, isSubmitted } = begun.value;
    const payouts = ports.rails.byName(rail).payouts;
    if (payouts === null) throw new Bug(`rail ${rail} does not deliver`);
    const asked = await ask(rail, () =>
      isSubmitted ? payouts.status(instruction, ctx.now) : payouts.submit(instruction),
    );
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    const concluded = await conclude(later, { subject: job.subject, job, status: answer, isSubmission: !isSubmitted });
    return concluded.ok ? ok() : concluded;
  };
}

interface Handover {
  readonly instruction: PayoutInstruction;
  readonly rail: string;
  /** Whether the rail is known to have the payment, so that it is only asked for the status. */
  readonly isSubmitted: boolean;
}

/** What the rail answered about the payment of a job. */
interface Answer {
  readonly subject: string;
  readonly job: Job;
  readonly status: PayoutStatus;
  /** Whether the rail was asked to pay, and not only for the status. */
  readonly isSubmission: boolean;
}

type Answers<V> = Promise<Result<readonly (V | typeof ALONE)[]>>;

/**
 * Prepares the calls of the rails; null for a payment that needs none. In a unit of several payments, only those are
 * prepared whose money stays where it is.
 */
async function beginPayouts(tx: Tx, ports: PaymentPorts, pieces: readonly Piece<Job>[]): Answers<Handover | null> {
  const payments = await readPayments(tx, ports, subjectsOf(pieces));
  if (pieces.length === 1) {
    const [{ ctx, input: job }] = pieces as [Piece<Job>];
    const begun = await beginPayout(tx, ctx, ports, job, payments[0]!);
    return begun.ok ? ok([begun.value]) : begun;
  }
  const ready = payments.filter(
    ({ transaction }) =>
      transaction.rail !== null && isLive(transaction) && !(isNew(transaction) && isFundedOutside(transaction)),
  );
  const deliveries = new Map((await readDeliveries(tx, ready)).map((delivery, i) => [ready[i], delivery]));
  const submitting = payments.flatMap(({ transaction }, i) =>
    deliveries.has(payments[i]!) && mayBeStopped(pieces[i]!.input, transaction) ? [transaction] : [],
  );
  const stopped = await stoppedAmong(tx, pieces[0]!.ctx.tenant, submitting);
  const unanswered = new Set<Transaction>();
  for (const { transaction } of ready)
    if (isNew(transaction) && screens(ports, transaction.tenant) && !(await isCleared(tx, ports, transaction)))
      unanswered.add(transaction);
  return ok(
    payments.map((payment, i) => {
      const delivery = deliveries.get(payment);
      const { ctx, input: job } = pieces[i]!;
      if (delivery === undefined || stopped.has(payment.transaction)) return ALONE;
      if (isNew(payment.transaction) && !canReceive(ctx, payment.transaction, delivery)) return ALONE;
      if (unanswered.has(payment.transaction)) return ALONE;
      if (isNew(payment.transaction) && ports.travelRule.concerns(payment.transaction)) return ALONE;
      return handOver(tx, ctx, payment.transaction, delivery, !isSubmission(job, payment.transaction));
    }),
  );
}

/**
 * Settles a payment to an internal account at once and returns null. Hands over any other payment to its rail. A
 * payment that operators have stopped is held instead, unless its rail is known to have it.
 */
async function beginPayout(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  payment: Payment,
): Promise<Result<Handover | null>> {
  const { transaction } = payment;
  if (!isLive(transaction)) return ended(tx, job, ok());
  const unit = { tx, ctx, ids: ports.ids };
  const failed = async (reason: PayoutFailure): Promise<Result<null>> =>
    ended(tx, job, await failPayment(unit, payment, reason, 'TRANSACTION_FAILED', true));
  const isStopped = mayBeStopped(job, transaction) && (await stoppedAmong(tx, ctx.tenant, [transaction])).size > 0;
  if (isStopped && !(await wasHeldAtRail(tx, transaction)))
    return ended(tx, job, await holdPayment(unit, transaction, 'DELIVERY'));
  if (isNew(transaction) && (await isPayerDeleted(tx, transaction))) return failed('QUOTE_EXECUTION_FAILED');
  if (isNew(transaction) && !(await mayGoOn(unit, ports, transaction, 'DELIVERY'))) return ended(tx, job, ok());
  if (transaction.rail === null) return ended(tx, job, await settleInside(unit, payment));
  const delivery = await readDelivery(tx, payment);
  if (isNew(transaction) && !canReceive(ctx, transaction, delivery)) return failed('ACCOUNT_CANNOT_RECEIVE');
  const accompanied = isNew(transaction) ? await ports.travelRule.pass(unit, payment) : ok('GOES');
  if (!accompanied.ok) return accompanied;
  if (accompanied.value === 'WAITS') {
    // An answer at this moment lets the payment go on by the job that ends here, so one of the two units runs again.
    update(tx, ctx, TRANSACTIONS, transaction, {});
    return ended(tx, job, ok());
  }
  if (accompanied.value === 'REFUSED') return failed('COMPLIANCE_REJECTED');
  return ok(handOver(tx, ctx, transaction, delivery, isStopped || !isSubmission(job, transaction)));
}

const subjectsOf = (pieces: readonly Piece<{ readonly subject: string }>[]): readonly string[] =>
  pieces.map(({ input }) => input.subject);

const isLive = ({ status }: Transaction): boolean => status === 'PROCESSING' || status === 'COMPLETED';

const isNew = ({ status, submittedAt }: Transaction): boolean => status === 'PROCESSING' && submittedAt === null;

/** Whether the rail is asked to pay. One that has reported the delivery, or has answered before, has the payment. */
const isSubmission = ({ kind }: Job, { status }: Transaction): boolean =>
  kind === 'payout.submit' && status === 'PROCESSING';

/** Whether a block holds the payment. A submission is repeated if its answer was lost, so the rail may have it or not. */
const mayBeStopped = (job: Job, transaction: Transaction): boolean =>
  isNew(transaction) || isSubmission(job, transaction);

/**
 * Whether the account can be paid still: it may have been deleted while the quote was made, and its invoice may have
 * expired while money was collected, or while no host was at work.
 */
const canReceive = (ctx: Context, transaction: Transaction, { isDeleted }: { readonly isDeleted: boolean }): boolean =>
  !isDeleted && !isRequestExpired(transaction, ctx);

/** After this update a deletion of the destination account finds the payment open and is refused. */
function handOver(tx: Tx, ctx: Context, transaction: Transaction, delivery: Delivery, isSubmitted: boolean): Handover {
  const submittedAt = begunAt(transaction.submittedAt, ctx.now);
  if (submittedAt !== transaction.submittedAt) update(tx, ctx, TRANSACTIONS, transaction, { submittedAt });
  return { rail: transaction.rail!, instruction: payoutInstruction(transaction, delivery, submittedAt), isSubmitted };
}

/** Fails a payment whose destination account cannot hold the amount. */
async function refusePayout(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  finish(tx, job);
  if (payment.transaction.status !== 'PROCESSING') return ok();
  return failPayment({ tx, ctx, ids: ports.ids }, payment, 'LIMIT_EXCEEDED', 'TRANSACTION_FAILED', true);
}

/** Books the answers. A unit of several payments books only that they are pending or delivered, as nearly all are. */
async function concludeJobs(tx: Tx, ports: PaymentPorts, pieces: readonly Piece<Answer>[]): Answers<null> {
  const payments = await readPayments(tx, ports, subjectsOf(pieces));
  const answers: (null | typeof ALONE)[] = [];
  for (const [i, { ctx, input }] of pieces.entries()) {
    const payment = payments[i]!;
    if (pieces.length > 1 && !isExpected(payment.transaction, input.status)) {
      answers.push(ALONE);
      continue;
    }
    const concluded = await concludeJob(tx, ctx, ports, input, payment);
    if (!concluded.ok) return concluded;
    answers.push(null);
  }
  return ok(answers);
}

const isExpected = (transaction: Transaction, { state }: PayoutStatus): boolean =>
  state === 'pending' || (state === 'delivered' && isLive(transaction));

/** Books the answer, and schedules another check if the delivery may still change. */
async function concludeJob(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  { job, status, isSubmission: wasSubmission }: Answer,
  payment: Payment,
): Promise<Result<void>> {
  const { id, rail } = payment.transaction;
  const concluded = await concludePayout(tx, ctx, ports, payment, status, null);
  if (!concluded.ok) return concluded;
  // A payout that the answer settles needs no step: the time of the settlement says that the rail had it.
  if (wasSubmission && !(status.state === 'delivered' && concluded.value === 'APPLIED')) {
    const step = stepOfAnswer(status);
    noteStep({ tx, ctx, ids: ports.ids }, { subject: id, request: 'PAYOUT', step, rail: rail!, reference: id });
  }
  const isOpen = async () => (await tx.get(TRANSACTIONS, payment.transaction.id))!.status === 'PROCESSING';
  const again =
    status.state === 'pending' || status.state === 'delivered'
      ? status.checkAfterSeconds
      : concluded.value === 'CONTRADICTED' && (await isOpen())
        ? CONTRADICTED_AGAIN_SECONDS
        : null;
  if (again === null) finish(tx, job);
  else askAgain({ tx, ctx, ids: ports.ids }, job, 'payout.check', again);
  return ok();
}

/** The payment is still with the rail after a contradiction, so the rail is asked again. */
const CONTRADICTED_AGAIN_SECONDS = 3600;

/** Credits a destination in this ledger, without a rail. A closed account cannot receive. */
async function settleInside(unit: Unit, payment: Payment): Promise<Result<void>> {
  if (payment.transaction.status !== 'PROCESSING') return ok();
  const account = await unit.tx.get(INTERNAL_ACCOUNTS, destinationKey(payment.transaction.destination));
  if (account === null) throw new Bug(`${payment.transaction.id} has no destination account`);
  return account.status === 'CLOSED'
    ? failPayment(unit, payment, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true)
    : settlePayout(unit, payment, account, {});
}
