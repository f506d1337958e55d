import { schedule } from '../events/index.js';
import { Bug, type Context, type IdSource, transition, type Tx } from '../kernel/index.js';
import { emitTransaction, type RefundReason, type Transaction, TRANSACTIONS } from './transaction.js';
import { REFUND } from './transaction-states.js';

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
  emitTransaction(tx, ctx, ids, moved.value.row.emits, moved.value.record);
  schedule(tx, ctx, ids, { kind: 'refund.advance', subject: failed.id, dueAt: ctx.hostNow });
  return moved.value.record;
}

/** Ends a refund: the money is back at its source, or stays where it is until an operator resolves it. */
export function endRefund(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  transaction: Transaction,
  outcome: 'complete' | 'fail',
): Transaction {
  const settled = outcome === 'complete' ? { refundSettledAt: ctx.now } : {};
  const moved = transition(tx, ctx, REFUND, TRANSACTIONS, transaction, outcome, settled);
  if (!moved.ok) throw new Bug(moved.error.message);
  emitTransaction(tx, ctx, ids, moved.value.row.emits, moved.value.record);
  return moved.value.record;
}
