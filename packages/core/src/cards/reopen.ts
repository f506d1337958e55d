import { type Instant, ok, type Result, type Unit } from '../kernel/index.js';
import type { CardSpend } from '../transactions/index.js';
import { dateOf, newEnd } from './authorization-end.js';
import type { CardTransaction } from './card-books.js';
import { takeFromCard } from './take.js';

export const isOpen = ({ status }: CardTransaction): boolean =>
  status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED';

/** Nothing of a use is held, and nothing of it is missing. */
export const hasEnded = (use: CardTransaction): boolean => !isOpen(use) && use.status !== 'EXCEPTION';

/** Changes what a use says without a movement of money. */
export const mark = (unit: Unit, use: CardTransaction, after: Partial<CardSpend>): Promise<Result<CardTransaction>> =>
  Object.keys(after).length === 0 ? Promise.resolve(ok(use)) : takeFromCard(unit, use, { on: null, moves: [], after });

/** What a use says once the network has approved it without us, or against our answer. */
export const DECIDED = { decidedByNetwork: true, declinedByNetwork: false } as const;

/**
 * What a use says that has ended and that the network approves afterwards: it holds nothing, and until a new end a merchant
 * can collect what is authorized, with the tolerance.
 */
export const reopened = (unit: Unit, authorized: bigint, expiresAt: Instant | undefined): Partial<CardSpend> => ({
  ...DECIDED,
  authorized,
  forced: true,
  expiresAt: newEnd(unit.ctx.now, expiresAt),
});

/** The date of a decision about the whole use, as it is kept. A date in the future would outdate every later message. */
export const decidedOn = ({ ctx }: Unit, at: Instant | undefined): Partial<CardSpend> =>
  at === undefined ? {} : { decidedAt: dateOf(ctx.now, at) };

/** The date of an increment or a reversal, as it is kept: the latest one. */
export function changedOn({ ctx }: Unit, { changedAt }: CardSpend, at: Instant | undefined): Partial<CardSpend> {
  if (at === undefined) return {};
  const dated = dateOf(ctx.now, at);
  return { changedAt: changedAt !== undefined && changedAt > dated ? changedAt : dated };
}

/** What a use says once a part that was cleared at once is taken back because no merchant was paid: no limit counts it. */
export function takenBack(before: CardTransaction, { card }: CardTransaction): Partial<CardSpend> {
  const more = card.refunded - before.card.refunded;
  return more > 0n ? { takenBack: (card.takenBack ?? 0n) + more } : {};
}

/** The network has decided about the whole use since the date of a message. */
export const isOutdated = ({ decidedAt }: CardSpend, at: Instant | undefined): boolean =>
  decidedAt !== undefined && at !== undefined && at < decidedAt;

/** The authorized amount has changed in any way since the date of a message that names it as a whole. */
export const isOvertaken = (card: CardSpend, at: Instant | undefined): boolean =>
  isOutdated(card, at) || (card.changedAt !== undefined && at !== undefined && at < card.changedAt);
