import { finish, type JobHandler } from '../events/index.js';
import {
  type Context,
  MAX_LIMIT,
  ok,
  type Random,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { CUSTOMERS, nameOf } from './customer.js';
import {
  addressDomain,
  type HeldAddress,
  holdAddress,
  releaseAddress,
  standsFor,
  UMA_ADDRESSES,
} from './held-address.js';
import { makeUmaAddress } from './uma-address.js';

export interface ReclaimPorts {
  readonly units: UnitOfWork;
  readonly random: Random;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly publicAuthority: string;
}

/**
 * Runs when a platform's domain comes into force. Customers of other platforms that still have addresses there get
 * generated ones at the domain of their own platform; otherwise they would block names for the customers of the
 * domain's platform.
 */
export const reclaimAddresses =
  (ports: ReclaimPorts): JobHandler =>
  async (ctx, job) => {
    const platform = await ports.units.read(ctx.tenant, (reads) => reads.get(PLATFORMS, ctx.tenant));
    for (const held of await strangersAt(ports.units, ctx.tenant, platform?.umaDomain ?? null)) {
      const moved = await moveAway(ports, held);
      if (!moved.ok) return moved;
    }
    return ports.units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      return ok();
    });
  };

/** The addresses at a domain that customers of other platforms of the environment have. */
async function strangersAt(
  units: UnitOfWork,
  tenant: TenantKey,
  domain: string | null,
): Promise<readonly HeldAddress[]> {
  if (domain === null) return [];
  const { environment } = splitTenant(tenant);
  const strangers: HeldAddress[] = [];
  for (let after: HeldAddress | undefined; ;) {
    const query = { where: { domain }, order: 'asc', limit: MAX_LIMIT, counted: false, after } as const;
    const page = await units.read(null, (reads) => reads.list(UMA_ADDRESSES, query));
    strangers.push(
      ...page.rows.filter((held) => held.tenant !== tenant && splitTenant(held.tenant).environment === environment),
    );
    after = page.rows.at(-1);
    if (!page.hasMore) return strangers;
  }
}

async function moveAway(ports: ReclaimPorts, { tenant, customerId, domain }: HeldAddress): Promise<Result<void>> {
  const ctx = await ports.contextOf(tenant);
  return ports.units.run(tenant, async (tx) => {
    const platform = await tx.get(PLATFORMS, tenant);
    const customer = await tx.get(CUSTOMERS, customerId);
    if (platform === null || customer === null || customer.isDeleted || !customer.umaAddress.endsWith(`@${domain}`))
      return ok();
    if (standsFor(domain, platform, ports.publicAuthority)) return ok();
    const umaAddress = makeUmaAddress(nameOf(customer), addressDomain(platform, ports.publicAuthority), ports.random);
    await releaseAddress(tx, ctx, customer);
    holdAddress(tx, ctx, update(tx, ctx, CUSTOMERS, customer, { umaAddress }));
    return ok();
  });
}
