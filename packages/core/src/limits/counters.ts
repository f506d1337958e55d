import { Bug, type Context, type Reads, type Tx, update } from '../kernel/index.js';
import { type Counter, LIMIT_USAGES, type LimitUsage, newUsage, NOTHING_USED, type Used } from './limit-usage.js';

/** The usages of counters, by their ids; those that exist. */
export async function findUsages(reads: Reads, counters: readonly Counter[]): Promise<ReadonlyMap<string, LimitUsage>> {
  const found = await reads.getMany(
    LIMIT_USAGES,
    counters.map(({ id }) => id),
  );
  return new Map(found.map((usage) => [usage.id, usage]));
}

/** Creates the usage of a period, unless a concurrent unit has created it, and returns the one that exists. */
export async function begin(tx: Tx, ctx: Context, counter: Counter): Promise<LimitUsage> {
  tx.add(LIMIT_USAGES, newUsage(ctx, counter, NOTHING_USED), { unlessExists: true });
  const usage = await tx.get(LIMIT_USAGES, counter.id);
  if (usage === null) throw new Bug(`the usage ${counter.id} does not exist after its creation`);
  return usage;
}

/** The usage with the present maxima. */
export function withCaps(tx: Tx, ctx: Context, usage: LimitUsage, { cap, countCap }: Counter): LimitUsage {
  if (usage.cap === cap && usage.countCap === countCap) return usage;
  return update(tx, ctx, LIMIT_USAGES, usage, {
    cap,
    remaining: usage.remaining + cap - usage.cap,
    countCap,
    countRemaining: usage.countRemaining + countCap - usage.countCap,
  });
}

/** Counts more, or less if negative. A concurrent unit that counts in the usage makes one of both run again. */
export const count = (tx: Tx, ctx: Context, usage: LimitUsage, { amount, count: payments }: Used): LimitUsage =>
  update(tx, ctx, LIMIT_USAGES, usage, {
    remaining: usage.remaining - amount,
    countRemaining: usage.countRemaining - payments,
  });
