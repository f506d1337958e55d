import { schedule } from '../events/index.js';
import { type Context, err, type IdSource, ok, plusSeconds, type Result, type Tx, type Unit } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { CardSpend } from '../transactions/index.js';
import { CARDS } from './card.js';
import type { CardTransaction } from './card-books.js';
import { openExcess } from './excess.js';
import type { ApplyMessage } from './network-message.js';
import type { Delegates } from './ports.js';
import { cannotCredit, keepInSuspense } from './surplus.js';
import { type Moves, pullable, takeFromCard } from './take.js';

export interface SpendPorts {
  readonly ids: IdSource;
  readonly delegates: Delegates;
}

export interface ClearPorts extends SpendPorts {
  /** How much a clearing may exceed the authorized amount, such as by a tip, in basis points of it. */
  readonly toleranceBps: number;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

const BPS = 10_000n;
/** A clearing that arrives more than this many seconds after its authorization does not debit the customer. */
export const CLEARING_SECONDS = 30 * 24 * 60 * 60;

/**
 * Clears a card transaction: the merchant collects a part of the authorized amount, all of it, or more up to the
 * tolerance. An amount above the reserve is pulled from the funding source; if it cannot be pulled, it is a loss of the
 * service until it is recovered.
 * An amount beyond the tolerance, a clearing after settlement, and a clearing more than 30 days after the authorization
 * do not debit the customer. The network settles them all the same, so they are booked to loss with a CARD_EXCESS
 * exception (docs/areas/cards.md#clearing). A clearing of 0 releases the reserve. A credit is cleared in the same way,
 * in the other direction.
 * 409 INVALID_STATE_TRANSITION; 400 AMOUNT_OUT_OF_RANGE.
 */
export const clearCard =
  (ports: ClearPorts): ApplyMessage =>
  async (tx, ctx, transaction, { amount, networkMessageId }) => {
    const { ids } = ports;
    const { card, direction } = transaction;
    if (amount < 0n || card.settled + excessOf(card) + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const unit = { tx, ctx, ids };
    if (amount === 0n) {
      return release(unit, transaction);
    }
    if (direction === 'CREDIT') return clearCredit(unit, transaction, amount);
    const allowed = debitable(ctx, transaction, amount, ports.toleranceBps);
    const excess = amount - allowed;
    const cleared = await (allowed > 0n
      ? clearDebit(tx, ctx, ports, transaction, allowed)
      : endLate(unit, transaction));
    if (!cleared.ok || excess === 0n) return cleared;
    return exceed(unit, cleared.value, excess, networkMessageId);
  };

/**
 * Books money of a merchant that covers no known purchase: to the account of the card, or to suspense if the card or
 * the account is closed, or the account is full.
 */
async function clearCredit(unit: Unit, transaction: CardTransaction, amount: bigint): Promise<Result<CardTransaction>> {
  const { tx } = unit;
  const { card } = transaction;
  const isPart = isOpen(transaction) && amount < card.authorized - card.settled;
  const settles = isOpen(transaction) ? 'clear' : 'clear-more';
  const issued = await tx.get(CARDS, card.cardId);
  const obstacle = issued?.state === 'CLOSED' ? 'the card is closed' : await cannotCredit(tx, transaction, amount);
  const clearings = card.clearings + 1;
  if (obstacle === null) {
    const after = { settled: card.settled + amount, clearings };
    return takeFromCard(unit, transaction, {
      on: isPart ? 'clear-part' : settles,
      moves: [['CARD_CREDIT', amount]],
      after,
    });
  }
  await keepInSuspense(unit, transaction, amount, obstacle);
  return takeFromCard(unit, transaction, { on: isOpen(transaction) ? 'clear' : null, moves: [], after: { clearings } });
}

const excessOf = (card: CardSpend): bigint => card.excess ?? 0n;

const isOpen = ({ status }: CardTransaction): boolean => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

const isOver = (ctx: Context, { card }: CardTransaction): boolean =>
  ctx.now > plusSeconds(card.authorizedAt, CLEARING_SECONDS);

/**
 * The part of a clearing that the customer is debited for: all of it within the tolerance, otherwise up to the
 * authorized amount.
 */
function debitable(ctx: Context, transaction: CardTransaction, amount: bigint, toleranceBps: number): bigint {
  const { card, status } = transaction;
  if ((!isOpen(transaction) && status !== 'EXCEPTION') || isOver(ctx, transaction)) return 0n;
  const most = card.authorized + (card.authorized * BigInt(toleranceBps)) / BPS;
  if (card.settled + amount <= most) return amount;
  const left = card.authorized - card.settled;
  return left > 0n ? left : 0n;
}

/** Releases the reserve of an authorization that is older than 30 days. */
function endLate(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const isHeld = isOpen(transaction) || transaction.card.reserved > 0n;
  return isHeld && isOver(unit.ctx, transaction) ? release(unit, transaction) : Promise.resolve(ok(transaction));
}

/** Releasing the rest of a reserve does not end an EXCEPTION: the lost amount is still missing. */
function release(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const { reserved } = transaction.card;
  const on = transaction.status === 'EXCEPTION' && reserved > 0n ? null : 'expire';
  return takeFromCard(unit, transaction, { on, moves: [['CARD_RELEASE', reserved]], after: { reserved: 0n } });
}

/** Books an amount that the network has settled and the customer is not debited for. */
async function exceed(
  unit: Unit,
  transaction: CardTransaction,
  amount: bigint,
  networkMessageId: string,
): Promise<Result<CardTransaction>> {
  const { card } = transaction;
  const why =
    `cleared more than the customer may be debited for: ${card.authorized} ${card.currency} were authorized, ` +
    `${card.settled} are settled`;
  await openExcess(unit, transaction, networkMessageId, amount, why);
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
  const unit = { tx, ctx, ids };
  // A transaction in EXCEPTION is recovered as a whole, so nothing is pulled for it here.
  if (transaction.status !== 'EXCEPTION' && (excess === 0n || (await canPull(tx, delegates, transaction, excess)))) {
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

async function canPull(tx: Tx, delegates: Delegates, transaction: CardTransaction, amount: bigint): Promise<boolean> {
  if (transaction.card.pulls === 'FAILING') return false;
  return (await pullable(tx, delegates, transaction)) >= amount;
}

/**
 * The network changes the authorized amount before anything is cleared. An excess reserve is released. A missing amount
 * is reserved as far as the balance covers it: an advice cannot be declined. 409 INVALID_STATE_TRANSITION; 400
 * AMOUNT_OUT_OF_RANGE.
 */
export const adviseCard =
  ({ ids, delegates }: SpendPorts): ApplyMessage =>
  async (tx, ctx, transaction, { amount }) => {
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const { card, direction, status } = transaction;
    if (status !== 'AUTHORIZED')
      return err(
        'INVALID_STATE_TRANSITION',
        `the transaction is ${status}; an advice needs a transaction in AUTHORIZED`,
      );
    const unit = { tx, ctx, ids };
    if (direction === 'CREDIT') {
      return takeFromCard(unit, transaction, { on: 'advise', moves: [], after: { authorized: amount } });
    }
    const kept = min(amount, card.reserved);
    const missing = amount - kept;
    const cannotPull = missing === 0n || card.pulls === 'FAILING';
    const held = cannotPull ? 0n : min(missing, await pullable(tx, delegates, transaction));
    return takeFromCard(unit, transaction, {
      on: 'advise',
      moves: [
        ['CARD_RELEASE', card.reserved - kept],
        ['CARD_HOLD', held],
      ],
      after: { authorized: amount, reserved: kept + held },
    });
  };
