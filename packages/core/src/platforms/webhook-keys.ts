import {
  Bug,
  type Clock,
  type Context,
  domainError,
  type Environment,
  ENVIRONMENTS,
  err,
  type Id,
  instant,
  type Instant,
  invalidFields,
  type KeyPairs,
  newRecord,
  ok,
  plusSeconds,
  type Result,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  tenantKey,
  type TenantKey,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { PLATFORMS, WEBHOOK_KEYS, type WebhookKey } from './platform.js';

/** Public keys, as PEM, that verify `X-Svc-Signature` of one platform in one environment. */
export interface VerificationKeys {
  /** Verifies webhooks that are signed now. */
  readonly current: string;
  /** Verifies webhooks from before the last rotation. Listed until `until` in the platform's time; null afterwards. */
  readonly previous: { readonly publicKey: string; readonly until: Instant } | null;
}

/** Names the platform whose keys to return. `environment` is required if the platform has both. */
export interface KeyOwner {
  readonly platformId: Id<'Platform'>;
  readonly environment?: Environment | undefined;
}

export interface WebhookKeyPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly keyPairs: KeyPairs;
}

export interface WebhookKeys {
  /** The tenant's key from the database, created on first use. */
  of(tenant: TenantKey): Promise<WebhookKey>;
  /** PEM of the private half. */
  open(key: WebhookKey): string;
  /** The keys of the calling platform. */
  own(ctx: Context): Promise<Result<VerificationKeys>>;
  /**
   * Public: needs no credential. REFERENCE_NOT_FOUND for an unknown platform or environment of it, INVALID_INPUT
   * without a needed environment.
   */
  find(owner: KeyOwner): Promise<Result<VerificationKeys>>;
  /**
   * Replaces the key at once. The previous key stays listed for 24 hours; older keys are dropped. CONFLICT if another
   * request creates the first key at the same time.
   */
  readonly rotate: UseCase<void, VerificationKeys>;
}

const privateKeyOf = (id: string): SealedPlace => sealedPlace(WEBHOOK_KEYS, id, 'sealedPrivateKey');

const PREVIOUS_LISTED_SECONDS = 24 * 60 * 60;

/**
 * The keys that sign the webhooks of a platform. Each tenant has its own, so that a webhook of one platform or of the
 * sandbox does not verify for another. Hosts keep the key for one second at most, so a rotation needs no message between
 * them.
 */
export function createWebhookKeys({ units, clock, sealer, keyPairs }: WebhookKeyPorts): WebhookKeys {
  const stored = (tenant: TenantKey): Promise<WebhookKey | null> =>
    units.read(tenant, (reads) => reads.get(WEBHOOK_KEYS, tenant));

  function newKey(tenant: TenantKey, now: Instant): WebhookKey {
    const { publicKey, privateKey } = keyPairs.generateP256();
    return {
      publicKey,
      sealedPrivateKey: sealer.seal(privateKey, privateKeyOf(tenant)),
      previousPublicKey: null,
      previousUntil: null,
      ...newRecord(tenant, { tenant, now }),
    };
  }

  /** If two hosts create a key at the same time, both use the one that was stored first. */
  async function makeWebhookKey(tenant: TenantKey): Promise<void> {
    const made = await units.run(tenant, async (tx) => {
      tx.add(WEBHOOK_KEYS, newKey(tenant, clock.now()), { unlessExists: true });
      return ok();
    });
    if (!made.ok) throw new Error(`the webhook key was not stored: ${made.error.message}`);
  }

  async function of(tenant: TenantKey): Promise<WebhookKey> {
    const known = await stored(tenant);
    if (known !== null) return known;
    await makeWebhookKey(tenant);
    const key = await stored(tenant);
    if (key === null) throw new Bug(`the webhook key of ${tenant} does not exist after its creation`);
    return key;
  }

  const rotate: WebhookKeys['rotate'] = async (tx, ctx) => {
    const next = newKey(ctx.tenant, ctx.now);
    const key = await tx.get(WEBHOOK_KEYS, ctx.tenant);
    if (key === null) {
      tx.add(WEBHOOK_KEYS, next, { conflicts: { id: MADE_MEANWHILE } });
      return ok(listed(next, ctx.now));
    }
    const { publicKey, sealedPrivateKey } = next;
    const previousUntil = plusSeconds(ctx.now, PREVIOUS_LISTED_SECONDS);
    const previous = { previousPublicKey: key.publicKey, previousUntil };
    return ok(listed(update(tx, ctx, WEBHOOK_KEYS, key, { publicKey, sealedPrivateKey, ...previous }), ctx.now));
  };

  return {
    of,
    open: (key) => sealer.open(key.sealedPrivateKey, privateKeyOf(key.id)),
    own: async (ctx) => ok(listed(await of(ctx.tenant), ctx.now)),

    async find({ platformId, environment }) {
      const tenants = ENVIRONMENTS.map((each) => tenantKey(platformId, each));
      const platforms = await units.read(null, (reads) => reads.getMany(PLATFORMS, tenants));
      const found = platforms.filter((each) => environment === undefined || each.environment === environment);
      const [platform] = found;
      if (platform === undefined)
        return err('REFERENCE_NOT_FOUND', 'no such platform, or the platform does not have this environment');
      if (found.length > 1) return invalidFields([ENVIRONMENT_NEEDED]);
      return ok(listed(await of(platform.id), instant(clock.now() + platform.clockOffset)));
    },

    rotate,
  };
}

const MADE_MEANWHILE = domainError('CONFLICT', 'the first key was created at the same time; send the request again');

const ENVIRONMENT_NEEDED = {
  field: 'environment',
  message: `is required for a platform that has both environments: ${ENVIRONMENTS.join(' or ')}`,
};

function listed({ publicKey, previousPublicKey, previousUntil }: WebhookKey, now: Instant): VerificationKeys {
  const isListed = previousPublicKey !== null && previousUntil !== null && previousUntil > now;
  return { current: publicKey, previous: isListed ? { publicKey: previousPublicKey, until: previousUntil } : null };
}
