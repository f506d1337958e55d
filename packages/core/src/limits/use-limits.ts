import { Bug, type Context, fail, ok, type Reads, type Result, type Tx } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { begin, count, findUsages, withCaps } from './counters.js';
import {
  type Caps,
  capsOf,
  type Counter,
  LIMIT_USAGES,
  type LimitUse,
  newUsage,
  NOTHING_USED,
  resized,
  usageIdOf,
  usedBy,
  usedIn,
} from './limit-usage.js';
import { type Limited, limitsOf, type LimitsOfPayment } from './limits-of.js';
import { beyondAlone, raced, refusalOf } from './refusals.js';

type Limiting = Pick<Platform, 'customerLimits'>;

/** A payment and the amount that it takes from the limits of its customer. */
export interface Counted extends Limited {
  readonly amount: bigint;
}

const countersOf = (ctx: Pick<Context, 'now'>, { customerId, limits }: LimitsOfPayment): readonly (Caps & Counter)[] =>
  limits.flatMap((limit) =>
    capsOf(limit, ctx).map((caps) => ({
      ...caps,
      ...{ customerId, kind: limit.kind, currency: limit.currency },
      id: usageIdOf(customerId, limit, caps.period),
    })),
  );

/** 403 VELOCITY_LIMIT_EXCEEDED for an amount that is above a limit alone, whatever was used of it. */
export async function checkAlone(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  platform: Limiting,
  payment: Counted,
): Promise<Result<void>> {
  const limits = await limitsOf(reads, platform, payment);
  if (limits === null) return ok();
  for (const caps of countersOf(ctx, limits)) {
    const refused = beyondAlone(caps, payment.amount);
    if (refused !== null) return fail(refused);
  }
  return ok();
}

/**
 * Counts a payment in the unit of work that starts it. The usages are guarded like balances, so several hosts on one
 * database cannot exceed a limit together: the unit fails if another payment takes what is left. 403
 * VELOCITY_LIMIT_EXCEEDED. Returns what `giveBackLimits` needs; null, without any statement, if no limit is set.
 */
export async function reserveLimits(
  tx: Tx,
  ctx: Context,
  platform: Limiting,
  payment: Counted,
): Promise<Result<LimitUse | null>> {
  const limits = await limitsOf(tx, platform, payment);
  if (limits === null) return ok(null);
  const { amount } = payment;
  const counters = countersOf(ctx, limits);
  const usages = await findUsages(tx, counters);
  for (const caps of counters) {
    const refused = refusalOf(ctx, caps, usedIn(usages.get(caps.id)), amount);
    if (refused !== null) return fail(refused);
  }
  for (const caps of counters) {
    const { id } = caps;
    const usage = usages.get(id);
    if (usage !== undefined) withCaps(tx, ctx, usage, caps);
    const taken = { id, by: { remaining: -amount, countRemaining: -1n } };
    // `initial` is inserted unless a concurrent first payment of the period has inserted the usage; then that one is
    // decreased.
    const initial = newUsage(ctx, caps, { amount, count: 1n });
    tx.increase(LIMIT_USAGES, usage === undefined ? { ...taken, initial } : taken, raced(ctx, caps));
  }
  return ok({ usageIds: counters.map(({ id }) => id), amount });
}

/** How a payment is counted. */
export interface Counting {
  /** Also beyond the limits, because the money leaves in any case. */
  readonly always?: boolean;
  /** A payment that has been counted grows by the amount (`grown`): no other payment is counted. */
  readonly isMore?: boolean;
}

/**
 * Counts a payment whose unit has to go on if it is refused: money that has arrived, and a question of a card network.
 * Returns the same error as `reserveLimits`. A concurrent payment that changes a usage makes the unit run again; of two
 * first payments of a period, the second one reads the usage that the first one has created.
 */
export async function takeLimits(
  tx: Tx,
  ctx: Context,
  platform: Limiting,
  payment: Counted,
  { always = false, isMore = false }: Counting = {},
): Promise<Result<LimitUse | null>> {
  const limits = await limitsOf(tx, platform, payment);
  if (limits === null) return ok(null);
  const counters = countersOf(ctx, limits);
  const usages = new Map(await findUsages(tx, counters));
  const { amount } = payment;
  const refusal = (): Result<never> | null => {
    for (const caps of always ? [] : counters) {
      const { amount: sum, count: payments } = usedIn(usages.get(caps.id));
      // The number of payments is not compared for one that has been counted.
      const used = { amount: sum, count: isMore ? caps.countCap - 1n : payments };
      const refused = refusalOf(ctx, caps, used, amount);
      if (refused !== null) return fail(refused);
    }
    return null;
  };
  const refusedBefore = refusal();
  if (refusedBefore !== null) return refusedBefore;
  const missing = counters.filter(({ id }) => !usages.has(id));
  for (const caps of missing) usages.set(caps.id, await begin(tx, ctx, caps));
  const refusedNow = missing.length === 0 ? null : refusal();
  if (refusedNow !== null) return refusedNow;
  const payments = isMore ? 0n : 1n;
  for (const caps of counters)
    count(tx, ctx, withCaps(tx, ctx, usages.get(caps.id)!, caps), { amount, count: payments });
  return ok({ usageIds: counters.map(({ id }) => id), amount });
}

/**
 * Changes what a payment is counted with: less gives back what was added to it last, in the period in which it was
 * counted, more counts in the period of its start; zero gives everything back. Beyond the limits too: what a card network
 * has settled has left. Returns the new use.
 */
export async function recountLimits(
  tx: Tx,
  ctx: Context,
  use: LimitUse | null,
  amount: bigint,
): Promise<LimitUse | null> {
  if (use === null || use.amount === amount) return use;
  const after = resized(use, amount);
  const [before, now] = [usedBy(use), usedBy(after)];
  const usages = await tx.getMany(LIMIT_USAGES, [...before.keys()]);
  if (usages.length !== before.size) throw new Bug(`a usage of ${[...before.keys()].join(', ')} does not exist`);
  for (const usage of usages) {
    const [was, is] = [before.get(usage.id) ?? NOTHING_USED, now.get(usage.id) ?? NOTHING_USED];
    count(tx, ctx, usage, { amount: is.amount - was.amount, count: is.count - was.count });
  }
  return after;
}

/** Gives back what a payment has used that failed before its money has left. */
export const giveBackLimits = (tx: Tx, ctx: Context, use: LimitUse | null): Promise<LimitUse | null> =>
  recountLimits(tx, ctx, use, 0n);
