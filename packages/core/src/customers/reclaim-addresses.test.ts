import { beforeEach, describe, expect, it } from 'vitest';
import { JOBS } from '../events/index.js';
import {
  MAX_LIMIT,
  ok,
  readAll,
  type PreparedUseCase,
  runUseCase,
  type UseCase,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { type Customer, CUSTOMERS } from './customer.js';
import { UMA_ADDRESSES } from './held-address.js';
import { reclaimAddresses } from './reclaim-addresses.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as never, 'SANDBOX');
const DOMAIN = 'pay.example';

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
  valueOf(await asOther(play.core.platforms.create, { name: 'Other', currencies: ['USD'] }));
});

const asOther = <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I) =>
  runUseCase(play.storage.units, { ...play.context(), tenant: OTHER }, useCase, input);
const ADA = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' } as const;
const WORKS = {
  customerType: 'BUSINESS',
  region: 'US',
  businessInfo: { legalName: 'Engine Works' },
} as const;
const customer = async (id: string, tenant: TenantKey = play.tenant) =>
  (await play.storage.units.read(tenant, (reads) => reads.get(CUSTOMERS, id)))!;
const addressOf = async (id: string) => (await customer(id)).umaAddress;
const held = async () =>
  (await play.storage.units.read(null, (reads) => readAll(reads, UMA_ADDRESSES)))
    .map(({ id, customerId }) => [id, customerId])
    .toSorted();
const setDomain = async (umaDomain: string | null) =>
  valueOf(await play.run(play.core.platforms.updateConfig, { umaDomain }));

describe('a platform whose domain comes into force', () => {
  it('takes the addresses there from the customers of other platforms, who get generated ones', async () => {
    await setDomain(DOMAIN);
    const umaAddress = `$ada@${DOMAIN}`;
    const ada = valueOf(await play.run(play.core.customers.create, { ...ADA, umaAddress }));
    const works = valueOf(await play.run(play.core.customers.create, WORKS));
    await setDomain(null);
    const elsewhere = valueOf(await play.run(play.core.customers.create, ADA));
    await play.core.work.drain();
    expect(await addressOf(ada.id)).toBe(umaAddress);
    expect(await addressOf(works.id)).toContain(DOMAIN);

    valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: DOMAIN }));
    const own = valueOf(await asOther(play.core.customers.create, ADA));
    await play.core.work.drain();
    expect(await addressOf(ada.id)).toMatch(/^\$ada-lovelace-\w{8}@localhost:8080$/);
    expect(await addressOf(works.id)).toMatch(/^\$engine-works-\w{8}@localhost:8080$/);
    expect(await addressOf(elsewhere.id)).toBe(elsewhere.umaAddress);
    expect((await customer(own.id, OTHER)).umaAddress).toBe(own.umaAddress);
    const addresses = await Promise.all([ada, works, elsewhere].map(async ({ id }) => [await addressOf(id), id]));
    expect(await held()).toEqual(
      [...addresses, [own.umaAddress, own.id]].map(([address, id]) => [`SANDBOX/${address}`, id]).toSorted(),
    );
    expect(
      (await play.storage.units.read(null, (reads) => readAll(reads, JOBS))).filter(
        ({ kind }) => kind === 'platform.reclaim-addresses',
      ),
    ).toEqual([]);
    // The name is free for the customers of the domain's platform.
    const taken = valueOf(await asOther(play.core.customers.create, { ...ADA, umaAddress }));
    expect(taken.umaAddress).toBe(umaAddress);
  });

  it('takes them all, however many there are', async () => {
    await setDomain(DOMAIN);
    const count = MAX_LIMIT + 1;
    const first = valueOf(await play.run(play.core.customers.create, ADA));
    await setDomain(null);
    const [like] = (await play.storage.units.read(null, (reads) => readAll(reads, UMA_ADDRESSES))).filter(
      ({ customerId }) => customerId === first.id,
    );
    const record = await customer(first.id);
    await play.storage.units.run(play.tenant, async (tx) => {
      for (let number = 1; number < count; number++) {
        const id = `Customer:018bcfe5-6800-7000-8000-${String(number).padStart(12, '0')}` as never;
        const umaAddress = `$c${number}@${DOMAIN}`;
        tx.add(CUSTOMERS, { ...record, id, umaAddress, platformCustomerId: `c${number}` });
        tx.add(UMA_ADDRESSES, { ...like!, id: `SANDBOX/${umaAddress}`, customerId: id });
      }
      return ok();
    });
    valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: DOMAIN }));
    await play.core.work.drain();
    const all = await play.storage.units.read(null, (reads) => readAll(reads, UMA_ADDRESSES));
    expect(all).toHaveLength(count);
    expect(all.filter(({ id }) => id.endsWith(DOMAIN))).toEqual([]);
  });

  it('takes none if it has given up its domain before', async () => {
    await setDomain(DOMAIN);
    const ada = valueOf(await play.run(play.core.customers.create, ADA));
    await setDomain(null);
    valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: DOMAIN }));
    valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: null }));
    await setDomain(DOMAIN);
    await play.core.work.drain();
    expect(await addressOf(ada.id)).toBe(ada.umaAddress);
  });

  it('takes none from customers of the other environment', async () => {
    const live = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as never, 'PRODUCTION');
    const asLive = <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I) =>
      runUseCase(play.storage.units, { ...play.context(), tenant: live }, useCase, input);
    valueOf(await asLive(play.core.platforms.create, { name: 'Live', currencies: ['USD'], umaDomain: DOMAIN }));
    const ada = valueOf(await asLive(play.core.customers.create, ADA));
    valueOf(await asLive(play.core.platforms.updateConfig, { umaDomain: null }));
    valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: DOMAIN }));
    await play.core.work.drain();
    expect(ada.umaAddress).toMatch(/@pay\.example$/);
    expect((await customer(ada.id, live)).umaAddress).toBe(ada.umaAddress);
  });

  describe('while other requests change the customers', () => {
    /** Runs the job of the other platform; `meanwhile` happens after the job has read the addresses of its domain. */
    async function reclaim(meanwhile: () => Promise<unknown>): Promise<void> {
      const { units } = play.storage;
      const read: UnitOfWork['read'] = async (tenant, work) => {
        const found = await units.read(tenant, work);
        if (tenant === null) await meanwhile();
        return found;
      };
      const handler = reclaimAddresses({
        units: { ...units, read },
        random: seededRandom(),
        contextOf: async (tenant) => ({ ...play.context(), tenant }),
        publicAuthority: 'localhost:8080',
      });
      const [job] = (await units.read(OTHER, (reads) => readAll(reads, JOBS))).filter(
        ({ kind }) => kind === 'platform.reclaim-addresses',
      );
      valueOf(await handler({ ...play.context(), tenant: OTHER }, job!, undefined as never));
    }
    let ada: Customer;

    beforeEach(async () => {
      await setDomain(DOMAIN);
      ada = valueOf(await play.run(play.core.customers.create, ADA));
      await setDomain(null);
      await play.core.work.drain();
      valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: DOMAIN }));
    });

    it('moves the customers that have not changed', async () => {
      await reclaim(async () => undefined);
      expect(await addressOf(ada.id)).toMatch(/^\$ada-lovelace-\w{8}@localhost:8080$/);
      expect(await held()).toEqual([[`SANDBOX/${await addressOf(ada.id)}`, ada.id]]);
    });

    it('leaves a customer alone that was deleted', async () => {
      await reclaim(async () => play.run(play.core.customers.delete, { id: ada.id }));
      expect(await customer(ada.id)).toMatchObject({ isDeleted: true, umaAddress: ada.umaAddress });
      expect(await held()).toEqual([]);
    });

    it('leaves a customer alone that got another address', async () => {
      const umaAddress = '$king@localhost:8080';
      await reclaim(async () => play.run(play.core.customers.update, { id: ada.id, umaAddress }));
      expect(await held()).toEqual([[`SANDBOX/${umaAddress}`, ada.id]]);
      expect(await addressOf(ada.id)).toBe(umaAddress);
    });

    it('leaves a customer alone whose platform got the domain again', async () => {
      await reclaim(async () => {
        valueOf(await asOther(play.core.platforms.updateConfig, { umaDomain: null }));
        await setDomain(DOMAIN);
      });
      expect(await addressOf(ada.id)).toBe(ada.umaAddress);
      expect(await held()).toEqual([[`SANDBOX/${ada.umaAddress}`, ada.id]]);
    });
  });
});
