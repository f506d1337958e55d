import { schedule } from '../events/index.js';
import { openException } from '../exceptions/index.js';
import { Bug, type Context, type IdSource, transition, type Tx } from '../kernel/index.js';
import { correctionsOf, emitTransaction, type RefundReason, type Transaction, TRANSACTIONS } from './transaction.js';
import { INCOMING, REFUND } from './transaction-states.js';

/** Begins the refund of a failed payment and the work that completes it. */
export function startRefund(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  failed: Transaction,
  reason: RefundReason,
): Transaction {
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'start', {
    refundReason: reason,
    refundReference: ids.next('Refund'),
    refundInitiatedAt: ctx.now,
  });
  if (!moved.ok) throw new Bug(moved.error.message);
  emitTransaction(tx, ctx, ids, eventOf(failed, moved.value.row.emits), moved.value.record);
  schedule(tx, ctx, ids, { kind: 'refund.advance', subject: failed.id, dueAt: ctx.hostNow });
  return moved.value.record;
}

/**
 * Ends a refund: the money is back at its source, or stays where it is until an operator resolves the exception
 * REFUND_FAILED that is opened here. `why`: one sentence for the operator.
 */
export async function endRefund(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  transaction: Transaction,
  outcome: 'complete' | 'fail' | 'bounce',
  why?: string,
): Promise<Transaction> {
  const settled = outcome === 'complete' ? { refundSettledAt: ctx.now } : {};
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, transaction, outcome, settled);
  if (!moved.ok) throw new Bug(moved.error.message);
  const { record, row } = moved.value;
  const ended = record.type === 'INCOMING' && outcome !== 'fail' ? followRefund(tx, ctx, record, outcome) : record;
  emitTransaction(tx, ctx, ids, eventOf(transaction, row.emits), ended);
  if (outcome === 'complete') return ended;
  await openException(tx, ctx, ids, {
    kind: 'REFUND_FAILED',
    subject: ended.id,
    reference: `${ended.refundReference}${'/bounced'.repeat(correctionsOf(ended).refundBounces)}`,
    rail: ended.fundingRail ?? ended.rail,
    currency: ended.sentCurrency!,
    amount: ended.sentAmount!,
    reason: `the refund of ${ended.id} has failed: ${why ?? 'its money can neither be delivered nor go back'}`,
  });
  return ended;
}

/** Nothing was collected of a payment that its platform has cancelled: there is nothing to give back. */
export function voidRefund(tx: Tx, ctx: Context, ids: IdSource, failed: Transaction): Transaction {
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, failed, 'void', {
    refundReason: 'USER_CANCELLATION',
    refundReference: ids.next('Refund'),
    refundInitiatedAt: ctx.now,
    refundSettledAt: ctx.now,
  });
  if (!moved.ok) throw new Bug(moved.error.message);
  return moved.value.record;
}

/** An incoming payment is REFUNDED with its refund, and is not when that bounces. */
function followRefund(tx: Tx, ctx: Context, transaction: Transaction, outcome: 'complete' | 'bounce'): Transaction {
  const event = outcome === 'complete' ? 'refund' : 'bounce';
  const moved = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, event);
  if (!moved.ok) throw new Bug(moved.error.message);
  return moved.value.record;
}

/** The machine names the events of outgoing payments; those of incoming ones are called alike. */
const eventOf = ({ type }: Transaction, emits: string | null): string | null =>
  emits?.replace(/^OUTGOING/, type) ?? null;
