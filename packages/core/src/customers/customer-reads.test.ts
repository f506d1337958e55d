import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, reversingSealer, type TestHost, testHost, valueOf } from '../testing/index.js';
import { type Customer, findCustomer, findNamedCustomer, nameOf, type NewCustomer } from './index.js';
import { deleteCustomer } from './customer-service.js';

const UNKNOWN = 'Customer:018f0000-0000-7000-8000-000000000001';

let host: TestHost;
beforeEach(async () => {
  host = await testHost();
});

const create = async (input: object): Promise<Customer> =>
  valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', ...input } as NewCustomer));
const remove = async ({ id }: Customer) => valueOf(await host.run(host.customers.delete, { id }));

describe('a customer', () => {
  const named = async (id?: string, umaAddress?: string) => {
    const found = await host.units.read(host.created.platform.id, (reads) => findNamedCustomer(reads, id, umaAddress));
    return found.ok ? found.value.id : found.error.code;
  };

  it('is found by its id, by its UMA address, or by both', async () => {
    const [ada, eve] = [
      await create({ umaAddress: '$ada@localhost:8080' }),
      await create({ umaAddress: '$eve@localhost:8080' }),
    ];
    expect(await named(ada.id)).toBe(ada.id);
    expect(await named(undefined, '$ada@localhost:8080')).toBe(ada.id);
    expect(await named(eve.id, '$eve@localhost:8080')).toBe(eve.id);
    expect(await named(eve.id, '$ada@localhost:8080')).toBe('USER_NOT_FOUND');
    expect(await named(undefined, '$bob@localhost:8080')).toBe('USER_NOT_FOUND');
    expect(await named()).toBe('USER_NOT_FOUND');
    expect(await named(UNKNOWN)).toBe('USER_NOT_FOUND');
    await remove(ada);
    expect(await named(ada.id)).toBe('USER_NOT_FOUND');
    expect(await named(undefined, '$ada@localhost:8080')).toBe('USER_NOT_FOUND');
  });

  it('is found by its id until it is deleted', async () => {
    const ada = await create({});
    const find = () => host.units.read(host.created.platform.id, (reads) => findCustomer(reads, ada.id));
    expect(await find()).toMatchObject({ ok: true, value: { id: ada.id } });
    await remove(ada);
    expect(refusal(await find()).code).toBe('USER_NOT_FOUND');
  });

  it.each([
    ['Ada', null, 'Ada'],
    [null, { legalName: 'Acme' }, 'Acme'],
    [null, { legalName: 7 }, null],
    [null, {}, null],
    [null, null, null],
  ])('with the name %j and the company %j is named %j', (fullName, businessInfo, name) => {
    expect(nameOf({ fullName, businessInfo: businessInfo as never })).toBe(name);
  });
});

describe('the list of customers', () => {
  const list = async (filter: object) =>
    valueOf(await host.read(host.customers.list, filter)).data.map(({ platformCustomerId }) => platformCustomerId);

  it('is filtered by a part of the name in any case, of people and companies', async () => {
    for (const [platformCustomerId, fullName] of Object.entries({ ada: 'Ada Lovelace', grace: 'Grace Hopper' })) {
      host.clock.advance(1);
      await create({ platformCustomerId, fullName });
    }
    host.clock.advance(1);
    const businessInfo = { legalName: 'Lovelace Ltd' };
    await create({ customerType: 'BUSINESS', platformCustomerId: 'company', businessInfo, currencies: ['EUR'] });
    await create({ platformCustomerId: 'unnamed' });
    expect(await list({ name: 'LOVE' })).toEqual(['company', 'ada']);
    expect(await list({ name: 'love', currency: 'EUR' })).toEqual(['company', 'ada']);
    expect(await list({ name: 'love', currency: 'USD' })).toEqual(['ada']);
    expect(await list({ name: 'hopper' })).toEqual(['grace']);
    expect(await list({ name: 'Stryker' })).toEqual([]);
    expect(await list({ kycStatus: 'APPROVED' })).toEqual(['grace', 'ada']);
  });

  it('shows tax numbers, but no number of a person', async () => {
    const businessInfo = { legalName: 'Acme', taxId: '12-3456789', country: 'US' };
    await create({ customerType: 'BUSINESS', businessInfo });
    await create({ idType: 'SSN', identifier: '123-45-6789' });
    const { data } = valueOf(await host.read(host.customers.list, {}));
    expect(data.find(({ customerType }) => customerType === 'BUSINESS')?.businessInfo).toEqual(businessInfo);
    expect(JSON.stringify(data.filter(({ customerType }) => customerType === 'INDIVIDUAL'))).not.toContain('123-45');
  });
});

describe('the deletion of a customer', () => {
  it('keeps its tax number, and frees its UMA address', async () => {
    const businessInfo = { legalName: 'Acme', taxId: '12-3456789', country: 'US' };
    const input = { customerType: 'BUSINESS', businessInfo, umaAddress: '$acme@localhost:8080' };
    const acme = await create(input);
    expect(await remove(acme)).toEqual({
      ...acme,
      isDeleted: true,
      version: acme.version + 1,
      updatedAt: host.clock.now(),
    });
    expect((await create(input)).umaAddress).toBe('$acme@localhost:8080');
  });

  it('is refused if an account cannot be closed', async () => {
    const ada = await create({});
    const refused = { ok: false, error: { code: 'CONFLICT', message: 'has money' } } as const;
    const accounts = { close: async () => refused } as never;
    const remover = deleteCustomer(accounts, async () => false, reversingSealer);
    expect(await host.run(remover, { id: ada.id })).toEqual(refused);
    expect(valueOf(await host.read(host.customers.get, { id: ada.id })).isDeleted).toBe(false);
  });
});
