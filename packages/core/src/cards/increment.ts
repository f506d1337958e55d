import { pinnedBlockOf } from '../blocks/index.js';
import { CUSTOMERS, notReady, type Settings } from '../customers/index.js';
import { Bug, type Context, err, ok, type Tx, update } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { adviseCard } from './advise.js';
import { type Card, CARDS } from './card.js';
import type { CardTransaction } from './card-books.js';
import { type DeclineReason, logCard } from './card-log.js';
import { endHold, type SpendPorts } from './clear.js';
import { contradictCredit } from './contradict-network.js';
import type { AnswerMessage, ApplyMessage } from './network-message.js';
import { changedOn, DECIDED, hasEnded, isOpen, isOutdated, mark, reopened, takenBack } from './reopen.js';
import { returnCard } from './return-card.js';
import { countUse, leftOf, openSpend } from './spend-limits.js';
import { fundingAccount, pullable } from './take.js';

export interface IncrementPorts extends SpendPorts {
  readonly settings: Settings;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Answers the question whether a use may grow: holds the additional amount, or the part of it that the balance has if the
 * merchant takes a part, or declines. A decline changes nothing in the use, and is in the log of the card.
 */
export function askIncrement(ports: IncrementPorts): AnswerMessage {
  const advise = adviseCard(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, expiresAt, at } = telling;
    if (amount <= 0n || use.card.authorized + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    const most = await roomFor(tx, ctx, ports, use, telling);
    const counted = typeof most === 'string' ? most : await countMore(tx, ctx, ports, use, most);
    if (typeof counted === 'string') {
      const { cardId, currency, merchant } = use.card;
      const entry = { amount, currency, merchant: merchant.descriptor, reason: counted };
      logCard({ tx, ctx, ids: ports.ids }, { cardId, what: 'DECLINED', ...entry });
      return ok({ transaction: use, increment: { approved: 0n, reason: counted } });
    }
    const approved = most as bigint;
    const whole = { ...telling, amount: use.card.authorized + approved, expiresAt, at: undefined };
    const changed = { ...counted.card, ...changedOn({ tx, ctx, ids: ports.ids }, counted.card, at) };
    const held = await advise(tx, ctx, { ...counted, card: changed }, whole);
    return held.ok ? ok({ transaction: held.value, increment: { approved, reason: null } }) : held;
  };
}

/** How much more can be held for a use, or why none of it. The reasons are those of a new use, in the same order. */
async function roomFor(
  tx: Tx,
  ctx: Context,
  ports: IncrementPorts,
  use: CardTransaction,
  { amount, partialAllowed = false, at }: Parameters<AnswerMessage>[3],
): Promise<bigint | DeclineReason> {
  const { card: spend, direction } = use;
  const account = await fundingAccount(tx, spend.accountId);
  if (account.status === 'CLOSED') return 'FUNDING_SOURCE_UNAVAILABLE';
  const card = await cardOf(tx, use);
  if (card.state === 'CLOSED') return 'CARD_CLOSED';
  if (card.state === 'FROZEN') return 'CARD_PAUSED';
  const holder = await tx.get(CUSTOMERS, card.cardholderId);
  if (holder === null) throw new Bug(`card ${card.id} has no cardholder`);
  if (holder.isDeleted || notReady(holder, await ports.settings(tx, ctx)) !== null) return 'CARDHOLDER_NOT_READY';
  if ((await pinnedBlockOf(tx, ctx.tenant, { customers: [holder.id] })) !== null) return 'CARDHOLDER_NOT_READY';
  if (!isOpen(use) || direction === 'CREDIT') return 'AUTHORIZATION_ENDED';
  if (isOutdated(spend, at)) return 'DECLINED_BY_NETWORK';
  const maximum = card.maxSpendPerTransaction;
  const most = maximum === null ? amount : min(amount, maximum - spend.authorized);
  if (most <= 0n || (most < amount && !partialAllowed)) return 'MAX_SPEND_EXCEEDED';
  const allowed =
    use.limitUse === null ? most : min(most, leftOf(await openSpend(tx, ctx, controlledIn(card, spend.currency))));
  if (allowed <= 0n || (allowed < amount && !partialAllowed)) return 'SPEND_LIMIT_EXCEEDED';
  if (account.status !== 'ACTIVE') return 'FUNDING_SOURCE_UNAVAILABLE';
  if (account.type === 'EMBEDDED_WALLET') {
    const key = await ports.delegates.active(tx, { cardId: card.id, fundingSourceId: account.id });
    if (key === null) return 'NOT_DELEGATED';
  }
  if (spend.pulls === 'FAILING') return 'INSUFFICIENT_FUNDS';
  const covered = min(allowed, await pullable(tx, ports.delegates, use));
  return covered === 0n || (covered < amount && !partialAllowed) ? 'INSUFFICIENT_FUNDS' : covered;
}

/** Counts the additional amount against the limits of the card and of its cardholder; a reason leaves the use as it was. */
async function countMore(
  tx: Tx,
  ctx: Context,
  ports: IncrementPorts,
  use: CardTransaction,
  amount: bigint,
  always = false,
): Promise<CardTransaction | DeclineReason> {
  const { limitUse: grows, card: spend } = use;
  if (grows === null) return use;
  const card = controlledIn(await cardOf(tx, use), spend.currency);
  const counted = await countUse(tx, ctx, ports, { card, amount, grows }, { always });
  if (typeof counted === 'string') return counted;
  // Written at once: a later step writes only what it changes itself.
  return update(tx, ctx, TRANSACTIONS, use, { limitUse: counted }) as CardTransaction;
}

/** A card that spends in another currency by now does not limit the uses in the former one. */
const controlledIn = (card: Card, currency: Card['currency']): Card =>
  card.currency === currency ? card : { ...card, currency, controls: null };

async function cardOf(tx: Tx, { id, card: { cardId } }: CardTransaction): Promise<Card> {
  const card = await tx.get(CARDS, cardId);
  if (card === null) throw new Bug(`the card ${cardId} of ${id} does not exist`);
  return card;
}

/**
 * The network has approved an increment: what the balance has of it is held, and at the clearing the account owes the rest.
 * A use that has ended can be cleared again.
 */
export function tellIncrement(ports: IncrementPorts): ApplyMessage {
  const advise = adviseCard(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, at, expiresAt } = telling;
    const { card } = use;
    if (amount <= 0n || card.authorized + amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    if (isOutdated(card, at)) return ok(use);
    const unit = { tx, ctx, ids: ports.ids };
    const changed = changedOn(unit, card, at);
    if (hasEnded(use)) return mark(unit, use, { ...changed, ...reopened(unit, claimable(use) + amount, expiresAt) });
    const decided = await mark(unit, use, { ...changed, ...DECIDED });
    if (!decided.ok) return decided;
    const counted = await countMore(tx, ctx, ports, decided.value, amount, true);
    if (typeof counted === 'string') throw new Bug(`an increment that the network has decided is ${counted}`);
    return advise(tx, ctx, counted, { ...telling, amount: card.authorized + amount, at: undefined });
  };
}

/** What merchants have collected of a use that has ended, and can still collect. A message of the network ends the latter. */
const claimable = ({ card }: CardTransaction): bigint =>
  card.atOnce !== undefined || card.forced === true || card.expiredAt !== undefined ? card.authorized : card.settled;

/**
 * A part of a use is not collected any more, or all that is not cleared (an amount of 0). A use that was cleared at once
 * expects no clearing: the merchant gives the money back, as with a return. A use that has ended holds nothing, so nothing
 * changes, unless the network has approved it afterwards.
 */
export function reverseUse(ports: SpendPorts): ApplyMessage {
  const advise = adviseCard(ports);
  const giveBack = reverseClearedUse(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, at } = telling;
    if (amount < 0n || amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
    if (isOutdated(use.card, at)) return ok(use);
    if (use.card.atOnce !== undefined) return giveBack(tx, ctx, use, telling);
    const unit = { tx, ctx, ids: ports.ids };
    const marked = await mark(unit, use, changedOn(unit, use.card, at));
    if (!marked.ok) return marked;
    const { card } = marked.value;
    const rest = card.authorized - amount;
    const isWhole = amount === 0n || rest <= card.settled;
    if (hasEnded(use)) {
      const after = isWhole ? { authorized: card.settled, forced: false } : { authorized: rest };
      return card.forced === true ? mark(unit, marked.value, after) : marked;
    }
    return isWhole
      ? endHold(unit, marked.value)
      : advise(tx, ctx, marked.value, { ...telling, amount: rest, at: undefined });
  };
}

/** Gives back what was cleared at once, at most what is not returned. */
function reverseClearedUse(ports: SpendPorts): ApplyMessage {
  const giveBack = returnCard(ports);
  return async (tx, ctx, use, telling) => {
    const { amount, at, networkMessageId } = telling;
    const { card, direction } = use;
    const unit = { tx, ctx, ids: ports.ids };
    const left = card.settled - card.refunded;
    const back = amount === 0n ? left : min(amount, left);
    if (direction === 'CREDIT' && back > 0n)
      return contradictCredit(unit, use, networkMessageId, (print) => `a reversal of ${print(back)}`);
    const returned = back === 0n ? ok(use) : await giveBack(tx, ctx, use, { ...telling, amount: back });
    if (!returned.ok) return returned;
    // A decision that approves the rest agrees with the reversal.
    const authorized = card.authorized > back ? card.authorized - back : 0n;
    return mark(unit, returned.value, { ...changedOn(unit, card, at), ...takenBack(use, returned.value), authorized });
  };
}
