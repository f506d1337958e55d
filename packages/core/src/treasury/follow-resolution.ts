import type { ExceptionRecord, Moved } from '../exceptions/index.js';
import { err, isId, ok, type Reads, type Result, transition, type Unit, update } from '../kernel/index.js';
import {
  correctionsOf,
  decidedOutside,
  deliveryStakeOf,
  DEPOSIT,
  DEPOSITS,
  emitTransaction,
  endRefund,
  INCOMING,
  legOf,
  stakeOf,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';

/**
 * Writes the subject of an exception before anything is read about it, so that a message of its rail at the same moment
 * conflicts with this unit: one of the two runs again, and sees what the other did.
 */
export async function writeSubject({ tx, ctx }: Unit, { kind, subject }: ExceptionRecord): Promise<Result<void>> {
  const deposit = isId('Deposit', subject) ? await tx.get(DEPOSITS, subject) : null;
  if (deposit === null && (kind === 'DEPOSIT_REFUSED' || kind === 'DEPOSIT_HELD'))
    return err('REFERENCE_NOT_FOUND', `${subject} does not exist`);
  if (deposit !== null) update(tx, ctx, DEPOSITS, deposit, {});
  const payment = isId('Transaction', subject) ? await tx.get(TRANSACTIONS, subject) : null;
  if (payment !== null) update(tx, ctx, TRANSACTIONS, payment, {});
  return ok();
}

/** Changes the subject of an exception after a resolution moved money, so that its state says what is true now. */
export async function followResolution(unit: Unit, exception: ExceptionRecord, moved: Moved): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { kind, subject } = exception;
  if (isId('Deposit', subject)) {
    const deposit = await tx.get(DEPOSITS, subject);
    if (deposit === null || (kind !== 'DEPOSIT_REFUSED' && kind !== 'DEPOSIT_HELD')) return ok();
    const left = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'resolve');
    return left.ok ? ok() : left;
  }
  const payment = isId('Transaction', subject) ? await tx.get(TRANSACTIONS, subject) : null;
  if (payment === null) return ok();
  if (kind === 'REFUND_FAILED' && moved.to !== 'loss' && payment.refundStatus === 'FAILED') {
    endRefund(unit, payment, 'settle');
    return ok();
  }
  return correct(unit, exception, moved, payment);
}

/** Money in another currency than that of the payment is in the exception only. */
async function correct(
  unit: Unit,
  exception: ExceptionRecord,
  { from, to, amount, again }: Moved,
  payment: Transaction,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { currency } = exception;
  const leg = legOf(exception, payment);
  const isOutside = from === 'outside' || to === 'outside';
  if (!isOutside || again === true || payment.type === 'CARD') return ok();
  const before = correctionsOf(payment);
  const corrections = {
    ...before,
    ...(leg === 'FUNDING' &&
      to === 'outside' &&
      currency === stakeOf({ transaction: payment }).currency && { sentBack: before.sentBack + amount }),
    ...(leg === 'DELIVERY' &&
      from === 'outside' &&
      currency === deliveryStakeOf({ transaction: payment }).currency && { cameBack: before.cameBack + amount }),
  };
  if (leg === 'DELIVERY' || to !== 'outside' || !(await isWholeSentBack(tx, payment, exception, amount))) {
    update(tx, ctx, TRANSACTIONS, payment, { corrections });
    return ok();
  }
  const failureReason = 'COLLECTION_FAILED';
  const failed = transition(tx, ctx, INCOMING, TRANSACTIONS, payment, 'take-back', { failureReason, corrections });
  if (!failed.ok) return failed;
  emitTransaction(unit, failed.value.row.emits, failed.value.record);
  return ok();
}

/** Whether the credit of an incoming payment goes back whole. What another institution paid keeps its state. */
async function isWholeSentBack(
  reads: Reads,
  payment: Transaction,
  { currency }: ExceptionRecord,
  amount: bigint,
): Promise<boolean> {
  if (payment.type !== 'INCOMING' || payment.status !== 'COMPLETED') return false;
  if (payment.source?.sourceType === 'UMA_ADDRESS') return false;
  const stake = stakeOf({ transaction: payment });
  const { sent, came } = await decidedOutside(reads, payment, 'FUNDING', currency);
  return stake.currency === currency && sent - came + amount >= stake.amount;
}
