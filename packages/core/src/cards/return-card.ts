import {
  err,
  type EventOf,
  type IdSource,
  MAX_LIMIT,
  newRecord,
  type Reads,
  type Result,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { CARD_TRANSACTION } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { CARD_REFUNDS, type CardRefund } from './card-refund.js';
import type { SpendPorts } from './clear.js';
import type { CardTelling } from './network-message.js';
import { pullable, takeFromCard, transactionOfCard } from './take.js';

/**
 * The merchant gives money back that it was paid, in whatever state that was: a refund record, REFUNDED once all of it is
 * back (interface, "States and transitions"). What the customer has not paid of it makes good the service's loss first.
 * 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION where the merchant was paid nothing; 400 INVALID_AMOUNT for more
 * than the merchant has; 403 USER_NOT_READY where the account is closed.
 */
export const returnCard =
  ({ ids }: { readonly ids: IdSource }): UseCase<CardTelling, CardTransaction> =>
  async (tx, ctx, { cardId, transactionId, amount }) => {
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const { id, card, direction } = found.value;
    const left = card.settled - card.refunded;
    if (left === 0n || direction === 'CREDIT') return notNow(found.value);
    if (amount <= 0n || amount > left) return err('INVALID_AMOUNT', `the merchant has ${left} to give back`);
    tx.add(CARD_REFUNDS, {
      transactionId: id,
      currency: card.currency,
      amount,
      reversedAt: null,
      ...newRecord(ids.next('CardRefund'), ctx),
    });
    const toLoss = amount < card.lost ? amount : card.lost;
    const unit = { tx, ctx, ids };
    return takeFromCard(unit, found.value, {
      on: stepOf(found.value, amount === left, toLoss === card.lost),
      moves: [
        ['CARD_LOSS_RETURN', toLoss],
        ['CARD_RETURN', amount - toLoss],
      ],
      after: { refunded: card.refunded + amount, returns: card.returns + 1, lost: card.lost - toLoss },
    });
  };

/** Of what is cleared in part the rest is still to come: it is not given back as a whole. */
function stepOf(
  { status, card }: CardTransaction,
  isWhole: boolean,
  isRecovered: boolean,
): EventOf<typeof CARD_TRANSACTION> {
  if (status === 'PARTIALLY_SETTLED') return 'return-part';
  if (status === 'EXCEPTION' && isRecovered && card.reserved > 0n) return 'recover-part';
  if (isWhole) return 'return';
  return status === 'EXCEPTION' && isRecovered ? 'recover' : 'return-part';
}

/**
 * The merchant takes its last return that stands back again. What of it has been spent is the service's loss until it is
 * recovered. 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION where nothing was returned.
 */
export const reverseReturn =
  ({ ids, delegates }: SpendPorts): UseCase<CardTelling, CardTransaction> =>
  async (tx, ctx, { cardId, transactionId }) => {
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const { id, card, status } = found.value;
    const refund = await lastStanding(tx, id);
    if (refund === null) return notNow(found.value);
    update(tx, ctx, CARD_REFUNDS, refund, { reversedAt: ctx.now });
    const { amount } = refund;
    const isThere = (await pullable(tx, delegates, found.value)) >= amount;
    const unit = { tx, ctx, ids };
    return takeFromCard(unit, found.value, {
      on: isThere && status !== 'EXCEPTION' ? 'reverse-return' : 'fail',
      moves: [[isThere ? 'CARD_RETURN_REVERSAL' : 'CARD_LOSS', amount]],
      after: {
        refunded: card.refunded - amount,
        returns: card.returns - 1,
        lost: card.lost + (isThere ? 0n : amount),
      },
    });
  };

const notNow = ({ status, direction }: CardTransaction): Result<never> =>
  err('INVALID_STATE_TRANSITION', `the ${direction === 'CREDIT' ? 'credit' : 'transaction'} is ${status}`);

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
