import { schedule } from '../events/index.js';
import { Bug, type Context, type IdSource, transition, type Tx } from '../kernel/index.js';
import { emitTransaction, type RefundReason, type Transaction, TRANSACTIONS } from './transaction.js';
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
  const { record, row } = moved.value;
  const ended = record.type === 'INCOMING' && outcome === 'complete' ? refunded(tx, ctx, record) : record;
  emitTransaction(tx, ctx, ids, eventOf(transaction, row.emits), ended);
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

function refunded(tx: Tx, ctx: Context, transaction: Transaction): Transaction {
  const moved = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'refund');
  if (!moved.ok) throw new Bug(moved.error.message);
  return moved.value.record;
}

/** The machine names the events of outgoing payments; those of incoming ones are called alike. */
const eventOf = ({ type }: Transaction, emits: string | null): string | null =>
  emits?.replace(/^OUTGOING/, type) ?? null;
