import { Bug, type EventOf, newRecord, ok, type Result, transition, type Unit, update } from '../kernel/index.js';
import type { CardTransaction } from './card-books.js';
import { CARD_DISPUTE, CARD_DISPUTES, type CardDispute } from './card-dispute.js';
import { CARD_REFUNDS, type RefundPart, refundsOf } from './card-refund.js';
import type { SpendPorts } from './clear.js';
import { clearingOf, returnCard, stepOf } from './return-card.js';
import { reverseReturn } from './reverse-return.js';
import { type Moves, takeFromCard } from './take.js';

/** A dispute and its card transaction, as a unit has them now. */
export interface Disputed {
  readonly dispute: CardDispute;
  readonly transaction: CardTransaction;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Moves the state of a dispute. 409 INVALID_STATE_TRANSITION. */
export function moveDispute(
  { tx, ctx }: Unit,
  dispute: CardDispute,
  on: EventOf<typeof CARD_DISPUTE>,
  patch: Partial<Pick<CardDispute, 'decidedAt' | 'dueAt' | 'networkCaseId' | 'networkReason'>> = {},
): Result<CardDispute> {
  const { terminal, transitions } = CARD_DISPUTE;
  const isEnd = transitions.some(
    (row) => row.from === dispute.status && row.on === on && (terminal as readonly string[]).includes(row.to),
  );
  const moved = transition(tx, ctx, CARD_DISPUTE, CARD_DISPUTES, dispute, on, {
    ...patch,
    ...(isEnd && { endedAt: ctx.now, dueAt: null }),
    changes: dispute.changes + 1,
  });
  return moved.ok ? ok(moved.value.record) : moved;
}

/** Books movements of a dispute, with what they change in it. */
export async function bookDispute(
  unit: Unit,
  { dispute, transaction }: Disputed,
  moves: Moves,
  patch: Partial<Pick<CardDispute, 'received' | 'provisional' | 'writtenOff' | 'fees'>>,
  spend: Partial<Pick<CardTransaction['card'], 'provisional' | 'kept'>> = {},
): Promise<Result<Disputed>> {
  update(unit.tx, unit.ctx, CARD_DISPUTES, dispute, patch);
  const taken = await takeFromCard(unit, transaction, { on: null, moves, after: spend });
  return taken.ok ? now(unit, dispute, taken.value) : taken;
}

/** The step of a use can withdraw provisional credits, so that the dispute is read again after it. */
async function now({ tx }: Unit, { id }: CardDispute, transaction: CardTransaction): Promise<Result<Disputed>> {
  const dispute = await tx.get(CARD_DISPUTES, id);
  if (dispute === null) throw new Bug(`${id} does not exist`);
  return ok({ dispute, transaction });
}

/**
 * Books where the money of a won dispute goes, which can come before or after the decision. What the customer has
 * provisionally becomes final; the rest goes where a return of the clearing would go. What the network takes back
 * afterwards is taken from there. `messageId` names what caused it.
 */
export async function settleWon(
  ports: SpendPorts,
  context: { readonly unit: Unit; readonly messageId: string },
  disputed: Disputed,
): Promise<Result<Disputed>> {
  const { dispute } = disputed;
  const { received, provisional, paid } = dispute;
  if (dispute.status !== 'WON') return ok(disputed);
  if (received < 0n) return paid > 0n ? takeBack(ports, context, disputed, min(-received, paid)) : ok(disputed);
  const kept = min(received, provisional);
  const final = kept === 0n ? ok(disputed) : await keepProvisional(context.unit, disputed, kept);
  if (!final.ok || received === kept) return final;
  return payOut(ports, context.unit, final.value, received - kept);
}

/** What the account has provisionally is covered by what the network has paid: nothing moves. */
async function keepProvisional(
  unit: Unit,
  { dispute, transaction }: Disputed,
  amount: bigint,
): Promise<Result<Disputed>> {
  const { tx, ctx, ids } = unit;
  const { card } = transaction;
  update(tx, ctx, CARD_DISPUTES, dispute, {
    received: dispute.received - amount,
    provisional: dispute.provisional - amount,
    paid: dispute.paid + amount,
  });
  const named = await clearingOf(tx, transaction, await refundsOf(tx, transaction.id), dispute.clearingId ?? undefined);
  // What exceeds the clearing is a return of the other clearings of the use.
  const ofNamed = named === null ? 0n : min(amount, named.settled);
  const part = (clearing: string | null, of: bigint): readonly RefundPart[] =>
    of === 0n ? [] : [{ of: 'SETTLED', clearing, amount: of, reversed: 0n, reopened: 0n }];
  tx.add(CARD_REFUNDS, {
    ...{ transactionId: transaction.id, currency: card.currency, amount, reversedAt: null, messageId: dispute.id },
    parts: [...part(dispute.clearingId, ofNamed), ...part(null, amount - ofNamed)],
    ...newRecord(ids.next('CardRefund'), ctx),
  });
  const taken = await takeFromCard(unit, transaction, {
    on: stepOf(transaction, amount === card.settled - card.refunded, card.lost === 0n),
    moves: [],
    after: { refunded: card.refunded + amount, returns: card.returns + 1, provisional: card.provisional! - amount },
  });
  return taken.ok ? now(unit, dispute, taken.value) : taken;
}

async function payOut(ports: SpendPorts, unit: Unit, before: Disputed, amount: bigint): Promise<Result<Disputed>> {
  const { dispute } = before;
  const { tx, ctx } = unit;
  update(tx, ctx, CARD_DISPUTES, dispute, { received: dispute.received - amount, paid: dispute.paid + amount });
  const moves: Moves = [['CARD_DISPUTE_WON', amount]];
  const freed = await takeFromCard(unit, before.transaction, { on: null, moves, after: {} });
  if (!freed.ok) return freed;
  const telling = { amount, networkMessageId: dispute.id, originalNetworkMessageId: dispute.clearingId ?? undefined };
  const returned = await returnCard(ports)(tx, ctx, freed.value, telling);
  return returned.ok ? now(unit, dispute, returned.value) : returned;
}

async function takeBack(
  ports: SpendPorts,
  { unit, messageId }: Parameters<typeof settleWon>[1],
  before: Disputed,
  amount: bigint,
): Promise<Result<Disputed>> {
  const { dispute } = before;
  const { tx, ctx } = unit;
  update(tx, ctx, CARD_DISPUTES, dispute, { received: dispute.received + amount, paid: dispute.paid - amount });
  const telling = { amount, networkMessageId: messageId, originalNetworkMessageId: dispute.id };
  const reversed = await reverseReturn(ports)(tx, ctx, before.transaction, telling);
  if (!reversed.ok) return reversed;
  const moves: Moves = [['CARD_DISPUTE_TAKEN_BACK', amount]];
  const taken = await takeFromCard(unit, reversed.value, { on: null, moves, after: {} });
  return taken.ok ? now(unit, dispute, taken.value) : taken;
}
