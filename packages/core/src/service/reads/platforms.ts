import {
  type Environment,
  ENVIRONMENTS,
  type Id,
  readAll,
  tenantKey,
  type TenantKey,
  type UnitOfWork,
} from '../../kernel/index.js';
import { type ApiToken, type Platform, PLATFORMS, TOKENS } from '../../platforms/index.js';

export interface PlatformWithTokens {
  readonly platform: Platform;
  /** Oldest first. */
  readonly tokens: readonly ApiToken[];
}

export interface PlatformReads {
  /** The platform of a tenant; null if it does not exist, as for the house tenants. */
  platform(tenant: TenantKey): Promise<Platform | null>;
  /** The platform in each environment in which it exists. */
  platformEnvironments(id: Id<'Platform'>): Promise<ReadonlyMap<Environment, Platform>>;
  /** The names of the platforms of these tenants. A tenant without a platform is absent. */
  platformNames(tenants: readonly TenantKey[]): Promise<ReadonlyMap<TenantKey, string>>;
  /** By how many milliseconds the test clock of each of these tenants is ahead. A tenant without a platform is absent. */
  clocksAhead(tenants: readonly TenantKey[]): Promise<ReadonlyMap<TenantKey, number>>;
  /** Every platform in each of its environments, oldest first. */
  platforms(): Promise<readonly Platform[]>;
  /** The newest platforms, each in each of its environments: at most this many, which is at most a page of a list. */
  newestPlatforms(count: number): Promise<readonly Platform[]>;
  /** Every platform in each of its environments with its API tokens, oldest first. */
  platformsWithTokens(): Promise<readonly PlatformWithTokens[]>;
}

export const platformReads = (units: UnitOfWork): PlatformReads => ({
  platform: (tenant) => units.read(null, (reads) => reads.get(PLATFORMS, tenant)),
  platformEnvironments: async (id) => {
    const tenants = ENVIRONMENTS.map((environment) => tenantKey(id, environment));
    const platforms = await units.read(null, (reads) => reads.getMany(PLATFORMS, tenants));
    return new Map(platforms.map((platform) => [platform.environment, platform]));
  },
  platformNames: async (tenants) => {
    const platforms = await units.read(null, (reads) => reads.getMany(PLATFORMS, [...new Set(tenants)]));
    return new Map(platforms.map(({ id, name }) => [id, name]));
  },
  clocksAhead: async (tenants) => {
    const platforms = await units.read(null, (reads) => reads.getMany(PLATFORMS, [...new Set(tenants)]));
    return new Map(platforms.map(({ id, clockOffset }) => [id, clockOffset]));
  },
  platforms: () => units.read(null, (reads) => readAll(reads, PLATFORMS)),
  newestPlatforms: (count) =>
    units.read(null, async (reads) => {
      const { rows } = await reads.list(PLATFORMS, { order: 'desc', limit: count, counted: false });
      return rows;
    }),
  platformsWithTokens: () =>
    units.read(null, async (reads) => {
      const tokens = new Map<TenantKey, ApiToken[]>();
      for (const token of await readAll(reads, TOKENS))
        tokens.set(token.tenant, [...(tokens.get(token.tenant) ?? []), token]);
      const platforms = await readAll(reads, PLATFORMS);
      return platforms.map((platform) => ({ platform, tokens: tokens.get(platform.id) ?? [] }));
    }),
});
