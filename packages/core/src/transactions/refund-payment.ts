import {
  bookEntry,
  type Effect,
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
  type RailRefundStatus,
} from '../accounts/index.js';
import { pinnedBlockOf } from '../blocks/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  begunBefore,
  Bug,
  type Context,
  type Instant,
  ok,
  type Reads,
  type Result,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { post } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { arrivalOf, refundedArrival } from './arrival.js';
import { beginAttempt, hasNotBegun, stopAttempt } from './begin-attempt.js';
import { contradicted } from './contradiction.js';
import { decidedOutside, isRefundDecided, sentBack } from './decided.js';
import { recoverFunding } from './lose-funding.js';
import { endHoldsAtRail, isHeldUnanswered, lookAgain } from './hold-at-rail.js';
import { UNDECIDED_MONEY } from './hold-deposit.js';
import { stakeOf } from './stake-of.js';
import { type Payment, type PaymentPorts, readPayment } from './payment.js';
import { noteFailed, paidAgain, repayAgain } from './paid-again.js';
import { pullInstruction } from './pull-instruction.js';
import { noteFirst, stepOfAnswer } from './rail-step.js';
import { type Clearance, clearanceOf, LOOK_AGAIN_SECONDS, movementOf } from './screen-payment.js';
import { endRefund, failRefund, goBackTo, isRefusedOnly } from './refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { correctionsOf, heldOn, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

type RefundPorts = Pick<PaymentPorts, 'rails' | 'sealer'>;

interface Refunding {
  readonly rail: string;
  readonly reference: string;
  readonly send: (now: Instant) => Promise<RailRefundStatus>;
}

/**
 * Refunds a failed payment: to the source account at once, to a payer outside through the rail of the arrival. The rail
 * is called between two units of work until the refund is over, and recognizes it by its reference.
 */
export function refundPayment(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => beginRefund(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { rail, reference, send } = begun.value;
    if (await isHeldUnanswered(ports, ctx, { subject: job.subject, request: 'REFUND', reference }))
      return lookAgain(ports, ctx, job);
    const asked = await ask(rail, () => send(ctx.now));
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    return ports.units.run(ctx.tenant, async (tx) => {
      const payment = await readPayment(tx, ports, job.subject);
      const unit = { tx, ctx: later, ids: ports.ids };
      const step = { subject: job.subject, request: 'REFUND', step: stepOfAnswer(answer), rail, reference } as const;
      await noteFirst(unit, step);
      const concluded = await concludeRefund(unit, payment, answer, reference);
      if (!concluded.ok) return concluded;
      const isOver = answer.state !== 'pending' || payment.transaction.refundStatus !== 'PENDING';
      if (isOver) finish(tx, job);
      else reschedule(tx, later, job, answer.checkAfterSeconds);
      return ok();
    });
  };
}

/** Completes a refund inside this ledger, or prepares the call of the rail; null if there is no rail to ask. */
async function beginRefund(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Refunding | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  const unit = { tx, ctx, ids: ports.ids };
  if (transaction.refundStatus === 'PENDING') {
    if (heldOn(transaction) !== null) {
      const released = await releaseHold(unit, payment);
      if (!released.ok) return released;
    } else if (correctionsOf(transaction).fundingReversed) {
      // The payer has the money already.
      const recovered = await recover(unit, payment);
      if (!recovered.ok) return recovered;
      await endHoldsAtRail(unit, transaction.id);
    } else {
      const sent = await sentBack(tx, transaction);
      const refunding = sent > 0n ? null : await refundOutside(tx, ports, transaction);
      if (refunding !== null) {
        const clearance = await mayBegin(unit, ports, transaction);
        if (clearance === 'ASKED') {
          reschedule(tx, ctx, job, LOOK_AGAIN_SECONDS);
          return ok(null);
        }
        if (clearance !== 'GO' && (await stopAttempt(tx, job, refunding.reference))) {
          await failRefund(unit, transaction, UNDECIDED_MONEY, 'stopped');
          return ok(null);
        }
        const { rail, reference } = refunding;
        const step = { subject: transaction.id, request: 'REFUND', step: 'BEGUN', rail, reference } as const;
        if (await beginAttempt(unit, job, step)) return ok(null);
        // A retry that was withdrawn after the refund was read must not send the money again.
        const now = await tx.get(TRANSACTIONS, transaction.id);
        return now?.version === transaction.version ? ok(refunding) : beginRefund(tx, ctx, ports, job);
      }
      const because =
        sent > 0n
          ? `${amountText(sent, transaction.sentCurrency!)} were already sent back to the payer by decisions of operators`
          : 'the account of the sender is unknown';
      await failRefund(unit, transaction, because);
    }
  }
  finish(tx, job);
  return ok(null);
}

/**
 * Whether the money may leave for a payer outside: operators have not stopped them or their platform, and screening does
 * not hold the payment. A refund that has begun goes on.
 */
async function mayBegin(unit: Unit, ports: PaymentPorts, transaction: Transaction): Promise<Clearance> {
  const { tx } = unit;
  if (!(await hasNotBegun(tx, transaction.refundReference!))) return 'GO';
  const parties = { customers: [transaction.customerId], payees: [pulledFrom(transaction)] };
  if ((await pinnedBlockOf(tx, transaction.tenant, parties)) !== null) return 'HELD';
  return clearanceOf(unit, ports, transaction.id, () => movementOf(unit, ports, transaction));
}

/** Releases held money to its account, which completes the refund. Returns the changed transaction. */
export async function releaseHold(unit: Unit, payment: Payment): Promise<Result<Transaction>> {
  const { transaction } = payment;
  const account = await unit.tx.get(INTERNAL_ACCOUNTS, heldOn(transaction)!);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const given = await giveBack(unit, payment, account);
  return given.ok ? ok(endRefund(unit, transaction, 'complete')) : given;
}

async function recover(unit: Unit, payment: Payment): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const recovered = await recoverFunding(unit, payment);
  if (!recovered.ok) return recovered;
  const { transaction } = payment;
  const corrections = { ...correctionsOf(transaction), fundingRecovered: true };
  endRefund(unit, update(tx, ctx, TRANSACTIONS, transaction, { corrections }), 'complete');
  return ok();
}

/** The call of the rail that sends the money of a refund back; null if no rail is to send it. */
export async function askedRefund(
  reads: Reads,
  ports: RefundPorts,
  transaction: Transaction,
): Promise<Refunding | null> {
  if (heldOn(transaction) !== null || correctionsOf(transaction).fundingReversed) return null;
  return (await sentBack(reads, transaction)) > 0n ? null : refundOutside(reads, ports, transaction);
}

/**
 * Prepares a refund through the funding rail: to the account that was collected from, or to the sender. Null if the
 * sender's account is unknown.
 */
async function refundOutside(reads: Reads, ports: RefundPorts, transaction: Transaction): Promise<Refunding | null> {
  const rail = ports.rails.byName(transaction.fundingRail!);
  const reference = transaction.refundReference!;
  const initiatedAt = transaction.refundInitiatedAt!;
  const source = pulledFrom(transaction);
  if (source === null) {
    const { funding } = rail;
    if (funding === null) throw new Bug(`rail ${rail.name} does not receive`);
    const arrival = refundedArrival(ports.sealer, await arrivalOf(reads, { transactionId: transaction.id }));
    if (arrival !== null && arrival.remitter.account === null) return null;
    const { sentCurrency, sentAmount } = transaction;
    const refund = { reference, currency: sentCurrency!, amount: sentAmount!, arrival };
    return {
      rail: rail.name,
      reference,
      send: (now) => funding.refund({ ...refund, submittedAt: begunBefore(initiatedAt, now) }, now),
    };
  }
  const { pulls } = rail;
  if (pulls === null) throw new Bug(`rail ${rail.name} does not collect`);
  const account = await reads.get(EXTERNAL_ACCOUNTS, source);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const pull = pullInstruction(transaction, account, transaction.pullSubmittedAt!);
  return {
    rail: rail.name,
    reference,
    send: (now) => pulls.refund({ reference, pull, submittedAt: begunBefore(initiatedAt, now) }, now),
  };
}

/**
 * Books a status of a refund under this reference, from a check or from a message. A status of an earlier attempt has no
 * effect, unless it says that the money was sent.
 */
export async function concludeRefund(
  unit: Unit,
  payment: Payment,
  status: RailRefundStatus,
  reference: string,
): Promise<Result<Effect>> {
  const wasPending = payment.transaction.refundStatus === 'PENDING';
  const concluded = await concludedRefund(unit, payment, status, reference);
  if (concluded.ok && wasPending && concluded.value === 'APPLIED') await endIfOver(unit, payment.transaction.id);
  return concluded;
}

/** Ends what holds a refund at its rail, once it is not on its way any more. */
async function endIfOver(unit: Unit, id: string): Promise<void> {
  const now = await unit.tx.get(TRANSACTIONS, id);
  if (now?.refundStatus !== 'PENDING') await endHoldsAtRail(unit, id);
}

async function concludedRefund(
  unit: Unit,
  payment: Payment,
  status: RailRefundStatus,
  reference: string,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  const { transaction } = payment;
  const contradicts = (what: string) =>
    contradicted(unit, {
      ...stakeOf(payment),
      reference: `${reference} ${status.state}`,
      leg: 'FUNDING',
      direction: status.state === 'completed' ? 'OUT' : 'IN',
      reason: `${transaction.fundingRail} reports the refund of ${transaction.id} as ${status.state}, but ${what}`,
    });
  if (status.state === 'pending') return ok('NONE');
  if (status.state === 'failed') {
    const { currency } = stakeOf(payment);
    const again = await paidAgain(tx, transaction, 'FUNDING', currency, `${reference} completed`);
    if (again.movements.length > 0) {
      update(tx, ctx, TRANSACTIONS, transaction, {});
      return repayAgain(unit, again);
    }
  }
  if (reference !== transaction.refundReference) {
    if (status.state === 'failed') return noteFailed(unit, transaction, `${reference} completed`, status.reason);
    if (await isSentBeforeRetry(tx, transaction, reference)) {
      const former = await goBackTo(unit, transaction, reference);
      return concludedRefund(unit, { ...payment, transaction: former }, status, reference);
    }
    const { refundReference, refundStatus } = transaction;
    return contradicts(`${reference} had failed and was tried again as ${refundReference}, which is ${refundStatus}`);
  }
  switch (transaction.refundStatus) {
    case 'PENDING': {
      const sent = await sentBack(tx, transaction);
      if (status.state === 'completed' && sent > 0n)
        return contradicts(
          `it is not sent, because operators already sent ${amountText(sent, stakeOf(payment).currency)} back`,
        );
      if (status.state === 'completed') {
        const given = await giveBack(unit, payment, null);
        if (!given.ok) return given;
        endRefund(unit, transaction, 'complete');
      } else if (correctionsOf(transaction).fundingReversed) {
        const recovered = await recover(unit, payment);
        if (!recovered.ok) return recovered;
      } else await failRefund(unit, transaction, `the rail cannot send the refund: ${status.reason}`);
      return ok('APPLIED');
    }
    case 'COMPLETED': {
      if (await isRefundDecided(tx, transaction)) {
        return status.state === 'failed'
          ? ok('NONE')
          : contradicts('an operator has already credited the money or paid it elsewhere, so it went out twice');
      }
      if (status.state === 'completed') {
        return correctionsOf(transaction).fundingRecovered
          ? contradicts('the payer had already taken the money back, so it went out twice')
          : ok('NONE');
      }
      if (correctionsOf(transaction).fundingReversed) return contradicts('the payer had already taken the money back');
      if (pulledFrom(transaction) !== null && transaction.collectedAt === null) {
        return contradicts('nothing was collected');
      }
      const { currency } = stakeOf(payment);
      const { came } = await decidedOutside(tx, transaction, 'FUNDING', currency);
      if (came > 0n) return contradicts(`operators already credited ${amountText(came, currency)} of it as come back`);
      post(unit, bounceEntry(payment), NEVER_SHORT);
      const before = correctionsOf(transaction);
      const corrections = { ...before, refundBounces: before.refundBounces + 1 };
      const bounced = update(tx, ctx, TRANSACTIONS, transaction, { corrections });
      await failRefund(unit, bounced, `the refund bounced: ${status.reason}`, 'bounced');
      return ok('APPLIED');
    }
    case 'FAILED':
      if (status.state === 'failed') return ok('NONE');
      // A retry at the same moment conflicts: it must not send the money again.
      update(tx, ctx, TRANSACTIONS, transaction, {});
      return contradicts('it had failed before');
    case null:
      return contradicts('no refund is due');
  }
}

/** Whether the money of a refund was sent by a former attempt, and no rail was asked for its retry. */
const isSentBeforeRetry = async (reads: Reads, transaction: Transaction, reference: string): Promise<boolean> =>
  transaction.refundStatus === 'PENDING' &&
  !correctionsOf(transaction).fundingReversed &&
  (await hasNotBegun(reads, transaction.refundReference!)) &&
  (await isRefusedOnly(
    reads,
    { kind: 'REFUND_FAILED', subject: transaction.id, reference },
    `${reference} completed`,
  )) &&
  (await sentBack(reads, transaction)) === 0n;

/**
 * The entry for a refund that the rail returned: the money waits on the ledger account where it waited before the
 * refund.
 */
const bounceEntry = ({ transaction, books }: Payment) =>
  ({
    kind: 'REFUND_BOUNCED',
    cause: transaction.id,
    lines: [
      { account: books.origin, amount: -transaction.sentAmount! },
      { account: books.waiting, amount: transaction.sentAmount! },
    ],
  }) as const;

function giveBack(unit: Unit, { transaction, books }: Payment, account: InternalAccount | null): Promise<Result<void>> {
  return bookEntry(
    unit,
    {
      kind: account === null ? 'FUNDING_REFUND' : 'HOLD_RELEASE',
      cause: transaction.id,
      lines: [
        { account: books.waiting, amount: -transaction.sentAmount! },
        { account: books.origin, amount: transaction.sentAmount! },
      ],
    },
    account === null ? [] : [account],
    NEVER_SHORT,
  );
}
