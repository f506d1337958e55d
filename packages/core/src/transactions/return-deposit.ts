import type { Effect, FundingRail, FundingRefund, RailRefundStatus, Rails } from '../accounts/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import { openException } from '../exceptions/index.js';
import {
  begunBefore,
  Bug,
  type Context,
  type IdSource,
  type Instant,
  isId,
  ok,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { chart, type JournalEntry, post } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { arrivalOf, refundedArrival } from './arrival.js';
import { beginAttempt, hasNotBegun, scheduleToBegin, stopAttempt, withdrawAttempt } from './begin-attempt.js';
import { contradicted } from './contradiction.js';
import { decidedOutside } from './decided.js';
import { type Deposit, DEPOSIT, DEPOSITS, returnReference, sendBack } from './deposit.js';
import type { Reversal } from './lose-funding.js';
import { endHoldsAtRail, isHeldUnanswered, lookAgain } from './hold-at-rail.js';
import { endDepositExceptions, endHold, isOwnerStopped, isWaiting, keepDeposit } from './hold-deposit.js';
import { noteFailed, paidAgain, repayAgain } from './paid-again.js';
import { type NewRailStep, noteFirst, type RailStep, stepOfAnswer } from './rail-step.js';
import { isRefusedOnly } from './refund.js';
import { mayReturn } from './screen-deposit.js';
import { type Clearance, LOOK_AGAIN_SECONDS, type ScreenPorts } from './screen-payment.js';
import { NEVER_SHORT } from './shortfall.js';

export interface ReturnPorts extends ScreenPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
}

const NO_REMITTER: RailRefundStatus = { state: 'failed', reason: 'the account of the sender is unknown' };
const NO_RETURNS: RailRefundStatus = { state: 'failed', reason: 'the rail cannot send money back' };

/** A deposit, and what decides whether its rail is asked to send it back. */
interface Returnable {
  readonly deposit: Deposit;
  readonly arrival: FundingRefund['arrival'];
  /** What operators' decisions sent back of it. */
  readonly sent: bigint;
  /** Whether its return is a retry for which no rail was asked. */
  readonly isToBegin: boolean;
}

export async function readReturnable(
  reads: Reads,
  { sealer }: Pick<ReturnPorts, 'sealer'>,
  id: string,
): Promise<Returnable> {
  const deposit = await readDeposit(reads, id);
  const arrival = refundedArrival(sealer, await arrivalOf(reads, { depositId: deposit.id }));
  const isToBegin = deposit.status === 'IN_SUSPENSE' && (await hasNotBegun(reads, returnReference(deposit)));
  return { deposit, arrival, sent: await sentBack(reads, deposit), isToBegin };
}

/** Why no rail is asked to send the deposit back; null if its rail is asked. */
export function returnObstacle(
  { deposit, arrival, sent }: Returnable,
  funding: FundingRail | null,
): RailRefundStatus | null {
  if (sent > 0n)
    return { state: 'failed', reason: `${amountText(sent, deposit.currency)} were already sent back for recalls` };
  if (isId('Exception', deposit.reference)) return NO_REMITTER;
  if (funding === null) return NO_RETURNS;
  return arrival !== null && arrival.remitter.account === null ? NO_REMITTER : null;
}

/** What the rail is asked for now, under this reference. */
export const returnOf = ({ deposit, arrival }: Returnable, reference: string, now: Instant): FundingRefund => ({
  reference,
  currency: deposit.currency,
  amount: deposit.amount,
  arrival,
  submittedAt: begunBefore(deposit.createdAt, now),
});

/**
 * Sends money in suspense back through the rail of its arrival, to the account of its sender. Money that cannot go back
 * opens the exception DEPOSIT_REFUSED.
 */
export function returnDeposit(ports: ReturnPorts): JobHandler {
  return async (begun, job, ask) => {
    const read = () => ports.units.read(begun.tenant, (reads) => readReturnable(reads, ports, job.subject));
    let found = await read();
    if (found.deposit.status === 'KEPT') {
      const ended = await ports.units.run(begun.tenant, async (tx) =>
        endWait({ tx, ctx: begun, ids: ports.ids }, ports, job, await readDeposit(tx, job.subject)),
      );
      if (!ended.ok || ended.value) return ended.ok ? ok() : ended;
      found = await read();
    }
    while (found.isToBegin) {
      const { deposit } = found;
      const begins = await ports.units.run(begun.tenant, (tx) =>
        beginReturn({ tx, ctx: begun, ids: ports.ids }, ports, job, deposit),
      );
      if (!begins.ok || begins.value) return begins.ok ? ok() : begins;
      // The attempt was begun or withdrawn meanwhile. The money of a withdrawn one was sent already.
      found = await read();
    }
    const { deposit } = found;
    // Money of a card network came by no rail, so it cannot go back by one.
    const funding = ports.rails.all.find(({ name }) => name === deposit.rail)?.funding ?? null;
    const reference = returnReference(deposit);
    const obstacle = returnObstacle(found, funding);
    const isAsked = obstacle === null;
    if (isAsked && deposit.status === 'IN_SUSPENSE') {
      if (await isHeldUnanswered(ports, begun, { subject: deposit.id, request: 'RETURN', reference }))
        return lookAgain(ports, begun, job);
    }
    const asked = await ask(deposit.rail, async (): Promise<RailRefundStatus | null> => {
      if (deposit.status !== 'IN_SUSPENSE') return null;
      return obstacle ?? funding!.refund(returnOf(found, reference, begun.now), begun.now);
    });
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    return ports.units.run(ctx.tenant, async (tx) => {
      const now = await readDeposit(tx, job.subject);
      const unit = { tx, ctx, ids: ports.ids };
      if (answer !== null && isAsked) await noteFirst(unit, stepOf(now, reference, stepOfAnswer(answer)));
      const concluded = answer === null ? ok() : await concludeDeposit(unit, now, reference, answer);
      if (!concluded.ok) return concluded;
      if (answer?.state === 'pending' && now.status === 'IN_SUSPENSE') {
        reschedule(tx, ctx, job, answer.checkAfterSeconds);
      } else finish(tx, job);
      return ok();
    });
  };
}

const stepOf = ({ id, rail }: Deposit, reference: string, step: RailStep['step']): NewRailStep => ({
  subject: id,
  request: 'RETURN',
  step,
  rail,
  reference,
});

/**
 * Begins a return; or lets it wait for the answer about the sender; or keeps the deposit if operators have stopped its owner,
 * or have to decide about a match. False if it does not wait to begin.
 */
async function beginReturn(unit: Unit, ports: ReturnPorts, job: Job, before: Deposit): Promise<Result<boolean>> {
  const { tx, ctx } = unit;
  const deposit = await readDeposit(tx, before.id);
  const reference = returnReference(deposit);
  const clearance = deposit.status === 'IN_SUSPENSE' ? await mayLeave(unit, ports, deposit) : 'GO';
  if (clearance === 'ASKED') {
    if (!(await hasNotBegun(tx, reference))) return ok(false);
    reschedule(tx, ctx, job, LOOK_AGAIN_SECONDS);
    return ok(true);
  }
  if (clearance === 'GO') return ok(await beginAttempt(unit, job, stepOf(before, returnReference(before), 'BEGUN')));
  if (!(await stopAttempt(tx, job, reference))) return ok(false);
  const kept = await keepDeposit(unit, deposit);
  return kept.ok ? ok(true) : kept;
}

/** Ends the wait of a deposit for an operator, unless the answer about its sender is awaited. Returns whether it is. */
async function endWait(unit: Unit, ports: ReturnPorts, job: Job, deposit: Deposit): Promise<Result<boolean>> {
  const clearance = (await isWaiting(unit.tx, deposit)) ? await mayLeave(unit, ports, deposit) : 'GO';
  if (clearance === 'ASKED') {
    reschedule(unit.tx, unit.ctx, job, LOOK_AGAIN_SECONDS);
    return ok(true);
  }
  const ended = await endHold(unit, deposit, clearance !== 'GO');
  return ended.ok ? ok(false) : ended;
}

/** Whether money may go back to its sender: operators have not stopped its owner, and screening does not hold it. */
async function mayLeave(unit: Unit, ports: ReturnPorts, deposit: Deposit): Promise<Clearance> {
  if (await isOwnerStopped(unit.tx, deposit)) return 'HELD';
  return mayReturn(unit, ports, deposit);
}

/**
 * Retries the return of money that a rail could not send back. 409 INVALID_STATE_TRANSITION unless the deposit is KEPT.
 */
export function retryReturn(unit: Unit, deposit: Deposit): Result<void> {
  const moved = sendBack(unit, deposit);
  if (!moved.ok) return moved;
  scheduleToBegin(unit, { kind: 'suspense.return', subject: deposit.id }, moved.value.record.returnAs!);
  return ok();
}

/**
 * Books the return of a deposit under the reference of its former attempt, because the rail says that it has sent the
 * money. The errors of `retryReturn`.
 */
export function resumeReturn(unit: Unit, deposit: Deposit, reference: string): Result<void> {
  const moved = sendBack(unit, deposit, reference);
  return moved.ok ? bookReturn(unit, moved.value.record, reference) : moved;
}

function bookReturn(unit: Unit, deposit: Deposit, reference: string): Result<void> {
  const { tx, ctx } = unit;
  const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'return', { returnedAs: reference });
  if (!moved.ok) return moved;
  post(unit, entryOf(ctx, deposit, 'SUSPENSE_RETURN'), NEVER_SHORT);
  return ok();
}

export async function readDeposit(reads: Reads, id: string): Promise<Deposit> {
  const deposit = await reads.get(DEPOSITS, id);
  if (deposit === null) throw new Bug(`no deposit ${id}`);
  return deposit;
}

const stakeOf = ({ id, rail, currency, amount }: Deposit) =>
  ({ rail, subject: id, leg: 'FUNDING', direction: 'OUT', currency, amount }) as const;

const sentBack = async (reads: Reads, deposit: Deposit): Promise<bigint> =>
  (await decidedOutside(reads, deposit, 'FUNDING', deposit.currency)).sent;

/**
 * Books a status of the return of a deposit under this reference, from a check or from a message. A status of an
 * earlier attempt has no effect, unless it says that the money was sent.
 */
export async function concludeDeposit(
  unit: Unit,
  deposit: Deposit,
  reference: string,
  status: RailRefundStatus,
): Promise<Result<Effect>> {
  const concluded = await concludedDeposit(unit, deposit, reference, status);
  if (!concluded.ok || concluded.value !== 'APPLIED' || deposit.status !== 'IN_SUSPENSE') return concluded;
  if ((await readDeposit(unit.tx, deposit.id)).status !== 'IN_SUSPENSE') await endHoldsAtRail(unit, deposit.id);
  return concluded;
}

async function concludedDeposit(
  unit: Unit,
  deposit: Deposit,
  reference: string,
  status: RailRefundStatus,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  if (status.state === 'pending') return ok('NONE');
  if (deposit.status === 'RETURNED' && (deposit.returnedAs ?? deposit.id) === reference) {
    if (status.state === 'completed') return ok('NONE');
    const bounced = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'bounce', { bounces: (deposit.bounces ?? 0) + 1 });
    if (!bounced.ok) return bounced;
    post(unit, entryOf(ctx, deposit, 'REFUND_BOUNCED'), NEVER_SHORT);
    return refuseReturn(unit, deposit, `${reference}/bounced`, `the return bounced: ${status.reason}`);
  }
  if (deposit.status === 'IN_SUSPENSE' && returnReference(deposit) === reference) {
    if (status.state === 'failed') {
      const kept = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'refuse');
      return kept.ok ? refuseReturn(unit, deposit, reference, status.reason) : kept;
    }
    const booked = bookReturn(unit, deposit, reference);
    return booked.ok ? ok('APPLIED') : booked;
  }
  if (status.state === 'failed') {
    const again = await paidAgain(tx, deposit, 'FUNDING', deposit.currency, reference);
    if (again.movements.length === 0) return noteFailed(unit, deposit, reference, status.reason);
    update(tx, ctx, DEPOSITS, deposit, {});
    return repayAgain(unit, again);
  }
  if (await isSentBeforeRetry(tx, deposit, reference)) {
    await withdrawAttempt(tx, returnReference(deposit));
    const booked = bookReturn(unit, update(tx, ctx, DEPOSITS, deposit, { returnAs: reference }), reference);
    return booked.ok ? ok('APPLIED') : booked;
  }
  // A retry at the same moment conflicts: it must not send the money again.
  if (deposit.status === 'KEPT') update(tx, ctx, DEPOSITS, deposit, {});
  return contradicted(unit, {
    ...stakeOf(deposit),
    reference,
    reason: `${deposit.rail} reports ${deposit.id} as sent back (${reference}), but it is ${deposit.status} here`,
  });
}

/** Whether a deposit was sent back by a former attempt, and no rail was asked for its retry. */
const isSentBeforeRetry = async (reads: Reads, deposit: Deposit, reference: string): Promise<boolean> =>
  deposit.status === 'IN_SUSPENSE' &&
  (await hasNotBegun(reads, returnReference(deposit))) &&
  (await isRefusedOnly(reads, { kind: 'DEPOSIT_REFUSED', subject: deposit.id, reference }, reference)) &&
  (await sentBack(reads, deposit)) === 0n;

async function refuseReturn(unit: Unit, deposit: Deposit, reference: string, why: string): Promise<Result<Effect>> {
  const reason = `the money could not be sent back (${why}); it is in suspense`;
  const { id: subject, rail, currency, amount } = deposit;
  const stake = { subject, rail, leg: 'FUNDING', currency, amount } as const;
  await openException(unit, { kind: 'DEPOSIT_REFUSED', ...stake, reference, reason });
  return ok('APPLIED');
}

/**
 * The rail reversed the arrival of a deposit. Money in suspense goes back with it; money that had already been sent
 * back was paid twice and is lost.
 */
export async function reverseDeposit(
  unit: Unit,
  deposit: Deposit,
  { returnId, reason }: Reversal & { readonly returnId: string },
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  if (deposit.reversalId !== null) return ok('NONE');
  const sent = await sentBack(tx, deposit);
  if (sent > 0n) {
    return contradicted(unit, {
      ...stakeOf(deposit),
      amount: sent < deposit.amount ? deposit.amount - sent : deposit.amount,
      reference: returnId,
      reason: `${deposit.rail} reversed ${deposit.id}, but ${amountText(sent, deposit.currency)} of it were already sent back by decisions of operators`,
    });
  }
  if (deposit.status === 'IN_SUSPENSE' || deposit.status === 'KEPT') {
    const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'reverse', { reversalId: returnId });
    if (!moved.ok) return moved;
    post(unit, entryOf(ctx, deposit, 'SUSPENSE_RETURN'), NEVER_SHORT);
    await endDepositExceptions(unit, deposit);
    await endHoldsAtRail(unit, deposit.id);
    return ok('APPLIED');
  }
  return contradicted(unit, {
    ...stakeOf(deposit),
    reference: returnId,
    reason: `${deposit.rail} reversed ${deposit.id} (${reason ?? 'no reason given'}), but it is ${deposit.status} here`,
  });
}

function entryOf(ctx: Context, { id, rail, currency, amount }: Deposit, kind: 'SUSPENSE_RETURN' | 'REFUND_BOUNCED') {
  const suspense = chart.suspense(ctx.tenant, currency);
  const clearing = chart.clearing(splitTenant(ctx.tenant).environment, rail, currency);
  const [from, to] = kind === 'SUSPENSE_RETURN' ? [suspense, clearing] : [clearing, suspense];
  const lines = [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  return { kind, cause: id, lines } satisfies JournalEntry;
}
