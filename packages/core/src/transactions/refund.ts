import { bookTogether, creditObstacle, type CreditObstacle, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type ExceptionKind, type ExceptionRecord, EXCEPTIONS, openException } from '../exceptions/index.js';
import {
  Bug,
  type Context,
  domainError,
  fail,
  type Id,
  newRecord,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { chart, type LedgerAccount, type Line, lockBalance } from '../ledger/index.js';
import { scheduleToBegin, withdrawAttempt } from './begin-attempt.js';
import { FORMER_REFUNDS } from './former-refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { emitTransaction, heldOn, type RefundReason, type Transaction, TRANSACTIONS } from './transaction.js';
import { INCOMING, REFUND } from './transaction-states.js';

/** Starts the refund of a failed payment and schedules the job that completes it. */
export function startRefund(unit: Unit, failed: Transaction, reason: RefundReason): Transaction {
  const { tx, ctx, ids } = unit;
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'start', {
    refundReason: reason,
    refundReference: ids.next('Refund'),
    refundInitiatedAt: ctx.now,
  });
  if (!moved.ok) throw new Bug(moved.error.message);
  emitTransaction(unit, eventOf(failed, moved.value.row.emits), moved.value.record);
  scheduleToBegin(unit, { kind: 'refund.advance', subject: failed.id }, moved.value.record.refundReference!);
  return moved.value.record;
}

/** `settle`: an operator gave the money to its owner otherwise. */
export type RefundOutcome = 'complete' | 'fail' | 'bounce' | 'settle';

/** Ends a refund: the money is back at its source, could not be sent, or came back. */
export function endRefund(unit: Unit, transaction: Transaction, outcome: RefundOutcome): Transaction {
  const { tx, ctx } = unit;
  const settled = outcome === 'complete' || outcome === 'settle' ? { refundSettledAt: ctx.now } : {};
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, transaction, outcome, settled);
  if (!moved.ok) throw new Bug(moved.error.message);
  const { record, row } = moved.value;
  const ended = record.type === 'INCOMING' && outcome !== 'fail' ? followRefund(tx, ctx, record, outcome) : record;
  emitTransaction(unit, eventOf(transaction, row.emits), ended);
  return ended;
}

/** What the reference of an exception has after that of the refund, by how the refund failed. */
export const FAILED_AS = { refused: '', kept: '/kept', bounced: '/bounced', stopped: '/kept' } as const;

/**
 * Whether the rail refused this attempt to send money back, and has not reported it as sent: neither before it came back,
 * nor in contradiction to the refusal (`contradiction`: the reference of that contradiction).
 */
export async function isRefusedOnly(
  reads: Reads,
  { kind, subject, reference }: Pick<ExceptionRecord, 'kind' | 'subject' | 'reference'>,
  contradiction: string,
): Promise<boolean> {
  const isOpened = async (of: ExceptionKind, as: string): Promise<boolean> =>
    (await reads.find(EXCEPTIONS, 'matter', [of, subject, as])) !== null;
  if (!(await isOpened(kind, reference)) || (await isOpened(kind, `${reference}${FAILED_AS.bounced}`))) return false;
  return !(await isOpened('RAIL_CONTRADICTION', contradiction));
}

/**
 * The refund cannot be sent, or bounced: the money waits where it waited before, and an exception is opened. `kept`: it
 * failed before any rail was asked to send it; `stopped`: because of a block.
 */
export async function failRefund(
  unit: Unit,
  transaction: Transaction,
  /** What happened, for the operator. */
  because: string,
  how: keyof typeof FAILED_AS = 'refused',
): Promise<Transaction> {
  const failed = endRefund(unit, transaction, how === 'bounced' ? 'bounce' : 'fail');
  await openException(unit, {
    kind: 'REFUND_FAILED',
    subject: failed.id,
    reference: `${failed.refundReference ?? ''}${FAILED_AS[how]}`,
    rail: failed.fundingRail ?? failed.rail,
    currency: failed.sentCurrency!,
    amount: failed.sentAmount!,
    reason: `${because}; the money is in transit`,
    isUntold: how === 'stopped',
  });
  return failed;
}

const GONE = domainError('CONFLICT', 'the money of the refund has left transit; read the transaction again');

/** Locks the money that waits in transit. 409 CONFLICT if it was credited, paid or written off. */
async function lockKept(tx: Tx, failed: Transaction): Promise<Result<void>> {
  const kept = await lockBalance(tx, failed.quoteId ?? failed.id, GONE);
  return (kept?.available ?? 0n) < failed.sentAmount! ? fail(GONE) : ok();
}

/**
 * Takes a failed refund up again under its reference, because the rail says that it has sent the money. Returns the
 * pending refund, which the caller concludes in the same unit. The errors of `lockKept`.
 */
export async function resumeRefund(unit: Unit, failed: Transaction): Promise<Result<Transaction>> {
  const { tx, ctx } = unit;
  const locked = await lockKept(tx, failed);
  if (!locked.ok) return locked;
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'retry');
  if (!moved.ok) return moved;
  emitTransaction(unit, eventOf(failed, moved.value.row.emits), moved.value.record);
  return ok(moved.value.record);
}

/**
 * Retries a failed refund under a new reference, because the rail remembers the outcome of the former one. Money of an
 * internal account is first held on that account again. Returns the id of the entry that holds it, or null if there is
 * no such entry. 409 CONFLICT if the account is closed; 400 AMOUNT_OUT_OF_RANGE while the account cannot hold it; the
 * errors of `lockKept`.
 */
export async function retryRefund(unit: Unit, failed: Transaction): Promise<Result<Id<'JournalEntry'> | null>> {
  const { tx, ctx, ids } = unit;
  const locked = await lockKept(tx, failed);
  if (!locked.ok) return locked;
  const reference = ids.next('Refund');
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'retry', { refundReference: reference });
  if (!moved.ok) return moved;
  addFormer(unit, failed);
  emitTransaction(unit, eventOf(failed, moved.value.row.emits), moved.value.record);
  scheduleToBegin(unit, { kind: 'refund.advance', subject: failed.id }, reference);
  const holder = heldOn(failed);
  if (holder === null) return ok(null);
  const account = await tx.get(INTERNAL_ACCOUNTS, holder);
  if (account === null || account.status === 'CLOSED') return fail(UNHOLDABLE.CLOSED);
  const entry = { kind: 'REFUND_RETRIED', cause: failed.id, lines: retriedLines(failed, holder) } as const;
  // Whether the account can hold the amount is known only once its balance is locked: money may arrive meanwhile.
  const booked = await bookTogether(unit, [entry], [account], NEVER_SHORT);
  return booked.ok ? ok(booked.value[0]!) : fail(UNHOLDABLE.FULL);
}

/** The errors of a retry whose money cannot be held on its account again. */
const UNHOLDABLE = {
  CLOSED: domainError(
    'CONFLICT',
    'the refund cannot be tried again, because the source account is closed; choose another resolution',
  ),
  FULL: domainError(
    'AMOUNT_OUT_OF_RANGE',
    'the source account cannot hold the amount now; try again when it has room for it',
  ),
} as const satisfies Readonly<Record<CreditObstacle, unknown>>;

/** Whether a retry could hold the money of a failed refund on its account again; the errors of `retryRefund` if not. */
export async function checkHolder(reads: Reads, failed: Transaction): Promise<Result<void>> {
  const holder = heldOn(failed);
  const obstacle = holder === null ? null : await creditObstacle(reads, holder, failed.sentAmount!);
  return obstacle === null ? ok() : fail(UNHOLDABLE[obstacle]);
}

const addFormer = ({ tx, ctx }: Unit, { id, refundReference }: Transaction): void =>
  tx.add(FORMER_REFUNDS, { ...newRecord(refundReference as Id<'Refund'>, ctx), transactionId: id });

/**
 * Goes back to a former attempt of a pending refund, because its rail says that it has sent the money, and ends the retry,
 * for which no rail was asked. Returns the refund under the former reference.
 */
export async function goBackTo(unit: Unit, retried: Transaction, reference: string): Promise<Transaction> {
  const { tx, ctx } = unit;
  await withdrawAttempt(tx, retried.refundReference!);
  const former = await tx.get(FORMER_REFUNDS, reference);
  if (former !== null) tx.remove(FORMER_REFUNDS, former);
  addFormer(unit, retried);
  return update(tx, ctx, TRANSACTIONS, retried, { refundReference: reference });
}

/** Moves money that stayed in transit back to the account on which it was held. */
export const retriedLines = (failed: Transaction, holder: Id<'InternalAccount'>): readonly Line[] => [
  { account: keptIn(failed), amount: -failed.sentAmount! },
  { account: chart.held(holder, failed.sentCurrency!), amount: failed.sentAmount! },
];

/** Where the money stays if it can be neither delivered nor refunded. */
export const keptIn = ({ quoteId, id, sentCurrency }: Transaction): LedgerAccount =>
  chart.inTransit(quoteId ?? id, sentCurrency!);

/** Completes the refund of a cancelled payment of which nothing was collected: nothing has to be given back. */
export function voidRefund({ tx, ctx, ids }: Unit, failed: Transaction): Transaction {
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'void', {
    refundReason: 'USER_CANCELLATION',
    refundReference: ids.next('Refund'),
    refundInitiatedAt: ctx.now,
    refundSettledAt: ctx.now,
  });
  if (!moved.ok) throw new Bug(moved.error.message);
  return moved.value.record;
}

/** Makes an incoming payment REFUNDED when its refund completes, and FAILED again when the refund is returned. */
function followRefund(
  tx: Tx,
  ctx: Context,
  transaction: Transaction,
  outcome: 'complete' | 'bounce' | 'settle',
): Transaction {
  const event = outcome === 'bounce' ? 'bounce' : 'refund';
  const moved = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, event);
  if (!moved.ok) throw new Bug(moved.error.message);
  return moved.value.record;
}

/** The machine `REFUND` names the events of outgoing payments; incoming payments emit these events instead. */
const INCOMING_EVENTS = {
  'OUTGOING_PAYMENT.REFUND_PENDING': 'INCOMING_PAYMENT.REFUND_PENDING',
  'OUTGOING_PAYMENT.REFUND_COMPLETED': 'INCOMING_PAYMENT.REFUND_COMPLETED',
  'OUTGOING_PAYMENT.REFUND_FAILED': 'INCOMING_PAYMENT.REFUND_FAILED',
} as const;

const eventOf = ({ type }: Transaction, emits: keyof typeof INCOMING_EVENTS | null) =>
  emits === null || type === 'OUTGOING' ? emits : INCOMING_EVENTS[emits];
