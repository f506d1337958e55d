import { INTERNAL_ACCOUNTS, type Rails } from '../accounts/index.js';
import {
  Bug,
  type Context,
  type Environment,
  err,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { type Quote, QUOTES } from './quote.js';
import type { ArrivedMoney, Receipt } from './receive-money.js';

export interface RailReceiptPorts {
  readonly units: UnitOfWork;
  readonly rails: Rails;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly receiveMoney: UseCase<ArrivedMoney, Receipt>;
}

/** What a rail's callback calls when it has been told of money (see `Core.receiveMoney`). */
export function receiveFromRail({ units, rails, contextOf, receiveMoney }: RailReceiptPorts) {
  return async (environment: Environment, arrived: ArrivedMoney): Promise<Result<Receipt>> => {
    const tenant = await tenantOf(units, environment, arrived.reference);
    if (tenant === null) return err('REFERENCE_NOT_FOUND', `no platform in ${environment}`);
    // What cannot be credited goes back by the same rail.
    const { funding, environment: served } = rails.byName(arrived.rail);
    if (funding === null || served !== environment) {
      throw new Bug(`${arrived.rail} receives nothing in ${environment}`);
    }
    const ctx = await contextOf(tenant);
    return units.run(tenant, (tx) => receiveMoney(tx, ctx, arrived));
  };
}

/**
 * The tenant whose books a payment belongs in: that of its reference, over all platforms of the host. Money that nobody
 * knows has to stand somewhere until it is back: with the oldest platform of the environment. Null where there is none.
 */
async function tenantOf(units: UnitOfWork, environment: Environment, reference: string): Promise<TenantKey | null> {
  return units.read(null, async (reads) => {
    const quote = await reads.find(QUOTES, 'reference', [reference]);
    const owner = quote ?? (await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference]));
    if (owner !== null && splitTenant(owner.tenant).environment === environment) return owner.tenant;
    for (let after: { readonly createdAt: Quote['createdAt']; readonly id: string } | undefined; ;) {
      const page = await reads.list(PLATFORMS, { order: 'asc', limit: PAGE, after, counted: false });
      const first = page.rows.find((platform) => platform.environment === environment);
      if (first !== undefined) return first.id;
      after = page.rows.at(-1);
      if (!page.hasMore || after === undefined) return null;
    }
  });
}

const PAGE = 100;
