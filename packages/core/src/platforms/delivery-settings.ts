import type { DeliverySettings } from '../events/index.js';
import {
  Bug,
  type Clock,
  instant,
  type Sealer,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { PLATFORMS, WEBHOOK_KEYS } from './platform.js';
import type { WebhookKeys } from './webhook-keys.js';
import { signingSecrets } from './webhook-secret.js';

export interface DeliverySettingsPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/**
 * Where a platform's events go and what signs them, as the database has it. Nothing is kept here: whoever keeps the
 * answer signs with a key for as long after another host has rotated it.
 */
export const deliverySettings =
  ({ units, clock, sealer }: DeliverySettingsPorts, keys: WebhookKeys) =>
  async (tenant: TenantKey): Promise<DeliverySettings> => {
    // Not those kept for a second: another host may have changed them and written an event of it since.
    const [platform, key] = await units.read(
      tenant,
      async (reads) => [await reads.get(PLATFORMS, tenant), await reads.get(WEBHOOK_KEYS, tenant)] as const,
    );
    if (platform === null) throw new Bug(`no platform ${tenant}`);
    return {
      endpoint: platform.webhookEndpoint,
      environment: splitTenant(tenant).environment,
      secrets: signingSecrets(platform, sealer, instant(clock.now() + platform.clockOffset)),
      privateKey: keys.open(key ?? (await keys.of(tenant))),
    };
  };
