import type { Id } from './ids.js';
import type { Instant } from './time.js';

export const ENVIRONMENTS = ['SANDBOX', 'PRODUCTION'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** A platform in one environment. Every record belongs to one tenant, and no query crosses tenants. */
export type TenantKey = `${Id<'Platform'>}/${Environment}` & { readonly __brand: 'TenantKey' };

/**
 * The key of a platform in one environment. It is the first argument of `core.context` and of `core.units.run`.
 *
 * @example
 * ```ts
 * import { idFrom, tenantKey } from '@corridor/core';
 *
 * const platformId = idFrom('Platform', 'Platform:018bcfe5-6800-7000-8000-000000000001');
 * tenantKey(platformId, 'SANDBOX'); // 'Platform:018bcfe5-6800-7000-8000-000000000001/SANDBOX'
 * ```
 */
export const tenantKey = (platform: Id<'Platform'>, environment: Environment): TenantKey =>
  `${platform}/${environment}` as TenantKey;

export function splitTenant(tenant: TenantKey): {
  readonly platformId: Id<'Platform'>;
  readonly environment: Environment;
} {
  const at = tenant.lastIndexOf('/');
  return { platformId: tenant.slice(0, at) as Id<'Platform'>, environment: tenant.slice(at + 1) as Environment };
}

const HOUSE = 'Platform:00000000-0000-0000-0000-000000000000' as Id<'Platform'>;

/**
 * The tenant of the service's own money, one for each environment: treasury entries and statement differences. It
 * belongs to no platform, no token gives access to it, and it emits no events (docs/decisions/0006-house-tenant.md).
 */
export const houseTenant = (environment: Environment): TenantKey => tenantKey(HOUSE, environment);

export const HOUSE_TENANTS: readonly TenantKey[] = ENVIRONMENTS.map(houseTenant);

export const isHouse = (tenant: TenantKey): boolean => HOUSE_TENANTS.includes(tenant);

export const PERMISSIONS = ['VIEW', 'TRANSACT', 'MANAGE'] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Who acts: a platform's API token, an agent for its customer, or the service itself (workers, the command line). */
export type Actor =
  | { readonly kind: 'token'; readonly tokenId: Id<'Token'>; readonly permissions: readonly Permission[] }
  | { readonly kind: 'agent'; readonly agentId: Id<'Agent'>; readonly customerId: Id<'Customer'> }
  | { readonly kind: 'system'; readonly by?: ActingFor };

/** For whom the service acts: an operator, or the person who holds the master key, who has no id. */
export interface ActingFor {
  readonly operatorId: Id<'Operator'> | null;
  readonly name: string;
  readonly source: 'CONSOLE' | 'COMMAND_LINE' | 'MASTER_KEY';
}

/** The id of the acting agent; null if the actor is not an agent. */
export const actingAgent = ({ actor }: Pick<Context, 'actor'>): Id<'Agent'> | null =>
  actor.kind === 'agent' ? actor.agentId : null;

/** The context of a call. `now` is the tenant's time, `hostNow` the host's; due times of jobs are in host time. */
export interface Context {
  readonly tenant: TenantKey;
  readonly actor: Actor;
  readonly requestId: string;
  readonly now: Instant;
  readonly hostNow: Instant;
  /** The trace that the call belongs to, as a W3C `traceparent`; absent or null if the call is not traced. */
  readonly trace?: string | null;
  /** The answer that the unit stores under the caller's idempotency key; absent without a key. */
  readonly answer?: { readonly tenant: TenantKey; readonly id: string };
}

/** Milliseconds by which the tenant's clock was ahead of the host's clock when the call arrived. */
export const clockOffsetOf = (ctx: Pick<Context, 'now' | 'hostNow'>): number => ctx.now - ctx.hostNow;

/** An ISO 4217 code, or the ticker of a crypto asset, of the currency registry. */
export type CurrencyCode = string & { readonly __brand: 'CurrencyCode' };
