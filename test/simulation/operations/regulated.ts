import { QUOTES, SCA_ENROLLMENTS } from '@corridor/core/records';
import { NoSubject } from '../operation.js';
import { type Move, known, learnt, own, sandboxOf, tenantOf } from './area.js';
import { learnAccounts } from './learn-accounts.js';
import { records } from './rails.js';

const ADDRESS = { line1: '1 Main St', city: 'Berlin', state: 'BE', postalCode: '10115', country: 'DE' };
const PERSON = {
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  identifier: '912-55-0187',
  address: ADDRESS,
};
const CODES = ['123456', '123456', '123456', '654321'];

/** Customers in a region that requires strong customer authentication, and what they authorize. */
export const REGULATED: readonly Move[] = [
  {
    name: 'regulated.create',
    weight: 2,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const number = world.list(tenant, 'regulated').length;
      const created = await world.call(tenant, (core) => core.customers.create, {
        customerType: 'INDIVIDUAL',
        ...PERSON,
        fullName: draw.of(['Ada Lovelace', 'Ada Lovelace', 'Ada Lovelace', 'Bob 001', 'Bob 002']),
        region: 'DE',
        currencies: ['USD', 'EUR'],
        email: `regulated${number}@example.com`,
        phoneNumber: `+4915212345${String(100 + number)}`,
      });
      learnt(world, tenant, 'regulated', created);
      learnt(world, tenant, 'customers', created);
      if (created === null) return;
      const { id } = created;
      await learnAccounts(world, tenant, id);
      for (const channel of ['phone', 'email']) {
        await world.call(tenant, (core) => core.customers.sendContactCode as never, { id, channel });
        await world.call(tenant, (core) => core.customers.confirmContact as never, { id, channel, code: '123456' });
      }
    },
  },
  {
    name: 'regulated.quote',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'regulated', draw);
      const inside = own(world, tenant, 'internal USD', { id: '', customerId }, draw);
      const outside = await world.call(tenant, (core) => core.accounts.addExternal as never, {
        ...{ ownerType: 'CUSTOMER', customerId, currency: 'EUR' },
        accountInfo: {
          accountType: 'EUR_ACCOUNT',
          iban: draw.of(['DE89370400440532013000', 'DE89370400440532013001', 'DE89370400440532013005']),
          beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
        },
      });
      learnt(world, tenant, 'external EUR', outside);
      learnt(world, tenant, 'externals', outside);
      const amount = 100n + draw.amount(50_000);
      const isFunded = draw.once(2);
      if (!isFunded) await world.call(tenant, (core) => core.sandbox.fund, { accountId: inside.id, amount });
      const quote = await world.call(tenant, (core) => core.quotes.create, {
        source: isFunded
          ? { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId }
          : { sourceType: 'ACCOUNT', accountId: inside.id },
        destination: {
          destinationType: 'ACCOUNT',
          accountId: own(world, tenant, 'external EUR', { id: '', customerId }, draw).id,
        },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: amount,
        immediatelyExecute: !isFunded && draw.once(2),
      } as never);
      learnt(world, tenant, 'quotes', quote);
      if (quote !== null && !isFunded && quote['status'] === 'PENDING' && !draw.once(4))
        await world.call(tenant, (core) => core.quotes.execute, { id: quote.id });
    },
  },
  {
    name: 'regulated.authorize',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const all = await records(world, tenant.key, QUOTES);
      const { id, sca } = draw.recent(all.filter(({ status }) => status === 'PENDING_AUTHORIZATION'));
      if (draw.once(6)) {
        await world.call(tenant, (core) => core.quotes.cancel, { id });
        return;
      }
      const challengeId = sca?.challenge?.id;
      if (challengeId === undefined) throw new NoSubject();
      const proof = { code: draw.of(CODES), challengeId, endUserIpAddress: '203.0.113.7' };
      await world.call(tenant, (core) => core.quotes.authorize as never, { id, ...proof });
    },
  },
  {
    name: 'regulated.reset',
    weight: 1.5,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const { id: customerId } = known(world, tenant, 'regulated', draw);
      await world.call(tenant, (core) => core.sca.startReset, { customerId, factor: 'SMS_OTP' });
    },
  },
  {
    name: 'regulated.enroll',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: customerId } = known(world, tenant, 'regulated', draw);
      const start = await world.call(tenant, (core) => core.sca.startEnrollment, { customerId, type: 'TOTP' });
      if (start === null) return;
      const input = { customerId, type: 'TOTP', secret: start['secret'], code: draw.of(CODES) };
      await world.call(tenant, (core) => core.sca.confirmEnrollment, input);
    },
  },
  {
    name: 'sca.delete-factor',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const active = (await records(world, tenant.key, SCA_ENROLLMENTS)).filter(({ status }) => status === 'ACTIVE');
      const { id: credentialId, customerId } = draw.of(active);
      await world.call(tenant, (core) => core.sca.deleteFactor, { customerId, credentialId });
    },
  },
];
