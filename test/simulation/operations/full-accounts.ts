import { MAX_AMOUNT, MAX_COMPUTED } from '@corridor/core/internal';
import { UMA_RECEIPTS, type UmaReceipt } from '@corridor/core/records';
import type { Draw } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { type Move, learnt, sandboxOf } from './area.js';

const WALLET = 'EMBEDDED_WALLET';
const PERSON = {
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
  region: 'US',
};

interface Holder {
  readonly tenant: Tenant;
  readonly customerId: string;
  /** The account in USD. */
  readonly accountId: string;
}

/** A customer whom other operations do not know, because no credit to a full account can succeed. */
async function createHolder(world: World, draw: Draw): Promise<Holder | null> {
  const tenant = sandboxOf(world, draw);
  const customer = await world.call(tenant, (core) => core.customers.create, { ...PERSON, currencies: ['USD'] });
  if (customer === null) return null;
  const { id: customerId } = customer;
  const page = await world.read(tenant, (core) => core.accounts.listInternal, { customerId });
  const inside = page?.data.find(({ account: { currency, type } }) => currency === 'USD' && type !== WALLET);
  return inside === undefined ? null : { tenant, customerId, accountId: inside.account.id };
}

async function fill(world: World, { tenant, accountId }: Holder): Promise<void> {
  for (const amount of [MAX_AMOUNT, MAX_COMPUTED - MAX_AMOUNT])
    await world.call(tenant, (core) => core.sandbox.fund, { accountId, amount });
}

/** The receipt of a payment after the jobs have issued its invoice, which is not paid yet; null if it does not exist. */
async function invoiced(world: World, id: string): Promise<UmaReceipt | null> {
  const { invoices } = world.outside;
  const { arePaid } = invoices;
  invoices.arePaid = false;
  const { core } = await world.host();
  // The first jobs ask the platform for its approval, the next ones issue the invoice.
  for (let round = 0; round < 2; round++) await core.work.runJobs();
  invoices.arePaid = arePaid;
  return world.storage.units.read(null, (reads) => reads.get(UMA_RECEIPTS, id));
}

/** Money on its way to an account that other money fills before it arrives. */
export const FULL_ACCOUNTS: readonly Move[] = [
  {
    name: 'transfers.in-full',
    weight: 0.5,
    async act(world, draw) {
      const holder = await createHolder(world, draw);
      if (holder === null) return;
      const { tenant, customerId, accountId } = holder;
      const external = await world.call(tenant, (core) => core.accounts.addExternal as never, {
        ...{ ownerType: 'CUSTOMER', customerId, currency: 'USD' },
        accountInfo: {
          accountType: 'US_ACCOUNT',
          accountNumber: `123456${draw.of(['008', '009', '001'])}`,
          routingNumber: '021000021',
        },
      });
      if (external === null) return;
      const sides = { sourceId: external.id, destinationId: accountId };
      const made = await world.call(tenant, (core) => core.transfers.in, { ...sides, amount: draw.amount(100_000) });
      learnt(world, tenant, 'transactions', made);
      await fill(world, holder);
    },
  },
  {
    name: 'uma.receive-in-full',
    weight: 0.5,
    async act(world, draw) {
      const holder = await createHolder(world, draw);
      if (holder === null) return;
      const { tenant, customerId } = holder;
      const made = await world.call(tenant, (core) => core.uma.receiveSimulated, {
        senderUmaAddress: '$grace@other.example',
        customerId,
        receivingCurrencyCode: 'USD',
        receivingCurrencyAmount: draw.amount(20_000),
      });
      learnt(world, tenant, 'uma payments', made);
      const receipt = made === null || draw.once(2) ? null : await invoiced(world, made.id);
      await fill(world, holder);
      const { states } = world.outside.invoices;
      const paymentHash = receipt?.paymentHash ?? null;
      // Only Corridor settles what it holds, which is the payment of a deferred receipt.
      if (paymentHash !== null && states.get(paymentHash) === 'AWAITED')
        states.set(paymentHash, receipt?.status === 'DEFERRED' ? 'HELD' : 'SETTLED');
    },
  },
];
