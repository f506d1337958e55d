import type { Core, Query } from '@corridor/core';
import { learnAccounts } from './learn-accounts.js';
import { Broken } from '../invariants.js';
import { type Move, ENDINGS, known, learnt, sandboxOf, tenantOf } from './area.js';

const NAMES = [...Array<string>(9).fill('Ada Lovelace'), 'Bob 001', 'Bob 002', 'Bob 003', 'Bob 004', 'Bob 005'];
const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const PERSON = {
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
};

const CURRENCY_SETS = [
  ['USD', 'EUR', 'USDB', 'MXN'],
  ['USD', 'EUR'],
  ['USD', 'USDB'],
  ['EUR', 'GBP'],
];

type Getter = (core: Core) => Query<{ readonly id: string }, unknown>;
const GETTERS: readonly (readonly [string, Getter])[] = [
  ['customers', (core) => core.customers.get],
  ['internals', (core) => core.accounts.getInternal],
  ['externals', (core) => core.accounts.getExternal],
  ['quotes', (core) => core.quotes.get],
  ['transactions', (core) => core.transactions.get],
  ['cards', (core) => core.cards.get],
];

/** Customers, their accounts and contacts. */
export const PARTIES: readonly Move[] = [
  {
    name: 'customers.create',
    weight: 4,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const number = world.list(tenant, 'customers').length;
      const contacts = { email: `person${number}@example.com`, phoneNumber: `+4915112345${String(100 + number)}` };
      const created = await world.call(tenant, (core) => core.customers.create, {
        customerType: 'INDIVIDUAL',
        ...PERSON,
        fullName: draw.of(NAMES),
        region: draw.of(['US', 'DE', 'US']),
        currencies: draw.of(CURRENCY_SETS),
        ...(draw.once(4) ? {} : contacts),
      });
      learnt(world, tenant, 'customers', created);
      if (created !== null) await learnAccounts(world, tenant, created.id);
    },
  },
  {
    name: 'customers.update',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'customers', draw);
      await world.call(tenant, (core) => core.customers.update as never, {
        id,
        ...draw.of([
          { phoneNumber: '+4915119999999' },
          { email: 'other@example.com' },
          { fullName: 'Ada King' },
          { fullName: 'Bob 003' },
        ]),
      });
    },
  },
  {
    name: 'customers.delete',
    weight: 0.3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'customers', draw);
      await world.call(tenant, (core) => core.customers.delete as never, { id });
    },
  },
  {
    name: 'customers.contact',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'customers', draw);
      const channel = draw.of(['phone', 'email']);
      await world.call(tenant, (core) => core.customers.sendContactCode as never, { id, channel });
      const code = draw.of(['123456', '123456', '654321']);
      await world.call(tenant, (core) => core.customers.confirmContact as never, { id, channel, code });
    },
  },
  {
    name: 'accounts.add-external',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: customerId } = known(world, tenant, 'customers', draw);
      const ending = draw.of(ENDINGS);
      const details = draw.of([
        {
          currency: 'EUR',
          accountInfo: {
            accountType: 'EUR_ACCOUNT',
            iban: tenant.environment === 'SANDBOX' ? `DE89370400440532013${ending}` : 'DE89370400440532013000',
            beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
          },
        },
        {
          currency: 'USD',
          accountInfo: { accountType: 'US_ACCOUNT', accountNumber: `123456${ending}`, routingNumber: '021000021' },
        },
        {
          currency: 'USDC',
          accountInfo: { accountType: 'BASE_WALLET', address: `0x${'ab'.repeat(18)}0${ending}` },
        },
      ]);
      const owner = draw.once(8) ? { ownerType: 'PLATFORM' } : { ownerType: 'CUSTOMER', customerId };
      const added = await world.call(tenant, (core) => core.accounts.addExternal as never, { ...owner, ...details });
      learnt(world, tenant, `external ${details.currency}`, added);
      learnt(world, tenant, 'externals', added);
    },
  },
  {
    name: 'accounts.delete-external',
    weight: 0.3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id } = known(world, tenant, 'externals', draw);
      await world.call(tenant, (core) => core.accounts.deleteExternal as never, { id });
    },
  },
  {
    name: 'accounts.look-up',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'externals', draw);
      const ctx = await world.context(tenant);
      await world.ask((core) => core.quotes.lookUpAccount(ctx, { accountId: id } as never));
    },
  },
  {
    name: 'platforms.configure',
    weight: 0.6,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const webhookEndpoint = draw.of(['https://hooks.example/corridor', 'https://hooks.example/corridor', null]);
      await world.call(tenant, (core) => core.platforms.updateConfig, { webhookEndpoint });
    },
  },
  {
    name: 'platforms.foreign-ids',
    weight: 1,
    async act(world, draw) {
      const [own, other] = draw.of([
        [world.tenants[0]!, world.tenants[1]!],
        [world.tenants[0]!, world.tenants[2]!],
        [world.tenants[1]!, world.tenants[0]!],
      ]);
      const [kind, getter] = draw.of(GETTERS);
      const { id } = known(world, other!, kind, draw);
      if ((await world.read(own!, getter, { id })) !== null)
        throw new Broken(`${own!.key} reads ${id} of ${other!.key}`);
    },
  },
];
