import type { Instant, TenantKey, UnitOfWork } from '../../kernel/index.js';
import { readLimits, type UsedLimit } from '../../limits/index.js';

export interface LimitReads {
  /** The limits that apply to a customer, with their use in the day and the month of this time of the tenant. */
  limits(tenant: TenantKey, customerId: string, now: Instant): Promise<readonly UsedLimit[]>;
}

export const limitReads = (units: UnitOfWork): LimitReads => ({
  limits: (tenant, customerId, now) => units.read(tenant, (reads) => readLimits(reads, { tenant, now }, customerId)),
});
