import type { Tenant, World } from '../world.js';

/** Learns the internal accounts of a customer. */
export async function learnAccounts(world: World, tenant: Tenant, customerId: string): Promise<void> {
  const page = await world.read(tenant, (core) => core.accounts.listInternal, { customerId });
  for (const { account } of page?.data ?? []) {
    const { id, currency, reference, type } = account;
    const known = { id, currency, reference, customerId, type };
    world.learn(tenant, 'internals', known);
    world.learn(tenant, `internal ${currency}`, known);
  }
}
