import { type Context, ok, type TenantKey, type UnitOfWork, update } from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';

export interface PauseEndpointPorts {
  readonly units: UnitOfWork;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly changed: (platform: Platform) => void;
}

/**
 * Stops the deliveries to an endpoint that has answered that it is gone. Its events are stored, and the configuration
 * says since when. A platform that has set another endpoint meanwhile keeps it.
 */
export const pauseEndpoint =
  ({ units, contextOf, changed }: PauseEndpointPorts) =>
  async (tenant: TenantKey, endpoint: string): Promise<void> => {
    const ctx = await contextOf(tenant);
    const paused = await units.run(tenant, async (tx) => {
      const platform = await tx.get(PLATFORMS, tenant);
      if (platform === null || platform.webhookEndpoint !== endpoint || platform.webhookPausedAt !== null)
        return ok(null);
      return ok(update(tx, ctx, PLATFORMS, platform, { webhookPausedAt: ctx.now }));
    });
    if (paused.ok && paused.value !== null) changed(paused.value);
  };
