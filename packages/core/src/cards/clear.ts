import { schedule } from '../events/index.js';
import {
  type Context,
  err,
  type IdSource,
  type Instant,
  ok,
  plusSeconds,
  type Result,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import type { CardSpend } from '../transactions/index.js';
import { CARDS } from './card.js';
import type { CardTransaction } from './card-books.js';
import { dateOf, isOver } from './authorization-end.js';
import { openExcess } from './excess.js';
import { endOverdueUse } from './expiry.js';
import type { ApplyMessage } from './network-message.js';
import type { Delegates } from './ports.js';
import { isOpen } from './reopen.js';
import { LATE_PULL_SECONDS } from './sandbox-merchants.js';
import { cannotCredit, keepInSuspense } from './surplus.js';
import { awaitsClearings, fundingAccount, lockSource, type Moves, pullable, takeFromCard } from './take.js';

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

/**
 * Clears a card transaction: the merchant collects a part of the authorized amount, all of it, or more up to the
 * tolerance. An amount above the reserve is pulled from the funding source; if it cannot be pulled, it is a loss of the
 * service until it is recovered. Of a use that the network has decided, the account owes what its balance lacks.
 * An amount beyond the tolerance, a clearing after settlement, and a clearing dated after the end of the authorization
 * do not debit the customer. The network settles them all the same, so they are booked to loss with a CARD_EXCESS
 * exception (docs/areas/cards.md#clearing). A clearing dated in time debits the customer also if it arrives after the
 * authorization has expired. A clearing of 0 releases the reserve. A credit is cleared in the same way, in the other
 * direction.
 * 409 INVALID_STATE_TRANSITION; 400 AMOUNT_OUT_OF_RANGE.
 */
export const clearCard =
  (ports: ClearPorts): ApplyMessage =>
  async (tx, ctx, transaction, telling) => {
    const { ids } = ports;
    const { amount, networkMessageId, clearedAt } = telling;
    const { card, direction } = transaction;
    if (amount < 0n || card.settled + excessOf(card) + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const unit = { tx, ctx, ids };
    if (amount === 0n) return release(unit, transaction);
    if (direction === 'CREDIT') return clearCredit(unit, transaction, amount);
    const at = dateOf(ctx.now, clearedAt);
    const mayPay = isDebitable(transaction, at) && !(await isPayerGone(tx, transaction));
    const allowed = mayPay ? debitable(transaction, amount, ports.toleranceBps) : 0n;
    const excess = amount - allowed;
    const cleared = await (allowed > 0n
      ? clearDebit(tx, ctx, ports, transaction, allowed)
      : endLate(unit, transaction, at));
    if (!cleared.ok) return cleared;
    const exceeded = excess === 0n ? cleared : await exceed(unit, cleared.value, excess, networkMessageId);
    return exceeded.ok && telling.isFinal === true ? endHold(unit, exceeded.value) : exceeded;
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

/** Whether a clearing of this date can debit the customer. */
const isDebitable = (transaction: CardTransaction, at: Instant): boolean =>
  (transaction.card.forced === true ||
    isOpen(transaction) ||
    transaction.status === 'EXCEPTION' ||
    hasExpired(transaction)) &&
  !isOver(transaction.card, at);

/** The authorization ended by its time, not by a message: a clearing with an earlier date may still be on its way. */
const hasExpired = ({ card }: CardTransaction): boolean => card.expiredAt !== undefined;

/**
 * An account that was closed after the end of the authorization, or before the network decided without us, can neither
 * pay nor be recovered from.
 */
const isPayerGone = async (tx: Tx, transaction: CardTransaction): Promise<boolean> =>
  (hasExpired(transaction) || transaction.card.decidedByNetwork === true) &&
  (await fundingAccount(tx, transaction.card.accountId)).status === 'CLOSED';

/**
 * The part of a clearing that the customer is debited for: all of it within the tolerance, otherwise up to the
 * authorized amount.
 */
function debitable({ card }: CardTransaction, amount: bigint, toleranceBps: number): bigint {
  // What was cleared at once and taken back does not use up what the network approves afterwards; what a merchant or a
  // dispute gave back does.
  const { settled: collected, takenBack = 0n, refunded } = card;
  const settled = collected - (takenBack < refunded ? takenBack : refunded);
  const most = card.authorized + (card.authorized * BigInt(toleranceBps)) / BPS;
  if (settled + amount <= most) return amount;
  const left = card.authorized - settled;
  return left > 0n ? left : 0n;
}

/** Ends an authorization whose time a clearing shows to be over, before its deadline was handled. */
function endLate(unit: Unit, transaction: CardTransaction, at: Instant): Promise<Result<CardTransaction>> {
  const isHeld = isOpen(transaction) || transaction.card.reserved > 0n;
  return isHeld && isOver(transaction.card, at) ? endOverdueUse(unit, transaction) : Promise.resolve(ok(transaction));
}

/** The network ends an authorization. Releasing the rest of a reserve does not end an EXCEPTION. */
function release(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const { reserved, released } = transaction.card;
  const isHeld = awaitsClearings(transaction.card);
  if (transaction.status === 'EXCEPTION' && !isHeld) return Promise.resolve(NOTHING_TO_RELEASE);
  const moves: Moves = [['CARD_RELEASE', reserved]];
  const after = { reserved: 0n, ...(released !== undefined && { released: 0n }) };
  return takeFromCard(unit, transaction, { on: 'expire', moves, after });
}

/** Releases what a use still holds; a use that holds nothing and expects no clearing is left as it is. */
export function endHold(unit: Unit, transaction: CardTransaction): Promise<Result<CardTransaction>> {
  const isHeld = isOpen(transaction) || awaitsClearings(transaction.card);
  return isHeld ? release(unit, transaction) : Promise.resolve(ok(transaction));
}

const NOTHING_TO_RELEASE = err(
  'INVALID_STATE_TRANSITION',
  'the transaction is EXCEPTION and holds nothing that a clearing of 0 could release',
);

/** Books an amount that the network has settled and the customer is not debited for. */
async function exceed(
  unit: Unit,
  transaction: CardTransaction,
  amount: bigint,
  networkMessageId: string,
): Promise<Result<CardTransaction>> {
  const { card } = transaction;
  const why =
    `cleared more than the customer may be debited for: ${amountText(card.authorized, card.currency)} were authorized, ` +
    `${amountText(card.settled, card.currency)} are settled`;
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
  const step = amount < card.authorized - card.settled ? 'clear-part' : 'clear';
  const later = transaction.status === 'EXCEPTION' ? 'fail' : 'clear-more';
  const on = isOpen(transaction) ? step : later;
  const after = { settled: card.settled + amount, clearings: card.clearings + 1 };
  const fromReserve = min(amount, card.reserved);
  const excess = amount - fromReserve;
  const reserved = card.reserved - fromReserve;
  const moves: Moves = [['CARD_CLEARING', fromReserve]];
  const unit = { tx, ctx, ids };
  const pulled = await pullFor(tx, delegates, transaction, excess);
  if (pulled !== null) {
    const isLate = pulled > 0n && card.pulls === 'LATE';
    if (isLate) {
      const dueAt = plusSeconds(ctx.hostNow, LATE_PULL_SECONDS);
      schedule(unit, { kind: 'card.pull', subject: transaction.id, dueAt });
    }
    return takeFromCard(unit, transaction, {
      on,
      moves: [...moves, ['CARD_PULL', pulled], ['CARD_OWED', excess - pulled]],
      after: { ...after, reserved, pendingPulls: card.pendingPulls + (isLate ? 1 : 0) },
    });
  }
  return takeFromCard(unit, transaction, {
    on: 'fail',
    moves: [...moves, ['CARD_LOSS', excess]],
    after: { ...after, reserved, lost: card.lost + excess },
  });
}

/**
 * How much of an amount above the reserve is pulled from the funding source; null if the rest is a loss. Of a use that
 * the network has decided, the account pays what it has, also if it is frozen, and owes the rest.
 */
async function pullFor(
  tx: Tx,
  delegates: Delegates,
  transaction: CardTransaction,
  amount: bigint,
): Promise<bigint | null> {
  const { card } = transaction;
  const isDecided = card.decidedByNetwork === true;
  // What the service has approved itself in EXCEPTION is recovered as a whole, so nothing is pulled for it here.
  if (transaction.status === 'EXCEPTION' && !isDecided) return null;
  if (amount === 0n) return 0n;
  if (card.pulls === 'FAILING') return null;
  if (isDecided) return min(amount, await lockSource(tx, await fundingAccount(tx, card.accountId)));
  return (await pullable(tx, delegates, transaction)) >= amount ? amount : null;
}
