import type { Settings } from '../customers/index.js';
import type { Context, Tx } from '../kernel/index.js';
import {
  begin,
  count,
  type Counter,
  type Counting,
  dayOf,
  findUsages,
  grown,
  type LimitUsage,
  type LimitUse,
  monthOf,
  takeLimits,
  UNLIMITED,
  usageIdOf,
  usedIn,
  withCaps,
} from '../limits/index.js';
import type { Merchant } from '../transactions/index.js';
import type { Card } from './card.js';
import type { DeclineReason } from './card-log.js';
import { refusedMerchant } from './controls.js';

/** The spend limits of a card in the present periods, with what is used of each. */
export type OpenSpend = readonly { readonly counter: Counter; readonly usage: LimitUsage }[];

const countersOf = ({ now }: Pick<Context, 'now'>, card: Card): readonly Counter[] =>
  (card.controls?.spendLimits ?? []).map((limit) => {
    const period = limit.period === 'DAY' ? dayOf(now) : monthOf(now);
    const of = { kind: 'CARD', currency: card.currency } as const;
    return {
      id: usageIdOf(card.id, of, period),
      ...{ ...of, customerId: card.cardholderId, period },
      cap: limit.amount ?? UNLIMITED,
      countCap: limit.count === undefined ? UNLIMITED : BigInt(limit.count),
    };
  });

/**
 * Reads what is used of the spend limits of a card. A period without a use begins here, so that of two first uses the
 * second one reads what the first one has counted. Without spend limits nothing is read.
 */
export async function openSpend(tx: Tx, ctx: Context, card: Card): Promise<OpenSpend> {
  const counters = countersOf(ctx, card);
  if (counters.length === 0) return [];
  const usages = await findUsages(tx, counters);
  const open: { counter: Counter; usage: LimitUsage }[] = [];
  for (const counter of counters)
    open.push({ counter, usage: usages.get(counter.id) ?? (await begin(tx, ctx, counter)) });
  return open;
}

/** The amount that is left of all sums; below zero after a limit was lowered, or after a use that the network decided. */
export const leftOf = (spend: OpenSpend): bigint =>
  spend
    .map(({ counter, usage }) => counter.cap - usedIn(usage).amount)
    .reduce((least, left) => (left < least ? left : least), UNLIMITED);

/** Whether the number of uses of a period is used up. */
const isUsedUp = (spend: OpenSpend): boolean =>
  spend.some(({ counter, usage }) => usedIn(usage).count >= counter.countCap);

interface Controlled {
  readonly spend: OpenSpend;
  readonly merchant: Merchant;
  readonly amount: bigint;
}

/** Why the controls of a card decline a use; null if they do not. */
export function refusedBy({ controls }: Card, { spend, merchant, amount }: Controlled): DeclineReason | null {
  if (controls === null) return null;
  const refused = refusedMerchant(controls, merchant);
  if (refused !== null) return refused;
  return amount > leftOf(spend) || isUsedUp(spend) ? 'SPEND_LIMIT_EXCEEDED' : null;
}

interface Counted {
  readonly card: Card;
  readonly amount: bigint;
  /** What the use has been counted with, if it grows by the amount. */
  readonly grows?: LimitUse;
}

/**
 * Counts a use against the spend limits of the card and the limits of its cardholder, or returns the reason of a decline.
 * A use that grows is counted with what it grows by, in the present periods, and not as another use.
 */
export async function countUse(
  tx: Tx,
  ctx: Context,
  { settings }: { readonly settings: Settings },
  { card, amount, grows }: Counted,
  { always = false }: Pick<Counting, 'always'> = {},
): Promise<LimitUse | null | 'SPEND_LIMIT_EXCEEDED' | 'LIMIT_EXCEEDED'> {
  const isMore = grows !== undefined;
  const spend = await openSpend(tx, ctx, card);
  const isExceeded = amount > leftOf(spend) || (!isMore && isUsedUp(spend));
  if (isExceeded && !always) return 'SPEND_LIMIT_EXCEEDED';
  const payment = { customerId: card.cardholderId, kind: 'CARD', currency: card.currency, amount } as const;
  const taken = await takeLimits(tx, ctx, await settings(tx, ctx), payment, { always, isMore });
  if (!taken.ok) return 'LIMIT_EXCEEDED';
  const used = { amount, count: isMore ? 0n : 1n };
  for (const { counter, usage } of spend) count(tx, ctx, withCaps(tx, ctx, usage, counter), used);
  const usageIds = [...spend.map(({ counter }) => counter.id), ...(taken.value?.usageIds ?? [])];
  if (isMore) return grown(grows, { usageIds, amount });
  return usageIds.length === 0 ? null : { usageIds, amount };
}
