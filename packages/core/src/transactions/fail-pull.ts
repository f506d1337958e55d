import type { PullFailure } from '../accounts/index.js';
import { ok, type Result, transition, type Unit } from '../kernel/index.js';
import { giveBackLimits } from '../limits/index.js';
import { giveBackDailyVolume } from '../rates/index.js';
import type { Payment } from './payment.js';
import { voidRefund } from './refund.js';
import { releasedRequest } from './spent-request.js';
import { emitTransaction, type Transaction, TRANSACTIONS } from './transaction.js';
import { INCOMING, OUTGOING } from './transaction-states.js';

/**
 * Fails a payment whose money was not collected, without a refund. A payment that its platform cancelled gets a refund
 * that is completed from the start. Returns the changed transaction.
 */
export async function failPull(unit: Unit, payment: Payment, reason: PullFailure): Promise<Result<Transaction>> {
  const { tx, ctx } = unit;
  const { transaction } = payment;
  await giveBackDailyVolume(tx, ctx, transaction.dailyVolumeId, transaction.sentAmount!);
  const limitUse = await giveBackLimits(tx, ctx, transaction.limitUse);
  const failed =
    transaction.type === 'INCOMING'
      ? transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'fail', {
          failureReason: 'COLLECTION_FAILED',
          limitUse,
        })
      : transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'fail', {
          failureReason: 'QUOTE_EXECUTION_FAILED',
          limitUse,
          ...releasedRequest(transaction),
        });
  if (!failed.ok) return failed;
  const followed = payment.follow(tx, ctx, 'fail');
  if (!followed.ok) return followed;
  const { record, row } = failed.value;
  const after = reason === 'CANCELLED' ? voidRefund(unit, record) : record;
  emitTransaction(unit, row.emits, after);
  return ok(after);
}
