import { EXCEPTIONS, movementsOf } from '../exceptions/index.js';
import {
  err,
  type EventOf,
  type IdSource,
  newRecord,
  ok,
  type Reads,
  type Result,
  type Unit,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { type CARD_TRANSACTION, costOf, repayBearers } from '../transactions/index.js';
import { allocate, type NamedClearing } from './allocate-return.js';
import type { CardTransaction } from './card-books.js';
import { creditedOf } from './credited.js';
import { CARD_REFUNDS, type CardRefund, partsOf, type RefundPart, refundsOf } from './card-refund.js';
import { type Excess, excessesOf, resolveByNetwork } from './excess.js';
import { type ApplyMessage, NETWORK_MESSAGES } from './network-message.js';
import { cannotCredit, keepInSuspense } from './surplus.js';
import { awaitsClearings, takeFromCard } from './take.js';

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * Books a return of the merchant, in every state (docs/areas/cards.md#returns). It covers the clearing that it names;
 * otherwise first what the network settled in excess, then the settled amount, of which a loss of the service comes
 * first. The customer never gets back more than this transaction has cost. An amount that covers nothing is money in
 * suspense with an exception. Each return is a refund record; the transaction is REFUNDED once everything settled is
 * returned. 400 AMOUNT_OUT_OF_RANGE.
 */
export const returnCard =
  ({ ids }: { readonly ids: IdSource }): ApplyMessage =>
  async (tx, ctx, transaction, { amount, networkMessageId, originalNetworkMessageId }) => {
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const unit = { tx, ctx, ids };
    const { id, card } = transaction;
    const refunds = await refundsOf(tx, id);
    const excesses = await excessesOf(tx, transaction, refunds);
    const named = await clearingOf(tx, transaction, refunds, originalNetworkMessageId);
    const room = await roomOf(unit, transaction, refunds, amount);
    const returnable = excesses.map(({ exception, left: most }) => ({ id: exception.id, left: most }));
    const { parts, left } = allocate(amount, { excesses: returnable, settled: room.settled }, named);

    const settled = sumOf(parts, ({ of }) => of === 'SETTLED');
    const toLoss = min(settled, card.lost);
    const excess = sumOf(parts, ({ of }) => of !== 'SETTLED');
    const taken = await takeFromCard(unit, transaction, {
      on: settled === 0n ? null : stepOf(transaction, settled === card.settled - card.refunded, toLoss === card.lost),
      moves: [
        ['CARD_LOSS_RETURN', excess],
        ['CARD_LOSS_RETURN', toLoss],
        ['CARD_RETURN', settled - toLoss],
      ],
      after: {
        refunded: card.refunded + settled,
        returns: card.returns + (settled === 0n ? 0 : 1),
        lost: card.lost - toLoss,
        ...(excess > 0n && { excess: card.excess! - excess }),
      },
    });
    if (!taken.ok) return taken;
    const repaid = await conclude(unit, id, excesses, parts);
    if (!repaid.ok) return repaid;
    const surplus: RefundPart[] = [];
    if (left > 0n) {
      const { id: of } = await keepInSuspense(unit, transaction, left, room.why);
      surplus.push({ of, clearing: null, amount: left, reversed: 0n, reopened: 0n });
    }
    tx.add(CARD_REFUNDS, {
      transactionId: id,
      currency: card.currency,
      amount,
      reversedAt: null,
      messageId: networkMessageId,
      parts: [...parts, ...surplus],
      ...newRecord(ids.next('CardRefund'), ctx),
    });
    return ok(taken.value);
  };

/**
 * An open excess that is returned as a whole is resolved. What an account or the service's own funds bore of an excess,
 * because an operator decided so, goes on from `loss` to them.
 */
async function conclude(
  unit: Unit,
  id: CardTransaction['id'],
  excesses: readonly Excess[],
  parts: readonly RefundPart[],
): Promise<Result<void>> {
  const covered = excesses
    .map(({ exception, left }) => ({ exception, left, amount: sumOf(parts, ({ of }) => of === exception.id) }))
    .filter(({ amount }) => amount > 0n);
  const movements = covered.some(({ exception }) => exception.moved !== null) ? await movementsOf(unit.tx, id) : [];
  for (const { exception, left, amount } of covered) {
    if (exception.status === 'OPEN' && amount === left) resolveByNetwork(unit, exception);
    const moved = movements.filter((movement) => movement.exception.id === exception.id);
    const repaid = await repayBearers(unit, moved, amount);
    if (!repaid.ok) return repaid;
  }
  return ok();
}

const sumOf = (parts: readonly RefundPart[], isMeant: (part: RefundPart) => boolean): bigint =>
  parts.reduce((sum, part) => (isMeant(part) ? sum + part.amount : sum), 0n);

/** What can be returned of the settled amount, and why it is not more. */
async function roomOf(
  { tx, ctx }: Unit,
  transaction: CardTransaction,
  refunds: readonly CardRefund[],
  amount: bigint,
): Promise<{ readonly settled: bigint; readonly why: string }> {
  const { card, direction } = transaction;
  const why = 'this is more than the merchant has collected and not returned';
  if (direction === 'CREDIT') return { settled: 0n, why };
  const spent = costOf(card) - (await creditedOf(tx, ctx, transaction, refunds));
  const cost = spent > 0n ? spent : 0n;
  const most = min(amount, cost);
  const obstacle = most > 0n ? await cannotCredit(tx, transaction, most) : null;
  return obstacle === null ? { settled: card.lost + cost, why } : { settled: card.lost, why: obstacle };
}

/** The clearing that a return or a dispute names; null if it names none, or one that is unknown. */
export async function clearingOf(
  reads: Reads,
  { id, rail, card, issuerToken }: CardTransaction,
  refunds: readonly CardRefund[],
  named: string | undefined,
): Promise<NamedClearing | null> {
  if (named === undefined) return null;
  const returned = refunds
    .flatMap(partsOf)
    .reduce(
      (sum, part) => (part.of === 'SETTLED' && part.clearing === named ? sum + part.amount - part.reversed : sum),
      0n,
    );
  // A use that was authorized and cleared at once has one id for both.
  if (named === issuerToken) {
    return card.atOnce === undefined ? null : { id: named, excess: null, settled: atLeastZero(card.atOnce - returned) };
  }
  const message = await reads.find(NETWORK_MESSAGES, 'message', [rail ?? 'cards', named]);
  if (message === null || message.kind !== 'CLEARING' || message.transactionId !== id) return null;
  const excess = await reads.find(EXCEPTIONS, 'matter', ['CARD_EXCESS', id, named]);
  const settled = message.amount - (excess?.amount ?? 0n) - returned;
  return { id: named, excess: excess?.id ?? null, settled: atLeastZero(settled) };
}

/** A partially cleared transaction still expects clearings, so it is never returned as a whole. */
export function stepOf(
  { status, card }: CardTransaction,
  isWhole: boolean,
  isRecovered: boolean,
): EventOf<typeof CARD_TRANSACTION> {
  if (status === 'PARTIALLY_SETTLED') return 'return-part';
  if (status === 'EXCEPTION' && isRecovered && awaitsClearings(card)) return 'recover-part';
  if (isWhole) return 'return';
  return status === 'EXCEPTION' && isRecovered ? 'recover' : 'return-part';
}
