import {
  err,
  type EventOf,
  type IdSource,
  MAX_LIMIT,
  newRecord,
  type Reads,
  type Result,
  update,
} from '../kernel/index.js';
import type { CARD_TRANSACTION } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { CARD_REFUNDS, type CardRefund } from './card-refund.js';
import type { SpendPorts } from './clear.js';
import type { ApplyMessage } from './network-message.js';
import { pullable, takeFromCard } from './take.js';

/**
 * Records a return of the merchant, in every state in which it has received money. Each return is a refund record; the
 * transaction is REFUNDED once everything is returned. A return first covers a loss of the service. 409
 * INVALID_STATE_TRANSITION if the merchant has received nothing; 400 INVALID_AMOUNT for more than it has received; 403
 * USER_NOT_READY for a closed account.
 */
export const returnCard =
  ({ ids }: { readonly ids: IdSource }): ApplyMessage =>
  async (tx, ctx, transaction, { amount }) => {
    const { id, card, direction } = transaction;
    const left = card.settled - card.refunded;
    if (left === 0n || direction === 'CREDIT') return notNow(transaction, 'nothing to return');
    if (amount <= 0n || amount > left)
      return err('INVALID_AMOUNT', `the merchant can return 1 to ${left} (smallest units)`);
    tx.add(CARD_REFUNDS, {
      transactionId: id,
      currency: card.currency,
      amount,
      reversedAt: null,
      ...newRecord(ids.next('CardRefund'), ctx),
    });
    const toLoss = amount < card.lost ? amount : card.lost;
    const unit = { tx, ctx, ids };
    return takeFromCard(unit, transaction, {
      on: stepOf(transaction, amount === left, toLoss === card.lost),
      moves: [
        ['CARD_LOSS_RETURN', toLoss],
        ['CARD_RETURN', amount - toLoss],
      ],
      after: { refunded: card.refunded + amount, returns: card.returns + 1, lost: card.lost - toLoss },
    });
  };

/** A partially cleared transaction still expects clearings, so it is never returned as a whole. */
function stepOf(
  { status, card }: CardTransaction,
  isWhole: boolean,
  isRecovered: boolean,
): EventOf<typeof CARD_TRANSACTION> {
  if (status === 'PARTIALLY_SETTLED') return 'return-part';
  // Of these states, only EXCEPTION can still have a reserve.
  if (isRecovered && card.reserved > 0n) return 'recover-part';
  if (isWhole) return 'return';
  return status === 'EXCEPTION' && isRecovered ? 'recover' : 'return-part';
}

/**
 * Reverses the last return that is not reversed yet. If the customer has spent it, it is a loss of the service until it
 * is recovered. 409 INVALID_STATE_TRANSITION if nothing is left to reverse.
 */
export const reverseReturn =
  ({ ids, delegates }: SpendPorts): ApplyMessage =>
  async (tx, ctx, transaction) => {
    const { id, card, status } = transaction;
    const refund = await lastStanding(tx, id);
    if (refund === null) return notNow(transaction, 'no return to reverse');
    update(tx, ctx, CARD_REFUNDS, refund, { reversedAt: ctx.now });
    const { amount } = refund;
    const isThere = (await pullable(tx, delegates, transaction)) >= amount;
    const unit = { tx, ctx, ids };
    return takeFromCard(unit, transaction, {
      on: isThere && status !== 'EXCEPTION' ? 'reverse-return' : 'fail',
      moves: [[isThere ? 'CARD_RETURN_REVERSAL' : 'CARD_LOSS', amount]],
      after: {
        refunded: card.refunded - amount,
        returns: card.returns - 1,
        lost: card.lost + (isThere ? 0n : amount),
      },
    });
  };

const notNow = (
  { status, direction }: CardTransaction,
  lacking: 'nothing to return' | 'no return to reverse',
): Result<never> =>
  err(
    'INVALID_STATE_TRANSITION',
    `the ${direction === 'CREDIT' ? 'credit' : 'transaction'} is ${status} and has ${lacking}`,
  );

async function lastStanding(reads: Reads, transactionId: CardTransaction['id']): Promise<CardRefund | null> {
  for (let after: CardRefund | undefined; ;) {
    const slice = await reads.list(CARD_REFUNDS, {
      where: { transactionId },
      order: 'desc',
      limit: MAX_LIMIT,
      counted: false,
      after,
    });
    const standing = slice.rows.find(({ reversedAt }) => reversedAt === null);
    if (standing !== undefined) return standing;
    after = slice.rows.at(-1);
    if (!slice.hasMore) return null;
  }
}
