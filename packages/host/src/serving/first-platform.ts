import { type Core, type Id, PERMISSIONS, type Result, type TenantKey, tenantKey } from '@corridor/core';
import { CommandError, ConfigurationError } from '../kernel/errors.js';
import { runAsSystem } from './system-commands.js';

/** Shown once, on creation. */
export interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string;
}

export type Start =
  | { readonly kind: 'first'; readonly credentials: Credentials }
  | { readonly kind: 'later'; readonly platformId: Id<'Platform'> };

type Bootstrap = { readonly clientId: string; readonly clientSecret: string } | null;

/**
 * The tenant of the first platform. Its id is the same on every installation, so that of two hosts that start on one
 * empty database only one can create the platform.
 */
const FIRST: TenantKey = tenantKey('Platform:00000000-0000-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NAME = 'Sandbox';
const CURRENCIES = ['USD', 'EUR', 'MXN', 'GBP', 'INR', 'BRL', 'BTC', 'USDC'];

/**
 * Ensures that the host can be used: an empty database gets a sandbox platform with one account in each currency, and
 * the bootstrap credential, if configured, is valid. Idempotent.
 */
export async function ensureFirstPlatform(core: Core, bootstrap: Bootstrap): Promise<Start> {
  const [oldest] = await core.platforms.listTenants();
  if (oldest === undefined) {
    const created = await createPlatformWithToken(core, FIRST, { name: NAME, currencies: CURRENCIES, ...bootstrap });
    if (created.ok) return { kind: 'first', credentials: created.value };
    if (created.error.code !== 'CONFLICT')
      throw new CommandError(`creating the first platform failed: ${created.error.message}`);
  }
  const tenant = oldest?.id ?? FIRST;
  if (bootstrap !== null) await ensureToken(core, tenant, bootstrap);
  return { kind: 'later', platformId: oldest?.platformId ?? (FIRST.slice(0, FIRST.indexOf('/')) as Id<'Platform'>) };
}

export function createPlatformWithToken(
  core: Core,
  tenant: TenantKey,
  platform: Parameters<Core['platforms']['create']>[2],
): Promise<Result<Credentials>> {
  return runAsSystem(core, tenant, core.platforms.create, platform, ({ token, clientSecret, webhookSecret }) => ({
    clientId: token.clientId,
    clientSecret,
    webhookSecret,
  }));
}

async function ensureToken(core: Core, tenant: TenantKey, bootstrap: NonNullable<Bootstrap>): Promise<void> {
  const { clientId, clientSecret } = bootstrap;
  if ((await core.platforms.authenticate(clientId, clientSecret)) !== null) return;
  const token = { name: 'bootstrap', permissions: PERMISSIONS, clientId, clientSecret };
  const created = await runAsSystem(core, tenant, core.platforms.createToken, token, () => null);
  if (created.ok || (await core.platforms.authenticate(clientId, clientSecret)) !== null) return;
  throw new ConfigurationError(
    created.error.code === 'CONFLICT'
      ? 'CORRIDOR_BOOTSTRAP_CLIENT_ID: a token with this id exists with another secret; set its secret, or choose another id'
      : `CORRIDOR_BOOTSTRAP_CLIENT_ID: ${created.error.message}`,
  );
}
