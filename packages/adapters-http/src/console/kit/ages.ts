import { type Instant, instant, type TenantKey } from '@corridor/core';
import type { Html } from '../../pages/html.js';
import { timeWithAge } from './components.js';
import type { Visit } from './visit.js';

/** Times with their ages, each by the clock of its platform: a test clock in the sandbox may be ahead of the host. */
export type Ages = (tenant: TenantKey, at: Instant) => Html;

/** The ages of records of these tenants, on a page of all platforms. Reads their clocks with one statement. */
export async function agesIn(visit: Pick<Visit, 'core' | 'now'>, tenants: readonly TenantKey[]): Promise<Ages> {
  const ahead = await visit.core.operators.reads.clocksAhead(tenants);
  return (tenant, at) => timeWithAge(at, instant(visit.now + (ahead.get(tenant) ?? 0)));
}
