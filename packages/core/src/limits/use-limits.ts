import { Bug, type Context, fail, ok, type Reads, type Result, type Tx, update } from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import {
  type Caps,
  capsOf,
  LIMIT_USAGES,
  type LimitUsage,
  type LimitUse,
  newUsage,
  NOTHING_USED,
  usageIdOf,
  usedIn,
} from './limit-usage.js';
import { type Limited, limitsOf, type LimitsOfPayment } from './limits-of.js';
import { beyondAlone, raced, refusalOf } from './refusals.js';

type Limiting = Pick<Platform, 'customerLimits'>;

/** A payment and the amount that it takes from the limits of its customer. */
export interface Counted extends Limited {
  readonly amount: bigint;
}

const countersOf = (ctx: Pick<Context, 'now'>, { limits }: LimitsOfPayment): readonly Caps[] =>
  limits.flatMap((limit) => capsOf(limit, ctx));

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
  const usages = await usagesOf(tx, limits, counters);
  for (const caps of counters) {
    const refused = refusalOf(ctx, caps, usedIn(usages.get(idOf(limits, caps))), amount);
    if (refused !== null) return fail(refused);
  }
  for (const caps of counters) {
    const id = idOf(limits, caps);
    const usage = usages.get(id);
    if (usage !== undefined) withCaps(tx, ctx, usage, caps);
    const taken = { id, by: { remaining: -amount, countRemaining: -1n } };
    // `initial` is inserted unless a concurrent first payment of the period has inserted the usage; then that one is
    // decreased.
    const initial = newUsage(ctx, limits.customerId, caps, { amount, count: 1n });
    tx.increase(LIMIT_USAGES, usage === undefined ? { ...taken, initial } : taken, raced(ctx, caps));
  }
  return ok({ usageIds: counters.map((caps) => idOf(limits, caps)), amount });
}

/**
 * Counts a payment whose unit has to go on if it is refused: money that has arrived, and a question of a card network.
 * Returns the same error as `reserveLimits`. A concurrent payment that changes a usage makes the unit run again; of two
 * first payments of a period, the second one reads the usage that the first one has created. `always`: counts it also
 * beyond the limits, because the money leaves in any case.
 */
export async function takeLimits(
  tx: Tx,
  ctx: Context,
  platform: Limiting,
  payment: Counted,
  always = false,
): Promise<Result<LimitUse | null>> {
  const limits = await limitsOf(tx, platform, payment);
  if (limits === null) return ok(null);
  const counters = countersOf(ctx, limits);
  const usages = new Map(await usagesOf(tx, limits, counters));
  const { amount } = payment;
  const refusal = (): Result<never> | null => {
    for (const caps of always ? [] : counters) {
      const refused = refusalOf(ctx, caps, usedIn(usages.get(idOf(limits, caps))), amount);
      if (refused !== null) return fail(refused);
    }
    return null;
  };
  const refusedBefore = refusal();
  if (refusedBefore !== null) return refusedBefore;
  const missing = counters.filter((caps) => !usages.has(idOf(limits, caps)));
  for (const caps of missing) usages.set(idOf(limits, caps), await begin(tx, ctx, limits, caps));
  const refusedNow = missing.length === 0 ? null : refusal();
  if (refusedNow !== null) return refusedNow;
  for (const caps of counters) count(tx, ctx, withCaps(tx, ctx, usages.get(idOf(limits, caps))!, caps), amount, 1n);
  return ok({ usageIds: counters.map((caps) => idOf(limits, caps)), amount });
}

/**
 * Changes what a payment is counted with, in the period in which it was counted; zero gives everything back. Beyond the
 * limits too: what a card network has settled has left. Returns the new use.
 */
export async function recountLimits(
  tx: Tx,
  ctx: Context,
  use: LimitUse | null,
  amount: bigint,
): Promise<LimitUse | null> {
  if (use === null || use.amount === amount) return use;
  const usages = await tx.getMany(LIMIT_USAGES, use.usageIds);
  if (usages.length !== use.usageIds.length) throw new Bug(`a usage of ${use.usageIds.join(', ')} does not exist`);
  const payments = number(amount) - number(use.amount);
  for (const usage of usages) count(tx, ctx, usage, amount - use.amount, payments);
  return { ...use, amount };
}

/** Gives back what a payment has used that failed before its money has left. */
export const giveBackLimits = (tx: Tx, ctx: Context, use: LimitUse | null): Promise<LimitUse | null> =>
  recountLimits(tx, ctx, use, 0n);

const number = (amount: bigint): bigint => (amount === 0n ? 0n : 1n);

const idOf = ({ customerId }: LimitsOfPayment, { limit, period }: Caps): string => usageIdOf(customerId, limit, period);

async function usagesOf(
  reads: Reads,
  limits: LimitsOfPayment,
  counters: readonly Caps[],
): Promise<ReadonlyMap<string, LimitUsage>> {
  const ids = counters.map((caps) => idOf(limits, caps));
  return new Map((await reads.getMany(LIMIT_USAGES, ids)).map((usage) => [usage.id, usage]));
}

async function begin(tx: Tx, ctx: Context, { customerId }: LimitsOfPayment, caps: Caps): Promise<LimitUsage> {
  const fresh = newUsage(ctx, customerId, caps, NOTHING_USED);
  tx.add(LIMIT_USAGES, fresh, { unlessExists: true });
  const usage = await tx.get(LIMIT_USAGES, fresh.id);
  if (usage === null) throw new Bug(`the usage ${fresh.id} does not exist after its creation`);
  return usage;
}

/** The usage with the present maxima. */
function withCaps(tx: Tx, ctx: Context, usage: LimitUsage, { cap, countCap }: Caps): LimitUsage {
  if (usage.cap === cap && usage.countCap === countCap) return usage;
  return update(tx, ctx, LIMIT_USAGES, usage, {
    cap,
    remaining: usage.remaining + cap - usage.cap,
    countCap,
    countRemaining: usage.countRemaining + countCap - usage.countCap,
  });
}

const count = (tx: Tx, ctx: Context, usage: LimitUsage, amount: bigint, payments: bigint): LimitUsage =>
  update(tx, ctx, LIMIT_USAGES, usage, {
    remaining: usage.remaining - amount,
    countRemaining: usage.countRemaining - payments,
  });
