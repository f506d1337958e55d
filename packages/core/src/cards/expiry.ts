import { creditObstacle } from '../accounts/index.js';
import { ok, plusSeconds, type Result, type Unit, update } from '../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { takeFromCard } from './take.js';

/** Ends an authorization whose time is over: its hold is released. A loss in EXCEPTION is still missing afterwards. */
const expire = (unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> =>
  takeFromCard(unit, transaction, {
    on: 'expire',
    moves: [['CARD_RELEASE', transaction.card.reserved]],
    after: { reserved: 0n, expiredAt: unit.ctx.now },
  });

const LATER_SECONDS = 24 * 60 * 60;

/** Expires an authorization whose time is over. While its account cannot take the money, it waits for another day. */
export async function endOverdueUse(unit: Unit, use: CardTransaction): Promise<Result<CardTransaction>> {
  const { tx, ctx } = unit;
  const { accountId, reserved } = use.card;
  if (reserved > 0n && (await creditObstacle(tx, accountId, reserved)) !== null) {
    const holdEndsAt = plusSeconds(ctx.now, LATER_SECONDS);
    return ok(update(tx, ctx, TRANSACTIONS, use, { holdEndsAt }) as CardTransaction);
  }
  return expire(unit, use);
}

/** Expires an authorization at its time. */
export const expireOverdueUse = (unit: Unit, transaction: Transaction): Promise<Result<Transaction>> =>
  endOverdueUse(unit, transaction as CardTransaction);
