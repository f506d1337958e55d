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
 * Reads a platform's webhook endpoint and signing keys from the database. Nothing is cached here: a caller that caches
 * the answer keeps signing with the old key for that time after another host has rotated it.
 */
export const deliverySettings =
  ({ units, clock, sealer }: DeliverySettingsPorts, keys: WebhookKeys) =>
  async (tenant: TenantKey): Promise<DeliverySettings> => {
    // Settings are read from the database, not from the one-second cache: another host may have changed the endpoint
    // and written an event since the cached read.
    const [platform, key] = await units.read(
      tenant,
      async (reads) => [await reads.get(PLATFORMS, tenant), await reads.get(WEBHOOK_KEYS, tenant)] as const,
    );
    if (platform === null) throw new Bug(`no platform ${tenant}`);
    return {
      endpoint: platform.webhookEndpoint,
      isPaused: platform.webhookPausedAt !== null,
      environment: splitTenant(tenant).environment,
      secrets: signingSecrets(platform, sealer, instant(clock.now() + platform.clockOffset)),
      privateKey: keys.open(key ?? (await keys.of(tenant))),
    };
  };
