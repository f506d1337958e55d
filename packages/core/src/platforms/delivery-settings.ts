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
import { PLATFORMS } from './platform.js';
import type { SigningKey } from './signing-key.js';
import { signingSecrets } from './webhook-secret.js';

export interface DeliverySettingsPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
}

/** Where a platform's events go and what signs them, as the database has it. */
export const deliverySettings =
  ({ units, clock, sealer }: DeliverySettingsPorts, signingKey: () => Promise<SigningKey>) =>
  async (tenant: TenantKey): Promise<DeliverySettings> => {
    // Not those kept for a second: another host may have changed them and written an event of it since.
    const platform = await units.read(tenant, (reads) => reads.get(PLATFORMS, tenant));
    if (platform === null) throw new Bug(`no platform ${tenant}`);
    return {
      endpoint: platform.webhookEndpoint,
      environment: splitTenant(tenant).environment,
      secrets: signingSecrets(platform, sealer, instant(clock.now() + platform.clockOffset)),
      privateKey: (await signingKey()).privateKey,
    };
  };
