import {
  base64,
  type Context,
  err,
  type Instant,
  ok,
  plusSeconds,
  type Query,
  type Random,
  type Reads,
  type Result,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';

const SECRET_BYTES = 32;
const PREVIOUS_VALID_SECONDS = 24 * 60 * 60;

/** A secret in the format of Standard Webhooks: `whsec_` and the base64 of 32 random bytes. */
export const makeWebhookSecret = (random: Random): string => `whsec_${base64(random.bytes(SECRET_BYTES))}`;

export const webhookSecretOf = (id: string): SealedPlace => sealedPlace(PLATFORMS, id, 'webhookSecret');
const previousSecretOf = (id: string): SealedPlace => sealedPlace(PLATFORMS, id, 'previousWebhookSecret');

/** The secrets that sign the platform's webhooks at `now` (the platform's time), the current one first. */
export function signingSecrets(platform: Platform, sealer: Sealer, now: Instant): readonly string[] {
  const { previousWebhookSecret: sealed, previousWebhookSecretUntil } = platform;
  const current = sealer.open(platform.webhookSecret, webhookSecretOf(platform.id));
  if (sealed === null || (previousWebhookSecretUntil ?? 0) <= now) return [current];
  return [current, sealer.open(sealed, previousSecretOf(platform.id))];
}

export const readWebhookSecret =
  (sealer: Sealer): Query<void, { readonly secret: string }> =>
  async (reads, ctx) => {
    const platform = await ownPlatform(reads, ctx);
    if (!platform.ok) return platform;
    const { id, webhookSecret } = platform.value;
    return ok({ secret: sealer.open(webhookSecret, webhookSecretOf(id)) });
  };

/** Replaces the secret. The previous secret also signs for 24 hours; older secrets are dropped. */
export const rotateWebhookSecret =
  (sealer: Sealer, random: Random, changed: (platform: Platform) => void): UseCase<void, { readonly secret: string }> =>
  async (tx, ctx) => {
    const platform = await ownPlatform(tx, ctx);
    if (!platform.ok) return platform;
    const secret = makeWebhookSecret(random);
    const { id, webhookSecret } = platform.value;
    update(tx, ctx, PLATFORMS, platform.value, {
      webhookSecret: sealer.seal(secret, webhookSecretOf(id)),
      previousWebhookSecret: sealer.seal(sealer.open(webhookSecret, webhookSecretOf(id)), previousSecretOf(id)),
      previousWebhookSecretUntil: plusSeconds(ctx.now, PREVIOUS_VALID_SECONDS),
    });
    changed(platform.value);
    return ok({ secret });
  };

/** The platform of the caller, from the database instead of the cache. */
export async function ownPlatform(reads: Reads, ctx: Pick<Context, 'tenant'>): Promise<Result<Platform>> {
  const platform = await reads.get(PLATFORMS, ctx.tenant);
  return platform === null ? err('REFERENCE_NOT_FOUND', 'no such platform') : ok(platform);
}
