import { type Environment, splitTenant, type UnitOfWork } from '../kernel/index.js';
import { LEGAL_HOLDS } from '../retention/index.js';

/**
 * Whether a legal hold lasts in the environment. A file has payments of many customers and names none of them by id, so
 * each hold keeps all files.
 */
export async function hasLegalHold(units: UnitOfWork, environment: Environment): Promise<boolean> {
  const tenants = await units.read(null, (reads) => reads.tenants(LEGAL_HOLDS));
  for (const tenant of tenants) {
    if (splitTenant(tenant).environment !== environment) continue;
    const query = { where: { status: 'HELD' }, order: 'asc', limit: 1, counted: false } as const;
    const { rows } = await units.read(tenant, (reads) => reads.list(LEGAL_HOLDS, query));
    if (rows.length > 0) return true;
  }
  return false;
}
