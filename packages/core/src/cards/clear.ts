import { schedule } from '../events/index.js';
import { type Context, err, type IdSource, plusSeconds, type Result, type Tx, type UseCase } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { CardTransaction } from './card-books.js';
import type { Delegates } from './ports.js';
import { type Moves, pullable, take, transactionOfCard } from './take.js';

export interface SpendPorts {
  readonly ids: IdSource;
  readonly delegates: Delegates;
}

/** What the network says of a transaction of a card. */
export interface CardTelling {
  readonly cardId: string;
  readonly transactionId: string;
  readonly amount: bigint;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * The merchant asks for its money (behaviour, "Cards"): part of what was authorized, all of it, or more, which is pulled
 * after the fact; what cannot be pulled is the service's loss until it is recovered. Of 0 nothing is asked for any more:
 * what is reserved is released. A merchant that credits gives money in the same way.
 * 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION.
 */
export const clearCard =
  (ports: SpendPorts): UseCase<CardTelling, CardTransaction> =>
  async (tx, ctx, { cardId, transactionId, amount }) => {
    const { ids } = ports;
    if (amount < 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const transaction = found.value;
    const { card, direction } = transaction;
    if (card.settled + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    if (amount === 0n) {
      const after = { reserved: 0n };
      return take(tx, ctx, ids, transaction, { on: 'expire', moves: [['CARD_RELEASE', card.reserved]], after });
    }
    const isOpen = transaction.status === 'AUTHORIZED' || transaction.status === 'PARTIALLY_SETTLED';
    const on = isOpen && amount < card.authorized - card.settled ? 'clear-part' : 'clear';
    const after = { settled: card.settled + amount, clearings: card.clearings + 1 };
    if (direction === 'CREDIT') return take(tx, ctx, ids, transaction, { on, moves: [['CARD_CREDIT', amount]], after });
    return clearDebit(tx, ctx, ports, transaction, amount, on, after);
  };

async function clearDebit(
  tx: Tx,
  ctx: Context,
  { ids, delegates }: SpendPorts,
  transaction: CardTransaction,
  amount: bigint,
  on: 'clear' | 'clear-part',
  after: { readonly settled: bigint; readonly clearings: number },
): Promise<Result<CardTransaction>> {
  const { card } = transaction;
  const fromReserve = min(amount, card.reserved);
  const excess = amount - fromReserve;
  const reserved = card.reserved - fromReserve;
  const moves: Moves = [['CARD_CLEARING', fromReserve]];
  const pulled = excess === 0n || (await canPull(tx, delegates, transaction, excess));
  if (pulled && transaction.status !== 'EXCEPTION') {
    const isLate = excess > 0n && card.pulls === 'LATE';
    if (isLate) {
      const dueAt = plusSeconds(ctx.hostNow, LATE_PULL_SECONDS);
      schedule(tx, ctx, ids, { kind: 'card.pull', subject: transaction.id, dueAt });
    }
    return take(tx, ctx, ids, transaction, {
      on,
      moves: [...moves, ['CARD_PULL', excess]],
      after: { ...after, reserved, pendingPulls: card.pendingPulls + (isLate ? 1 : 0) },
    });
  }
  return take(tx, ctx, ids, transaction, {
    on: 'fail',
    moves: [...moves, ['CARD_LOSS', excess]],
    after: { ...after, reserved, lost: card.lost + excess },
  });
}

const LATE_PULL_SECONDS = 30;

/** What is missing of a transaction is recovered as a whole, not in parts. */
async function canPull(tx: Tx, delegates: Delegates, transaction: CardTransaction, amount: bigint): Promise<boolean> {
  if (transaction.card.pulls === 'FAILING' || transaction.status === 'EXCEPTION') return false;
  return (await pullable(tx, delegates, transaction)) >= amount;
}

/**
 * The network names another amount before anything is cleared: what is too much is released, and of what is missing so
 * much is reserved as there is; an advice is no question. 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION.
 */
export const adviseCard =
  ({ ids, delegates }: SpendPorts): UseCase<CardTelling, CardTransaction> =>
  async (tx, ctx, { cardId, transactionId, amount }) => {
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const { card, direction, status } = found.value;
    if (status !== 'AUTHORIZED') return err('INVALID_STATE_TRANSITION', `the transaction is ${status}`);
    if (direction === 'CREDIT') {
      return take(tx, ctx, ids, found.value, { on: 'advise', moves: [], after: { authorized: amount } });
    }
    const released = card.reserved > amount ? card.reserved - amount : 0n;
    const missing = amount > card.reserved ? amount - card.reserved : 0n;
    const cannotPull = missing === 0n || card.pulls === 'FAILING';
    const held = cannotPull ? 0n : min(missing, await pullable(tx, delegates, found.value));
    return take(tx, ctx, ids, found.value, {
      on: 'advise',
      moves: [
        ['CARD_RELEASE', released],
        ['CARD_HOLD', held],
      ],
      after: { authorized: amount, reserved: card.reserved - released + held },
    });
  };
