import { type Actor, type Clock, type Context, instant, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import type { Sessions } from './sessions.js';

/** In which a tenant's calls and its work are done: by the tenant's clock, which a sandbox platform moves. */
export interface Contexts {
  /** Of a call that comes now; the clock as the settings say that were read last. */
  readonly context: (tenant: TenantKey, actor: Actor, requestId: string) => Context;
  /** The service's own, with the clock as the database has it. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

export function createContexts(
  { units, clock }: { readonly units: UnitOfWork; readonly clock: Clock },
  { settings, clockOffset }: Pick<Sessions, 'settings' | 'clockOffset'>,
): Contexts {
  const context: Contexts['context'] = (tenant, actor, requestId) => {
    const hostNow = clock.now();
    return { tenant, actor, requestId, now: instant(hostNow + clockOffset(tenant)), hostNow };
  };
  return {
    context,
    contextOf: async (tenant) => {
      await units.read(tenant, (reads) => settings(reads, { tenant }));
      return context(tenant, { kind: 'system' }, 'work');
    },
  };
}
