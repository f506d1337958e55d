import { CUSTOMERS } from '../customers/index.js';
import { type Context, isId, type Reads } from '../kernel/index.js';
import { hasMaxima, type PaymentLimit, PLATFORMS } from '../platforms/index.js';
import { capsOf, LIMIT_USAGES, type Used, usageIdOf, usedIn } from './limit-usage.js';
import { limitsFor } from './limits-of.js';

/** A limit that applies to a customer, with what is used of it. */
export interface UsedLimit {
  readonly limit: PaymentLimit;
  /** Whether the limit is the customer's own, in the place of the platform's. */
  readonly isOwn: boolean;
  readonly today: Used;
  readonly thisMonth: Used;
}

/** The limits that apply to a customer, and their use today and this month; none for an unknown customer. */
export async function readLimits(
  reads: Reads,
  ctx: Pick<Context, 'tenant' | 'now'>,
  customerId: string,
): Promise<readonly UsedLimit[]> {
  const platform = await reads.get(PLATFORMS, ctx.tenant);
  if (platform === null || platform.customerLimits === null || !isId('Customer', customerId)) return [];
  const customer = await reads.get(CUSTOMERS, customerId);
  if (customer === null || customer.tenant !== ctx.tenant) return [];
  const applied = limitsFor(platform, customer.ownLimits).filter(({ limit, isOwn }) => isOwn || hasMaxima(limit));
  const limits = applied.map((each) => {
    const [day, month] = capsOf(each.limit, ctx).map(({ limit, period }) => usageIdOf(customerId, limit, period));
    return { ...each, day: day!, month: month! };
  });
  const found = await reads.getMany(
    LIMIT_USAGES,
    limits.flatMap(({ day, month }) => [day, month]),
  );
  const usages = new Map<string, (typeof found)[number]>(found.map((usage) => [usage.id, usage]));
  return limits.map(({ limit, isOwn, day, month }) => ({
    ...{ limit, isOwn },
    today: usedIn(usages.get(day)),
    thisMonth: usedIn(usages.get(month)),
  }));
}
