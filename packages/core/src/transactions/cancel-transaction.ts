import { EXTERNAL_ACCOUNTS, type Rail } from '../accounts/index.js';
import { noteFailure } from '../events/index.js';
import {
  Bug,
  type Clock,
  type Context,
  describeCause,
  err,
  findPending,
  type Id,
  type Instant,
  newRecord,
  ok,
  PENDING_COMMANDS,
  type PendingCommand,
  plusSeconds,
  type PreparedUseCase,
  type Query,
  type Reads,
  type Result,
  runUseCase,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { payoutInstruction, readDelivery } from './delivery.js';
import { failAndRefund } from './fail-payment.js';
import { failPull } from './fail-pull.js';
import { CANCELLED, endHeld } from './hold-payment.js';
import { endScreening } from './end-screening.js';
import { type Payment, paymentOf, type PaymentPorts, readPayment } from './payment.js';
import { pullInstruction } from './pull-instruction.js';
import { type NewRailStep, noteFirst, type RailStep } from './rail-step.js';
import { getTransaction } from './read-transactions.js';
import { screens } from './screen-payment.js';
import { releaseHold } from './refund-payment.js';
import { heldOn, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

export interface CancelTransaction {
  readonly id: string;
  readonly reason?: string | undefined;
}

export type CancelPorts = PaymentPorts & { readonly clock: Clock };

/** The answer of the rail to a request to cancel, before it is booked. */
export interface PreparedCancellation extends CancelTransaction {
  /** Null if the payment is cancelled by a request that got no answer. */
  readonly leg: Leg | null;
  /** False if no rail has received the payment, so that none was asked. */
  readonly isAsked: boolean;
  /** The context of the answer. */
  readonly answeredAt: Pick<Context, 'now' | 'hostNow'>;
}

/**
 * Cancels a payment that its rail has not carried out (docs/areas/transactions.md#cancel-a-payment). The payment
 * becomes FAILED with a refund for USER_CANCELLATION, which completes at once if the money was held here or not
 * collected yet. A payment that no rail has received is cancelled without a call. Otherwise the request is written
 * first and the rail decides; if a settlement commits before its answer, the settlement wins. If a rail receives the
 * payment between the two steps, both run once more, and that rail is asked. If the answer of the rail was lost and a
 * status check has booked the cancellation, the repeated request returns the payment.
 * Errors: 404 TRANSACTION_NOT_FOUND, 409 TRANSACTION_NOT_CANCELLABLE, 409 CONFLICT if another rail receives the payment
 * during the second run, 500 SVC_SWITCH_ERROR if the rail does not answer or fails. Then the request stays recorded, and
 * the next status check finds the outcome.
 */
export function cancellation(
  ports: CancelPorts,
): PreparedUseCase<CancelTransaction, PreparedCancellation, Transaction> {
  const { units, clock } = ports;
  return {
    async prepare(ctx, input) {
      const begun = await units.run(ctx.tenant, (tx) => beginCancellation(tx, ctx, ports, input));
      if (!begun.ok) return begun;
      const { leg, ask } = begun.value;
      if (ask === null) return ok({ ...input, leg, isAsked: false, answeredAt: ctx });
      const answer = await answerOf(ask);
      if (answer !== 'cancelled') {
        await units.run(ctx.tenant, async (tx) => {
          const unit = { tx, ctx, ids: ports.ids };
          await (answer === 'too-late' ? noteFirst(unit, stepOf(ask, 'REFUSED')) : noteUnanswered(unit, ask, answer));
          return ok();
        });
        return answer === 'too-late' ? TOO_LATE : NO_ANSWER;
      }
      const elapsed = (clock.now() - ctx.hostNow) / 1000;
      const answeredAt = { now: plusSeconds(ctx.now, elapsed), hostNow: plusSeconds(ctx.hostNow, elapsed) };
      return ok({ ...input, leg, isAsked: true, answeredAt });
    },
    async finish(tx, ctx, { id, reason, leg, isAsked, answeredAt: { now, hostNow } }) {
      const unit = { tx, ctx: { ...ctx, now, hostNow }, ids: ports.ids };
      const payment = await readPayment(tx, ports, id);
      const { transaction } = payment;
      const unanswered = await unansweredOf(tx, ctx, transaction);
      if (unanswered !== null) tx.remove(PENDING_COMMANDS, unanswered);
      const current = legOf(transaction);
      if (!isAsked && leg !== null && current !== null && (current !== leg || submissionOf(transaction, leg) !== null))
        return SUBMITTED_NOW;
      // A concurrent request, or the job that asks the rail, has booked the same answer before. If the money was collected
      // meanwhile, another rail now pays it out, and that rail was not asked to cancel.
      if (leg === null || current !== leg) return isCancelled(transaction) ? ok(transaction) : TOO_LATE;
      if (isAsked) {
        const rail = (leg === 'pull' ? transaction.fundingRail : transaction.rail)!;
        await noteFirst(unit, stepOf({ transactionId: transaction.id, rail }, 'ACCEPTED'));
        return cancelled(unit, ports, payment);
      }
      const asking = update(tx, unit.ctx, TRANSACTIONS, transaction, askingOf(transaction, unit.ctx, reason));
      return cancelled(unit, ports, await paymentOf(tx, ports, asking));
    },
    isOutdated: (error) => error === SUBMITTED_NOW.error,
  };
}

/** `cancellation` in units of its own. */
export function cancelTransaction(
  ports: CancelPorts,
): (ctx: Context, input: CancelTransaction) => Promise<Result<Transaction>> {
  const useCase = cancellation(ports);
  return (ctx, input) => runUseCase(ports.units, ctx, useCase, input);
}

const SUBMITTED_NOW = err('CONFLICT', 'a rail received the payment at this moment; send the request again', {
  retryAfter: 1,
});

const ENDED = err(
  'TRANSACTION_NOT_CANCELLABLE',
  'the transaction is not with a rail, or it has ended; read its status',
);
const NOT_CANCELLED = err(
  'TRANSACTION_NOT_CANCELLABLE',
  'the rail of the transaction does not cancel payments; wait for its outcome',
);
const TOO_LATE = err(
  'TRANSACTION_NOT_CANCELLABLE',
  'it is too late for the rail to cancel the transaction; wait for its outcome',
);

const NO_ANSWER = err(
  'SVC_SWITCH_ERROR',
  'the rail did not answer or failed; read the transaction later for the outcome',
);

/** A rail that is asked to cancel. */
interface Ask {
  readonly transactionId: Id<'Transaction'>;
  readonly rail: string;
  readonly cancel: () => Promise<'cancelled' | 'too-late'>;
}

/** A rail that does not answer or fails may still have cancelled the payment. */
async function answerOf({ cancel }: Ask): Promise<'cancelled' | 'too-late' | { readonly cause: string }> {
  try {
    return await cancel();
  } catch (cause) {
    if (cause instanceof Bug) throw cause;
    return { cause: describeCause(cause) };
  }
}

const stepOf = ({ transactionId, rail }: Pick<Ask, 'transactionId' | 'rail'>, step: RailStep['step']): NewRailStep => ({
  subject: transactionId,
  request: 'CANCELLATION',
  step,
  rail,
  reference: transactionId,
});

/** The platform repeats the request, so no next attempt is scheduled. */
const noteUnanswered = ({ tx, ctx }: Unit, { transactionId }: Ask, { cause }: { readonly cause: string }) =>
  noteFailure(
    tx,
    ctx,
    { id: unansweredId({ id: transactionId }), subject: transactionId, work: 'cancellation' },
    { cause, inSeconds: null },
  );

type Leg = 'pull' | 'payout';

/** The step that a rail works on; null if the payment is over or waits for something else. */
function legOf(transaction: Transaction): Leg | null {
  if (transaction.status === 'PENDING' && pulledFrom(transaction) !== null) return 'pull';
  return transaction.type === 'OUTGOING' && transaction.status === 'PROCESSING' ? 'payout' : null;
}

interface Begun {
  readonly leg: Leg | null;
  /** Null if no rail has received the payment, or if it is cancelled. */
  readonly ask: Ask | null;
}

const isCancelled = ({ cancelRequestedAt, refundReason }: Transaction): boolean =>
  cancelRequestedAt !== null && refundReason === 'USER_CANCELLATION';

/** A repeated request receives its answer for as long as an idempotency key is kept. */
const UNANSWERED_SECONDS = 24 * 60 * 60;
const CANCELLATION = { operation: 'cancelTransaction', account: '' } as const;
const unansweredId = ({ id }: Pick<Transaction, 'id'>): Id<'Request'> =>
  `Request:${id.slice('Transaction:'.length)}` as Id<'Request'>;

/** The request whose answer is not booked: the process may stop after the rail has cancelled. Null if there is none. */
const unansweredOf = (reads: Reads, ctx: Context, transaction: Transaction): Promise<PendingCommand | null> =>
  findPending(reads, ctx, unansweredId(transaction), { ...CANCELLATION, path: transaction.id });

async function awaitAnswer(tx: Tx, ctx: Context, transaction: Transaction): Promise<void> {
  const id = unansweredId(transaction);
  if ((await tx.get(PENDING_COMMANDS, id)) !== null) return;
  const expiresAt = plusSeconds(ctx.now, UNANSWERED_SECONDS);
  const command = { ...CANCELLATION, path: transaction.id, bodyDigest: '', payload: '', state: null, expiresAt };
  tx.add(PENDING_COMMANDS, { ...command, ...newRecord(id, ctx) });
}

const submissionOf = ({ pullSubmittedAt, submittedAt }: Transaction, leg: Leg): Instant | null =>
  leg === 'pull' ? pullSubmittedAt : submittedAt;

const askingOf = (transaction: Transaction, ctx: Context, reason: string | undefined) => ({
  cancelRequestedAt: transaction.cancelRequestedAt ?? ctx.now,
  cancelReason: reason ?? transaction.cancelReason,
});

/** The step that a rail works on, and the rail, if it cancels payments. 409 TRANSACTION_NOT_CANCELLABLE. */
function railThatCancels(
  { rails }: Pick<PaymentPorts, 'rails'>,
  transaction: Transaction,
): Result<{ readonly leg: Leg; readonly rail: Rail }> {
  const leg = legOf(transaction);
  const name = leg === 'pull' ? transaction.fundingRail : transaction.rail;
  if (leg === null || name === null) return ENDED;
  const rail = rails.byName(name);
  const cancel = (leg === 'pull' ? rail.pulls : rail.payouts)?.cancel ?? null;
  const mayAsk = cancel !== null || submissionOf(transaction, leg) === null;
  return rail.capabilities.cancellable && mayAsk ? ok({ leg, rail }) : NOT_CANCELLED;
}

/**
 * Whether the rail of a payment can be asked to cancel it. 404 TRANSACTION_NOT_FOUND; 409 TRANSACTION_NOT_CANCELLABLE
 * with the reason.
 */
export const checkCancellable =
  (ports: Pick<PaymentPorts, 'rails'>): Query<{ readonly id: string }, void> =>
  async (reads, ctx, input) => {
    const found = await getTransaction(reads, ctx, input);
    if (!found.ok) return found;
    const cancellable = railThatCancels(ports, found.value);
    return cancellable.ok ? ok() : cancellable;
  };

async function beginCancellation(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  input: CancelTransaction,
): Promise<Result<Begun>> {
  const found = await getTransaction(tx, ctx, input);
  if (!found.ok) return found;
  if (isCancelled(found.value) && (await unansweredOf(tx, ctx, found.value)) !== null)
    return ok({ leg: null, ask: null });
  const cancellable = railThatCancels(ports, found.value);
  if (!cancellable.ok) return cancellable;
  const { leg, rail } = cancellable.value;
  const submittedAt = submissionOf(found.value, leg);
  if (submittedAt === null) return ok({ leg, ask: null });
  const transaction = update(tx, ctx, TRANSACTIONS, found.value, askingOf(found.value, ctx, input.reason));
  await awaitAnswer(tx, ctx, transaction);
  const asked = { transactionId: transaction.id, rail: rail.name };
  if (leg === 'pull') {
    const account = await accountOf(tx, pulledFrom(transaction)!);
    const instruction = pullInstruction(transaction, account, submittedAt);
    const cancel = rail.pulls?.cancel ?? null;
    return cancel === null ? NOT_CANCELLED : ok({ leg, ask: { ...asked, cancel: () => cancel(instruction) } });
  }
  const delivery = await readDelivery(tx, await paymentOf(tx, ports, transaction));
  const instruction = payoutInstruction(transaction, delivery, submittedAt);
  const cancel = rail.payouts?.cancel ?? null;
  return cancel === null ? NOT_CANCELLED : ok({ leg, ask: { ...asked, cancel: () => cancel(instruction) } });
}

async function accountOf(reads: Reads, id: string) {
  const account = await reads.get(EXTERNAL_ACCOUNTS, id);
  if (account === null) throw new Bug(`no external account ${id}`);
  return account;
}

async function cancelled(unit: Unit, ports: PaymentPorts, payment: Payment): Promise<Result<Transaction>> {
  await endHeld(unit, payment.transaction);
  const leg = legOf(payment.transaction);
  // A hit about money that its rail had already is decided by operators, also after its rail has cancelled it.
  const hasLeft = leg !== null && submissionOf(payment.transaction, leg) !== null;
  if (screens(ports, payment.transaction.tenant) && !hasLeft)
    await endScreening(unit, payment.transaction.id, CANCELLED);
  if (leg === 'pull') return failPull(unit, payment, 'CANCELLED');
  const refunding = await failAndRefund(unit, payment, 'QUOTE_EXECUTION_FAILED', 'USER_CANCELLATION');
  if (!refunding.ok || heldOn(refunding.value) === null) return refunding;
  return releaseHold(unit, { ...payment, transaction: refunding.value });
}
