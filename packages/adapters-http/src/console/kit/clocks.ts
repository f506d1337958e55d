import { type Instant, instant, type TenantKey } from '@corridor/core';
import type { Visit } from './visit.js';

/**
 * The time of each platform, from which the ages of its records are counted: a test clock in the sandbox may be ahead of the
 * host. Reads the clocks of these tenants with one statement; other tenants have host time.
 */
export async function clocksOf(
  { core, now }: Pick<Visit, 'core' | 'now'>,
  tenants: readonly TenantKey[],
): Promise<(tenant: TenantKey) => Instant> {
  const ahead = await core.operators.reads.clocksAhead(tenants);
  return (tenant) => instant(now + (ahead.get(tenant) ?? 0));
}

/** The visit with the time of a tenant, for a page of the whole host about one record. */
export async function inTimeOf<V extends Visit>(visit: V, tenant: TenantKey): Promise<V> {
  const clockOf = await clocksOf(visit, [tenant]);
  return { ...visit, now: clockOf(tenant) };
}
