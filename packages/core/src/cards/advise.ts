import { err, type Instant, instant, ok } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { endOf, newEnd } from './authorization-end.js';
import type { CardTransaction } from './card-books.js';
import type { SpendPorts } from './clear.js';
import type { ApplyMessage } from './network-message.js';
import { decidedOn, isOvertaken } from './reopen.js';
import { pullable, takeFromCard } from './take.js';

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const CHANGEABLE: readonly CardTransaction['status'][] = ['AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION'];

/**
 * The network changes the authorized amount as a whole, to at least what is cleared. An excess reserve is released. A
 * missing amount is reserved as far as the balance covers it, because an advice cannot be declined; in EXCEPTION, and for
 * a hold that an operator has released, nothing more is reserved. An increment extends the authorization. If nothing is
 * left to clear, the transaction is settled. 409 INVALID_STATE_TRANSITION; 400 AMOUNT_OUT_OF_RANGE.
 */
export const adviseCard =
  ({ ids, delegates }: SpendPorts): ApplyMessage =>
  async (tx, ctx, transaction, { amount, expiresAt, at }) => {
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const { card, direction, status } = transaction;
    if (isOvertaken(card, at)) return ok(transaction);
    if (!CHANGEABLE.includes(status))
      return err('INVALID_STATE_TRANSITION', `the transaction is ${status}; nothing is left to be cleared`);
    const authorized = amount > card.settled ? amount : card.settled;
    const open = authorized - card.settled;
    const released = min(card.released ?? 0n, open);
    const wanted = direction === 'CREDIT' ? 0n : open - released;
    const kept = min(wanted, card.reserved);
    const missing = wanted - kept;
    const holdsNoMore = missing === 0n || status === 'EXCEPTION' || card.pulls === 'FAILING';
    const held = holdsNoMore ? 0n : min(missing, await pullable(tx, delegates, transaction));
    return takeFromCard({ tx, ctx, ids }, transaction, {
      on: status === 'PARTIALLY_SETTLED' && open === 0n ? 'reverse-rest' : 'advise',
      moves: [
        ['CARD_RELEASE', card.reserved - kept],
        ['CARD_HOLD', held],
      ],
      after: {
        authorized,
        reserved: kept + held,
        expiresAt: endAfter(transaction, authorized, ctx.now, expiresAt),
        ...decidedOn({ tx, ctx, ids }, at),
        ...(card.released !== undefined && { released }),
      },
    });
  };

/** A date of the network goes first. Without one, an increment extends the authorization and never shortens it. */
function endAfter({ card }: CardTransaction, authorized: bigint, now: Instant, named: Instant | undefined): Instant {
  const before = endOf(card);
  if (named !== undefined) return named;
  return authorized > card.authorized ? instant(Math.max(before, newEnd(now, undefined))) : before;
}
