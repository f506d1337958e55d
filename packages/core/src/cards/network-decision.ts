import { err, ok, type Tx } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { adviseCard } from './advise.js';
import type { CardTransaction } from './card-books.js';
import { refundsOf } from './card-refund.js';
import { clearCard, type ClearPorts, endHold } from './clear.js';
import { contradictCredit } from './contradict-network.js';
import { excessesOf } from './excess.js';
import { type ApplyMessage, NETWORK_MESSAGES } from './network-message.js';
import { DECIDED, decidedOn, hasEnded, isOpen, isOutdated, isOvertaken, mark, reopened, takenBack } from './reopen.js';
import { returnCard } from './return-card.js';

/**
 * The network or the processor has approved a use that we have answered about: its decision counts. The authorized amount
 * becomes the approved one. A use that has ended can be cleared again, because the merchant will collect. Of a use that
 * was cleared at once, the difference moves. A decision that is older than the last change of the amount does not change
 * it, but if it is final, what is authorized is cleared.
 */
export function approveByNetwork(ports: ClearPorts): ApplyMessage {
  const advise = adviseCard(ports);
  const approveAtOnce = approveClearedUse(ports);
  const settle = clearAtOnce(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, at, isFinal = false } = telling;
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const { card } = use;
    const unit = { tx, ctx, ids: ports.ids };
    if (isOvertaken(card, at))
      return isFinal && card.atOnce === undefined && isOpen(use) ? settle(tx, ctx, use, telling) : ok(use);
    if (card.atOnce !== undefined) return approveAtOnce(tx, ctx, use, telling);
    const isEnded = hasEnded(use);
    const wanted = amount > card.settled ? amount : card.settled;
    const dated = decidedOn(unit, at);
    // The merchant can still collect what is approved, or has collected it.
    if (amount === card.authorized && (!isEnded || card.settled >= amount)) {
      // What the network has cleared with its approval, our answer has not.
      const agreed = isFinal || card.declinedByNetwork === true ? { ...dated, ...DECIDED } : dated;
      const marked = await mark(unit, use, agreed);
      return marked.ok && isFinal ? settle(tx, ctx, marked.value, telling) : marked;
    }
    const after = isEnded ? reopened(unit, wanted, telling.expiresAt) : DECIDED;
    const decided = await mark(unit, use, { ...dated, ...after });
    if (!decided.ok) return decided;
    const approved = isEnded ? decided : await advise(tx, ctx, decided.value, telling);
    return approved.ok && isFinal ? settle(tx, ctx, approved.value, telling) : approved;
  };
}

/** Clears what is authorized with a final approval. If nothing was cleared before, the use is one that is cleared at once. */
function clearAtOnce(ports: ClearPorts): ApplyMessage {
  const clear = clearCard(ports);
  return async (tx, ctx, use, { networkMessageId, at }) => {
    const { card } = use;
    const amount = card.authorized - card.settled;
    if (amount <= 0n) return ok(use);
    const atOnce = card.settled === 0n ? { atOnce: amount } : {};
    const final = { ...use, card: { ...card, ...atOnce } };
    return clear(tx, ctx, final, { amount, networkMessageId, isFinal: true, clearedAt: at });
  };
}

/** Of a use that was cleared at once, the difference to the approved amount is cleared or given back. */
function approveClearedUse(ports: ClearPorts): ApplyMessage {
  const clear = clearCard(ports);
  const giveBack = returnCard(ports);
  return async (tx, ctx, use, { amount, at, networkMessageId }) => {
    const unit = { tx, ctx, ids: ports.ids };
    const dated = decidedOn(unit, at);
    const more = amount - use.card.authorized;
    if (more === 0n) return mark(unit, use, dated);
    if (use.direction === 'CREDIT')
      return contradictCredit(unit, use, networkMessageId, (print) => `approved with ${print(amount)}`);
    if (more < 0n) {
      const returned = await giveBack(tx, ctx, use, { amount: -more, networkMessageId });
      return returned.ok
        ? mark(unit, returned.value, { ...dated, ...DECIDED, ...takenBack(use, returned.value), authorized: amount })
        : returned;
    }
    const again = await mark(unit, use, { ...dated, ...reopened(unit, amount, undefined) });
    return again.ok ? clear(tx, ctx, again.value, { amount: more, networkMessageId }) : again;
  };
}

/**
 * The network or the processor has declined a use that we have approved: the hold is released. What was cleared at once
 * goes back to the customer, because no merchant was paid. What a merchant has collected stays. A later reversal is about
 * the same money, so only a later decision or advice outdates the decline.
 */
export function declineByNetwork(ports: ClearPorts): ApplyMessage {
  const giveBack = returnCard(ports);
  return async (tx, ctx, use, { at, networkMessageId }) => {
    const { card, direction } = use;
    if (isOutdated(card, at)) return ok(use);
    const unit = { tx, ctx, ids: ports.ids };
    const declined = (authorized: bigint) => ({
      ...decidedOn(unit, at),
      ...{ authorized, declinedByNetwork: true, forced: false },
    });
    if (card.atOnce !== undefined) {
      const settled = card.settled - card.refunded;
      if (direction === 'CREDIT' && settled > 0n)
        return contradictCredit(unit, use, networkMessageId, () => 'declined');
      const left = settled + (await excessAtOnce(tx, use));
      const returned = left > 0n ? await giveBack(tx, ctx, use, { amount: left, networkMessageId }) : ok(use);
      if (!returned.ok) return returned;
      return mark(unit, returned.value, { ...declined(0n), ...takenBack(use, returned.value) });
    }
    const ended = await endHold(unit, use);
    // A use of which nothing is collected is authorized for nothing now: an approval that follows is news.
    return ended.ok ? mark(unit, ended.value, declined(ended.value.card.settled)) : ended;
  };
}

/** What was cleared at once and not charged to the customer. A clearing that a merchant has sent is not part of it. */
async function excessAtOnce(tx: Tx, use: CardTransaction): Promise<bigint> {
  let sum = 0n;
  for (const { exception, left } of await excessesOf(tx, use, await refundsOf(tx, use.id))) {
    const message = await tx.find(NETWORK_MESSAGES, 'message', [use.rail ?? 'cards', exception.reference]);
    if (message?.kind !== 'CLEARING') sum += left;
  }
  return sum;
}
