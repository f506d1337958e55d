import {
  type Actor,
  type Clock,
  type Context,
  instant,
  isHouse,
  type TenantKey,
  type Tracing,
  type UnitOfWork,
} from '../kernel/index.js';
import type { Sessions } from './sessions.js';

/**
 * Makes contexts with the tenant's time, which differs from the host's if a sandbox platform has moved its test clock.
 */
export interface Contexts {
  /** The context of an incoming call. It uses the clock offset that this host read last. */
  readonly context: (tenant: TenantKey, actor: Actor, requestId: string, trace?: string | null) => Context;
  /**
   * The context of the service's own work. It reads the settings first if they are older than a second, for the current
   * clock offset. The context belongs to the span in which it is made, such as that of a rail's callback.
   */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

export function createContexts(
  { units, clock, tracing }: { readonly units: UnitOfWork; readonly clock: Clock; readonly tracing: Tracing | null },
  { settings, isFresh, clockOffset }: Pick<Sessions, 'settings' | 'isFresh' | 'clockOffset'>,
): Contexts {
  const context: Contexts['context'] = (tenant, actor, requestId, trace = null) => {
    const hostNow = clock.now();
    return { tenant, actor, requestId, now: instant(hostNow + clockOffset(tenant)), hostNow, trace };
  };
  return {
    context,
    contextOf: async (tenant) => {
      if (!isHouse(tenant) && !isFresh(tenant)) await units.read(tenant, (reads) => settings(reads, { tenant }));
      return context(tenant, { kind: 'system' }, 'work', tracing === null ? null : tracing.current());
    },
  };
}
