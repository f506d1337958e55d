import { RECORD_KINDS } from '../catalogue/index.js';
import { HOUSE_TENANTS, type Reads, type TenantKey } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { PLATFORMS, TOKENS } from '../platforms/index.js';

/** Keys, seals and what other hosts are known by belong to the host. */
const HOST = 'host';

/**
 * Every platform, and what is wrong with them as a whole: rows of a platform that is gone would be passed over, for the
 * audit goes from platform to platform, and one without a token that may manage it is locked out.
 */
export async function inspectTenants(
  reads: Reads,
): Promise<{ readonly tenants: readonly TenantKey[]; readonly findings: readonly string[] }> {
  const tenants = new Set<TenantKey>();
  const findings: string[] = [];
  for await (const { id, tenant } of everyRecord(reads, PLATFORMS)) {
    tenants.add(id);
    if (tenant !== id) findings.push(`${id} names ${tenant} as its tenant`);
  }
  const managed = new Set<TenantKey>();
  for await (const { tenant, permissions } of everyRecord(reads, TOKENS)) {
    if (permissions.includes('MANAGE')) managed.add(tenant);
  }
  for (const tenant of tenants) if (!managed.has(tenant)) findings.push(`${tenant} has no token with MANAGE`);
  // The service's own entries are of no platform.
  for (const house of HOUSE_TENANTS) tenants.add(house);
  for (const [stranger, kinds] of await strangers(reads, tenants)) {
    findings.push(`there is no platform ${stranger}, of which rows are in ${kinds.join(', ')}`);
  }
  return { tenants: [...tenants], findings };
}

async function strangers(
  reads: Reads,
  tenants: ReadonlySet<TenantKey>,
): Promise<ReadonlyMap<TenantKey, readonly string[]>> {
  const found = new Map<TenantKey, readonly string[]>();
  for (const kind of RECORD_KINDS) {
    for (const tenant of await reads.tenants(kind)) {
      if (tenants.has(tenant) || (kind.scope === 'host' && (tenant as string) === HOST)) continue;
      found.set(tenant, [...(found.get(tenant) ?? []), kind.name]);
    }
  }
  return found;
}
