import { domainError, type Id, isHouse, splitTenant, type TenantKey } from '../kernel/index.js';

/**
 * The platforms that an operator is limited to, each in both environments; null without a limit. An operator with a limit
 * does not reach the service's own records (docs/areas/operators.md#platforms-of-an-operator).
 */
export type PlatformLimit = readonly Id<'Platform'>[] | null;

/** Whether an operator with this limit may see and change the records of a tenant. */
export const reaches = (limit: PlatformLimit, tenant: TenantKey): boolean =>
  limit === null || (!isHouse(tenant) && limit.includes(splitTenant(tenant).platformId));

/** The answer for a tenant outside the limit, which says the same as for one that does not exist. */
export const NOT_REACHED = domainError(
  'REFERENCE_NOT_FOUND',
  'there is no such platform, or no such record on this platform',
);
