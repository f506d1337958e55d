import { RECORD_KINDS } from '../catalogue/index.js';
import { HOUSE_TENANTS, PENDING_COMMANDS, type Reads, REMEMBERED_ANSWERS, type TenantKey } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { PLATFORMS, TOKENS } from '../platforms/index.js';
import { findingsOf, partOf } from './uninspectable.js';

/** The tenant of records that belong to the host, such as host keys and seals. */
const HOST = 'host';

/**
 * What a request of an operator leaves in its tenant. A request to create a platform has the tenant of that platform,
 * which does not exist until a second operator approves the request, and never if it is declined.
 */
const LEFT_BY_REQUESTS: ReadonlySet<string> = new Set(
  [OPERATOR_LOG, PENDING_COMMANDS, REMEMBERED_ANSWERS].map(({ name }) => name),
);

/**
 * Lists all tenants and reports rows of tenants that do not exist, which an audit tenant by tenant would not read, and
 * platforms without a token that has MANAGE, which are locked out.
 */
export async function inspectTenants(
  reads: Reads,
): Promise<{ readonly tenants: readonly TenantKey[]; readonly findings: readonly string[] }> {
  const findings: string[] = [];
  const tenants = new Set(await partOf('the platforms', () => reads.tenants(PLATFORMS), [], findings));
  const inspected = async (): Promise<readonly string[]> => {
    const wrong: string[] = [];
    for await (const { id, tenant } of everyRecord(reads, PLATFORMS)) {
      tenants.add(id);
      if (tenant !== id) wrong.push(`${id} names ${tenant} as its tenant`);
    }
    const managed = new Set<TenantKey>();
    for await (const { tenant, permissions } of everyRecord(reads, TOKENS)) {
      if (permissions.includes('MANAGE')) managed.add(tenant);
    }
    for (const tenant of tenants) if (!managed.has(tenant)) wrong.push(`${tenant} has no token with MANAGE`);
    return wrong;
  };
  findings.push(...(await findingsOf('the platforms and their tokens', inspected)));
  // The house tenants hold the service's own entries and have no platform record.
  for (const house of HOUSE_TENANTS) tenants.add(house);
  for (const [stranger, kinds] of await strangers(reads, tenants, findings)) {
    findings.push(`platform ${stranger} does not exist, but has rows in ${kinds.join(', ')}`);
  }
  return { tenants: [...tenants], findings };
}

async function strangers(
  reads: Reads,
  tenants: ReadonlySet<TenantKey>,
  findings: string[],
): Promise<ReadonlyMap<TenantKey, readonly string[]>> {
  const found = new Map<TenantKey, readonly string[]>();
  for (const kind of RECORD_KINDS) {
    if (LEFT_BY_REQUESTS.has(kind.name)) continue;
    for (const tenant of await partOf(`the tenants of ${kind.name}`, () => reads.tenants(kind), [], findings)) {
      if (tenants.has(tenant) || (kind.scope === 'host' && (tenant as string) === HOST)) continue;
      found.set(tenant, [...(found.get(tenant) ?? []), kind.name]);
    }
  }
  return found;
}
