import { err, ok, type Result, type Unit } from '../kernel/index.js';
import { amountText, MAX_AMOUNT } from '../money/index.js';
import type { CardSpend } from '../transactions/index.js';
import { adviseCard, isOutdated } from './advise.js';
import type { CardTransaction } from './card-books.js';
import { clearCard, type ClearPorts, endHold, isOpen } from './clear.js';
import { contradictNetwork } from './contradict-network.js';
import type { ApplyMessage } from './network-message.js';
import { returnCard } from './return-card.js';
import { takeFromCard } from './take.js';

/** Changes what a use says without a movement of money. */
const mark = (unit: Unit, use: CardTransaction, after: Partial<CardSpend>): Promise<Result<CardTransaction>> =>
  takeFromCard(unit, use, { on: null, moves: [], after });

/**
 * The network or the processor has approved a use that we have answered about: its decision counts. The authorized amount
 * becomes the approved one. A use that has ended can be cleared again, because the merchant will collect. Of a use that
 * was cleared at once, the difference moves. A decision that is older than the last one has no effect.
 */
export function approveByNetwork(ports: ClearPorts): ApplyMessage {
  const advise = adviseCard(ports);
  const clear = clearCard(ports);
  const giveBack = returnCard(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, at, networkMessageId } = telling;
    if (amount <= 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const { card, direction } = use;
    if (isOutdated(card, at)) return ok(use);
    const unit = { tx, ctx, ids: ports.ids };
    const dated = at === undefined ? {} : { decidedAt: at };
    const isEnded = !isOpen(use) && use.status !== 'EXCEPTION';
    // The merchant can still collect what is approved, or has collected it.
    const isAsAnswered = amount === card.authorized && (!isEnded || card.settled >= amount);
    const decided = { ...dated, decidedByNetwork: true as const };
    if (card.atOnce !== undefined) {
      const more = amount - card.authorized;
      if (more === 0n) return mark(unit, use, dated);
      if (direction === 'CREDIT') return contradicted(unit, use, amount, networkMessageId);
      if (more < 0n) {
        const returned = await giveBack(tx, ctx, use, { amount: -more, networkMessageId });
        return returned.ok ? mark(unit, returned.value, { ...decided, authorized: amount }) : returned;
      }
      const forced = await mark(unit, use, { ...decided, authorized: amount, forced: true });
      return forced.ok ? clear(tx, ctx, forced.value, { amount: more, networkMessageId }) : forced;
    }
    const wanted = amount > card.settled ? amount : card.settled;
    const approved = isAsAnswered
      ? await mark(unit, use, dated)
      : isEnded
        ? await mark(unit, use, { ...decided, authorized: wanted, forced: true })
        : await advised(await mark(unit, use, decided), (marked) => advise(tx, ctx, marked, telling));
    if (!approved.ok || telling.isFinal !== true) return approved;
    const left = approved.value.card.authorized - approved.value.card.settled;
    return left > 0n ? clear(tx, ctx, approved.value, { amount: left, networkMessageId, isFinal: true }) : approved;
  };
}

const advised = async (
  marked: Result<CardTransaction>,
  advise: (use: CardTransaction) => Promise<Result<CardTransaction>>,
): Promise<Result<CardTransaction>> => (marked.ok ? advise(marked.value) : marked);

/**
 * The network or the processor has declined a use that we have approved: the hold is released. What was cleared at once
 * goes back to the customer, because no merchant was paid. What a merchant has collected stays.
 */
export function declineByNetwork(ports: ClearPorts): ApplyMessage {
  const giveBack = returnCard(ports);
  return async (tx, ctx, use, { at, networkMessageId }) => {
    const { card, direction } = use;
    if (isOutdated(card, at)) return ok(use);
    const unit = { tx, ctx, ids: ports.ids };
    const dated = at === undefined ? {} : { decidedAt: at };
    if (card.atOnce !== undefined) {
      const left = card.settled - card.refunded;
      if (direction === 'CREDIT' && left > 0n) return contradicted(unit, use, 0n, networkMessageId);
      const returned = left > 0n ? await giveBack(tx, ctx, use, { amount: left, networkMessageId }) : ok(use);
      return returned.ok ? mark(unit, returned.value, { ...dated, authorized: 0n }) : returned;
    }
    const ended = await endHold(unit, use);
    if (!ended.ok) return ended;
    // A use of which nothing is collected is authorized for nothing now: an approval that follows is news.
    return mark(unit, ended.value, { ...dated, authorized: ended.value.card.settled });
  };
}

/** The network has decided otherwise about money that a merchant gave, and that the customer has: an operator decides. */
async function contradicted(
  unit: Unit,
  use: CardTransaction,
  amount: bigint,
  messageId: string,
): Promise<Result<CardTransaction>> {
  const { currency, settled } = use.card;
  const said = (print: (what: bigint) => string): string =>
    amount === 0n ? 'declined' : `approved with ${print(amount)}`;
  const inUnits = (what: bigint): string => amountText(what, currency);
  await contradictNetwork(unit, use, {
    messageId,
    first: `a credit of ${inUnits(settled)}`,
    second: said(inUnits),
    content: said(String),
    amount: settled,
  });
  return ok(use);
}
