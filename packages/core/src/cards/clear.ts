import { schedule } from '../events/index.js';
import { openException } from '../exceptions/index.js';
import {
  type Context,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type Result,
  type Tx,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { CardSpend } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import type { CardTelling } from './network-message.js';
import type { Delegates } from './ports.js';
import { type Moves, pullable, takeFromCard, transactionOfCard } from './take.js';

export interface SpendPorts {
  readonly ids: IdSource;
  readonly delegates: Delegates;
}

export interface ClearPorts extends SpendPorts {
  /** How much more than was authorized a merchant may ask for, such as a tip, in basis points of what was authorized. */
  readonly toleranceBps: number;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const BPS = 10_000n;
/** A clearing that comes later after its authorization is an exception. */
export const CLEARING_SECONDS = 30 * 24 * 60 * 60;

/**
 * The merchant asks for its money (behaviour, "Cards"): part of what was authorized, all of it, or more, up to the
 * tolerance, which is pulled after the fact; what cannot be pulled is the service's loss until it is recovered. What
 * exceeds the tolerance, and a clearing of what is settled already or was authorized more than 30 days ago, does not debit
 * the customer: the network settles it all the same, so it is the service's loss with a CARD_EXCESS exception. Of 0 nothing
 * is asked for any more: what is reserved is released. A merchant that credits gives money in the same way.
 * 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION; 400 AMOUNT_OUT_OF_RANGE.
 */
export const clearCard =
  (ports: ClearPorts): UseCase<CardTelling, CardTransaction> =>
  async (tx, ctx, { cardId, transactionId, amount, networkMessageId }) => {
    const { ids } = ports;
    if (amount < 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const found = await transactionOfCard(tx, cardId, transactionId);
    if (!found.ok) return found;
    const transaction = found.value;
    const { card, direction } = transaction;
    if (card.settled + excessOf(card) + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const unit = { tx, ctx, ids };
    if (amount === 0n) {
      return release(unit, transaction);
    }
    if (direction === 'CREDIT') {
      const on = isOpen(transaction) && amount < card.authorized - card.settled ? 'clear-part' : 'clear';
      const after = { settled: card.settled + amount, clearings: card.clearings + 1 };
      return takeFromCard(unit, transaction, { on, moves: [['CARD_CREDIT', amount]], after });
    }
    const allowed = debitable(ctx, transaction, amount, ports.toleranceBps);
    const excess = amount - allowed;
    const cleared = await (allowed > 0n
      ? clearDebit(tx, ctx, ports, transaction, allowed)
      : endLate(unit, transaction));
    if (!cleared.ok || excess === 0n) return cleared;
    return exceed(unit, cleared.value, excess, networkMessageId);
  };

const excessOf = (card: CardSpend): bigint => card.excess ?? 0n;

const isOpen = ({ status }: CardTransaction): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

const isOver = (ctx: Context, { card }: CardTransaction): boolean =>
  ctx.now > plusSeconds(card.authorizedAt, CLEARING_SECONDS);

/** How much of a clearing the customer is debited for: all of it within the tolerance, else what was authorized. */
function debitable(ctx: Context, transaction: CardTransaction, amount: bigint, toleranceBps: number): bigint {
  const { card, status } = transaction;
  if ((!isOpen(transaction) && status !== 'EXCEPTION') || isOver(ctx, transaction)) return 0n;
  const most = card.authorized + (card.authorized * BigInt(toleranceBps)) / BPS;
  if (card.settled + amount <= most) return amount;
  const left = card.authorized - card.settled;
  return left > 0n ? min(left, amount) : 0n;
}

/** An authorization that is over holds nothing back any more. */
function endLate(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const isHeld = isOpen(transaction) || transaction.card.reserved > 0n;
  return isHeld && isOver(unit.ctx, transaction) ? release(unit, transaction) : Promise.resolve(ok(transaction));
}

/** What is missing of an exception stays missing when the rest of its reserve is released. */
function release(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const { reserved } = transaction.card;
  const on = transaction.status === 'EXCEPTION' && reserved > 0n ? null : 'expire';
  return takeFromCard(unit, transaction, { on, moves: [['CARD_RELEASE', reserved]], after: { reserved: 0n } });
}

/** What the network has settled and the customer is not debited for. */
async function exceed(
  unit: Unit,
  transaction: CardTransaction,
  amount: bigint,
  networkMessageId: string,
): Promise<Result<CardTransaction>> {
  const { id, rail, card } = transaction;
  await openException(unit, {
    kind: 'CARD_EXCESS',
    subject: id,
    reference: networkMessageId,
    rail,
    currency: card.currency,
    amount,
    reason:
      `The network cleared ${amount} ${card.currency} (smallest units) more than the customer may be debited for: ` +
      `${card.authorized} were authorized, ${card.settled} are settled. The amount is booked to loss.`,
  });
  const after = { excess: excessOf(card) + amount };
  return takeFromCard(unit, transaction, { on: null, moves: [['CARD_EXCESS', amount]], after });
}

async function clearDebit(
  tx: Tx,
  ctx: Context,
  { ids, delegates }: SpendPorts,
  transaction: CardTransaction,
  amount: bigint,
): Promise<Result<CardTransaction>> {
  const { card } = transaction;
  const on = isOpen(transaction) && amount < card.authorized - card.settled ? 'clear-part' : 'clear';
  const after = { settled: card.settled + amount, clearings: card.clearings + 1 };
  const fromReserve = min(amount, card.reserved);
  const excess = amount - fromReserve;
  const reserved = card.reserved - fromReserve;
  const moves: Moves = [['CARD_CLEARING', fromReserve]];
  const pulled = excess === 0n || (await canPull(tx, delegates, transaction, excess));
  const unit = { tx, ctx, ids };
  if (pulled && transaction.status !== 'EXCEPTION') {
    const isLate = excess > 0n && card.pulls === 'LATE';
    if (isLate) {
      const dueAt = plusSeconds(ctx.hostNow, LATE_PULL_SECONDS);
      schedule(unit, { kind: 'card.pull', subject: transaction.id, dueAt });
    }
    return takeFromCard(unit, transaction, {
      on,
      moves: [...moves, ['CARD_PULL', excess]],
      after: { ...after, reserved, pendingPulls: card.pendingPulls + (isLate ? 1 : 0) },
    });
  }
  return takeFromCard(unit, transaction, {
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
    const unit = { tx, ctx, ids };
    if (direction === 'CREDIT') {
      return takeFromCard(unit, found.value, { on: 'advise', moves: [], after: { authorized: amount } });
    }
    const released = card.reserved > amount ? card.reserved - amount : 0n;
    const missing = amount > card.reserved ? amount - card.reserved : 0n;
    const cannotPull = missing === 0n || card.pulls === 'FAILING';
    const held = cannotPull ? 0n : min(missing, await pullable(tx, delegates, found.value));
    return takeFromCard(unit, found.value, {
      on: 'advise',
      moves: [
        ['CARD_RELEASE', released],
        ['CARD_HOLD', held],
      ],
      after: { authorized: amount, reserved: card.reserved - released + held },
    });
  };
