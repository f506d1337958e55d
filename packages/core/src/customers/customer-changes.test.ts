import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestHost, testHost, valueOf } from '../testing/index.js';
import { type Customer, CUSTOMERS, type NewCustomer } from './index.js';

const ADDRESS = {
  line1: '1 Main St',
  line2: null,
  city: 'Springfield',
  state: 'IL',
  postalCode: '62701',
  country: 'US',
};
const EMAIL = 'ada@example.com';
const PHONE = '+15555550123';

let host: TestHost;
beforeEach(async () => {
  host = await testHost();
});

const create = async (input: object): Promise<Customer> =>
  valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', ...input } as NewCustomer));
const change = ({ id }: Customer, fields: object) => host.run(host.customers.update, { id, ...fields });
const changed = async (customer: Customer, fields: object) => valueOf(await change(customer, fields));
const stored = async ({ id }: Customer) =>
  (await host.units.read(host.created.platform.id, (reads) => reads.get(CUSTOMERS, id)))!;

describe('a new customer', () => {
  it('has every field of the request, with numbers sealed', async () => {
    const fields = {
      platformCustomerId: 'ada',
      platformAccountId: 'a1',
      description: 'a note',
      region: 'CA',
      email: EMAIL,
      phoneNumber: PHONE,
      address: { line1: '1 Main St', postalCode: '62701', country: 'US' },
      fullName: 'Ada Lovelace001',
      birthDate: '1990-12-10',
      nationality: 'US',
      idType: 'SSN',
      countryOfIssuance: 'US',
      endUserTermsConsent: {
        acceptedAt: host.clock.now(),
        ipAddress: '192.0.2.1',
        termsVersion: '2026-01',
        acceptanceMethod: 'CHECKBOX',
      },
    };
    const ada = await create({
      ...fields,
      identifier: '123-45-6789',
      umaAddress: '$Ada@localhost:8080',
      pepStatus: 'NONE',
    });
    expect(ada).toMatchObject({
      ...fields,
      address: { ...fields.address, line2: null, city: null, state: null },
      umaAddress: '$ada@localhost:8080',
      dueDiligence: { pepStatus: 'NONE' },
      currencies: ['USD', 'EUR', 'USDC'],
      businessInfo: null,
      contactEmail: null,
      contactPhone: null,
      identityReviews: [],
      blockedAs: null,
      isDeleted: false,
      sealedTaxId: null,
      sealedIdentifier: expect.stringMatching(/9876-54-321$/),
    });
    expect(ada).not.toHaveProperty('identifier');
    const bare = await create({});
    expect(bare).toMatchObject({
      platformCustomerId: bare.id.slice('Customer:'.length),
      platformAccountId: null,
      description: null,
      region: null,
      email: null,
      phoneNumber: null,
      address: null,
      fullName: null,
      dueDiligence: null,
      endUserTermsConsent: null,
      sealedIdentifier: null,
    });
  });
});

describe('a change of a customer', () => {
  it('with every contact and text replaces the former ones', async () => {
    const ada = await create({ fullName: 'Ada Lovelace001', email: EMAIL });
    const fields = {
      platformCustomerId: 'king',
      platformAccountId: 'a2',
      description: 'another note',
      email: 'king@example.com',
      phoneNumber: PHONE,
      fullName: 'Ada King001',
      birthDate: '1980-01-01',
      nationality: 'FR',
      countryOfIssuance: 'FR',
      umaAddress: '$king@localhost:8080',
    };
    const after = await changed(ada, { ...fields, address: { line1: '2 Main St', postalCode: '1', country: 'US' } });
    expect(after).toMatchObject({ ...fields, region: 'US', address: { line1: '2 Main St', city: null } });
    expect(await stored(ada)).toEqual(after);
    expect(await changed(ada, {})).toMatchObject({ ...fields });
  });

  it('replaces the address as a whole', async () => {
    const ada = await create({ address: ADDRESS });
    const address = { line1: '2 Main St', postalCode: '62702', country: 'US' };
    expect((await changed(ada, { address })).address).toEqual({ ...address, line2: null, city: null, state: null });
  });

  it('merges due diligence answer by answer', async () => {
    const ada = await create({ pepStatus: 'NONE', annualIncomeRange: 'UNDER_50K' });
    expect((await changed(ada, { netWorthRange: 'UNDER_100K' })).dueDiligence).toEqual({
      pepStatus: 'NONE',
      annualIncomeRange: 'UNDER_50K',
      netWorthRange: 'UNDER_100K',
    });
    expect((await changed(ada, { pepStatus: null })).dueDiligence).toEqual({
      annualIncomeRange: 'UNDER_50K',
      netWorthRange: 'UNDER_100K',
    });
    const bare = await create({});
    expect((await changed(bare, { email: EMAIL })).dueDiligence).toBeNull();
    expect((await changed(bare, { pepStatus: 'NONE' })).dueDiligence).toEqual({ pepStatus: 'NONE' });
    expect((await changed(bare, { email: null })).dueDiligence).toEqual({ pepStatus: 'NONE' });
  });

  it('merges business information field by field', async () => {
    const acme = await create({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme', doingBusinessAs: 'A' } });
    const after = await changed(acme, { businessInfo: { country: 'DE', doingBusinessAs: null } });
    expect(after.businessInfo).toEqual({ legalName: 'Acme', country: 'DE' });
    expect((await changed(acme, { email: EMAIL })).businessInfo).toEqual({ legalName: 'Acme', country: 'DE' });
  });

  it('is refused with an id or UMA address of another customer of the platform, and may repeat its own', async () => {
    await create({ platformCustomerId: 'eve', umaAddress: '$eve@localhost:8080' });
    const own = { platformCustomerId: 'ada', umaAddress: '$ada@localhost:8080' };
    const ada = await create(own);
    const message = 'platformCustomerId is taken by another customer; choose another one';
    expect(await change(ada, { platformCustomerId: 'eve' })).toMatchObject({ error: { code: 'CONFLICT', message } });
    expect(refusal(await change(ada, { umaAddress: '$Eve@localhost:8080' })).code).toBe('UMA_ADDRESS_EXISTS');
    expect(await stored(ada)).toMatchObject(own);
    expect(await changed(ada, { ...own, umaAddress: '$ADA@localhost:8080', email: EMAIL })).toMatchObject(own);
  });

  it('keeps the currencies unless it names some, and null stands for all of the platform', async () => {
    const ada = await create({ currencies: ['EUR'] });
    expect((await changed(ada, { email: EMAIL })).currencies).toEqual(['EUR']);
    expect(await change(ada, { currencies: ['EUR', 'GBP'] })).toMatchObject({
      error: {
        code: 'INVALID_CURRENCY',
        details: { errors: [{ field: 'currencies.1', constraint: { enum: ['USD', 'EUR', 'USDC'] } }] },
      },
    });
    expect((await changed(ada, { currencies: null })).currencies).toEqual(['USD', 'EUR', 'USDC']);
    expect((await create({ currencies: [] })).currencies).toEqual(['USD', 'EUR', 'USDC']);
    const { data } = valueOf(await host.read(host.accounts.listInternal, { customerId: ada.id }));
    expect(data.map(({ account }) => account.currency).toSorted()).toEqual(['EUR', 'USD', 'USDC']);
  });

  it('cannot set what is read-only, and says which value is present', async () => {
    const acme = await create({ customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } });
    const refused = await change(acme, { customerType: 'INDIVIDUAL', fullName: 'Ada', kybStatus: 'APPROVED' });
    expect(refused).toMatchObject({
      error: {
        code: 'INVALID_INPUT',
        details: {
          errors: [
            { field: 'customerType', constraint: { enum: ['BUSINESS'] } },
            { field: 'kybStatus' },
            { field: 'fullName' },
          ],
        },
      },
    });
    // Null and present values say nothing new.
    await changed(acme, { customerType: 'BUSINESS', kybStatus: 'PENDING', kycStatus: null, fullName: null });
    expect(refusal(await change(acme, { businessInfo: { legalName: null } })).fields).toEqual([
      'businessInfo.legalName',
    ]);
  });

  it('is refused with a consent to unknown terms, and with several errors at once', async () => {
    const ada = await create({});
    const consent = { acceptedAt: host.clock.now(), ipAddress: '192.0.2.1', acceptanceMethod: 'CHECKBOX' };
    const to = (termsVersion: string) => change(ada, { endUserTermsConsent: { ...consent, termsVersion } });
    expect(refusal(await to('1999-01')).code).toBe('END_USER_TERMS_VERSION_NOT_FOUND');
    expect(valueOf(await to('2025-06')).endUserTermsConsent?.termsVersion).toBe('2025-06');
    expect(refusal(await change(ada, { umaAddress: 'x', email: 'x' }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['email', 'umaAddress'],
    });
    expect(refusal(await change(ada, { umaAddress: 'x' })).code).toBe('INVALID_UMA_ADDRESS');
  });

  it('of the identity is refused after a rejection, field by field', async () => {
    const ada = await create({ fullName: 'Ada 002', birthDate: '1990-12-10' });
    expect(refusal(await change(ada, { fullName: 'Ada King', birthDate: '1980-01-01', email: EMAIL }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['fullName', 'birthDate'],
    });
    expect((await changed(ada, { fullName: 'Ada 002', email: EMAIL })).email).toBe(EMAIL);
  });

  it('of an approved identity is refused if it clears a verified field', async () => {
    const ada = await create({ fullName: 'Ada Lovelace', birthDate: '1990-12-10', countryOfIssuance: 'US' });
    expect(refusal(await change(ada, { fullName: null, birthDate: null }))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['fullName', 'birthDate'],
    });
    expect((await stored(ada)).identityReviews).toEqual([]);
  });
});

describe('the contacts of a customer in the EEA', () => {
  const verified = (customer: Customer, contacts: Partial<Pick<Customer, 'contactEmail' | 'contactPhone'>>) =>
    host.units.run(host.created.platform.id, async (tx) => {
      const before = (await tx.get(CUSTOMERS, customer.id))!;
      tx.change(CUSTOMERS, before, { ...before, ...contacts, version: before.version + 1 });
      return { ok: true, value: undefined };
    });

  it('are required once they are known, and only there', async () => {
    const ada = await create({ email: EMAIL, phoneNumber: PHONE });
    expect(ada).toMatchObject({ contactEmail: null, contactPhone: null });
    expect(await changed(ada, { region: 'DE' })).toMatchObject({ contactEmail: 'PENDING', contactPhone: 'PENDING' });
    const eve = await create({ region: 'DE' });
    expect(eve).toMatchObject({ contactEmail: null, contactPhone: null });
    expect(await changed(eve, { phoneNumber: PHONE })).toMatchObject({ contactEmail: null, contactPhone: 'PENDING' });
    expect(await changed(await create({ region: 'US' }), { email: EMAIL })).toMatchObject({ contactEmail: null });
  });

  it('need a new verification when they change, each for itself', async () => {
    const ada = await create({ region: 'DE', email: EMAIL, phoneNumber: PHONE });
    await verified(ada, { contactEmail: 'VERIFIED', contactPhone: 'VERIFIED' });
    expect(await changed(ada, { description: 'a note', phoneNumber: PHONE })).toMatchObject({
      contactEmail: 'VERIFIED',
      contactPhone: 'VERIFIED',
    });
    expect(await changed(ada, { phoneNumber: '+4930123456' })).toMatchObject({
      contactEmail: 'VERIFIED',
      contactPhone: 'PENDING',
    });
    expect(await changed(ada, { email: 'king@example.com' })).toMatchObject({
      contactEmail: 'PENDING',
      contactPhone: 'PENDING',
    });
  });

  it('cannot be cleared', async () => {
    const ada = await create({ region: 'DE', email: EMAIL, phoneNumber: PHONE });
    expect(refusal(await change(ada, { email: null, phoneNumber: null })).fields).toEqual(['email', 'phoneNumber']);
    const eve = await create({ email: EMAIL, phoneNumber: PHONE });
    expect(await changed(eve, { email: null, phoneNumber: null })).toMatchObject({ email: null, phoneNumber: null });
  });
});

describe('the region of a customer', () => {
  it.each([
    ['US', 'US', { address: { ...ADDRESS, country: 'CA' } }, 'CA'],
    ['GB', 'US', { address: { ...ADDRESS, country: 'CA' } }, 'GB'],
    ['US', 'US', { address: null }, 'US'],
    ['US', 'US', { region: null, address: { ...ADDRESS, country: 'CA' } }, 'CA'],
    ['US', 'US', { region: null, address: null }, null],
    ['DE', 'DE', { address: { ...ADDRESS, country: 'FR' } }, 'FR'],
    ['DE', 'DE', { address: { ...ADDRESS, country: 'US' } }, 'DE'],
    ['DE', 'DE', { region: 'FR' }, 'FR'],
  ])('is %s with an address in %s, and after the change %j it is %s', async (region, country, fields, after) => {
    const ada = await create({ region, address: { ...ADDRESS, country } });
    expect((await changed(ada, fields)).region).toBe(after);
  });

  it.each([
    { region: 'US' },
    { region: null, address: { ...ADDRESS, country: 'US' } },
    { region: null, address: null },
  ])('cannot leave the EEA by %j', async (fields) => {
    const ada = await create({ region: 'DE', address: { ...ADDRESS, country: 'DE' } });
    expect(refusal(await change(ada, fields))).toEqual({ code: 'INVALID_INPUT', fields: ['region'] });
  });
});
