import { expect, test } from 'vitest';
import type { AccountChecks } from '../accounts/index.js';
import { type CurrencyCode, type Environment, type Id, ok, tenantKey, type UseCase } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import {
  type HostOptions,
  refusal,
  reversingSealer,
  START,
  type TestHost,
  testHost,
  valueOf,
} from '../testing/index.js';
import {
  COUNTRIES,
  type Customer,
  CUSTOMERS,
  isScaRegulated,
  isUmaAddress,
  type NewCustomer,
  type TaxNumber,
} from './index.js';
import { openNumbers } from './customer-numbers.js';
import { deleteCustomer } from './customer-service.js';
import type { CustomerAccounts } from './ports.js';
import { makeUmaAddress } from './uma-address.js';

const address = { line1: '1 Main St', city: 'Springfield', state: 'IL', postalCode: '62701', country: 'US' } as const;
const ada: NewCustomer = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', address };
const acme: NewCustomer = { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme Inc' }, address };

const create = async (host: TestHost, input: NewCustomer): Promise<Customer> =>
  valueOf(await host.run(host.customers.create, input));
const get = async (host: TestHost, id: string): Promise<Customer> =>
  valueOf(await host.read(host.customers.get, { id }));
const accountsOf = async (host: TestHost, customerId: string) =>
  valueOf(await host.read(host.accounts.listInternal, { customerId })).data;

test('there are 249 countries with a code of ISO 3166-1 and Kosovo, and 30 members of the EEA', () => {
  expect(COUNTRIES.size).toBe(250);
  expect(COUNTRIES.has('XK')).toBe(true);
  expect([...COUNTRIES].filter(isScaRegulated)).toHaveLength(30);
});

test.each([
  ['Ada Lovelace', 'APPROVED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']],
  ['Ada 001', 'PENDING', []],
  ['Ada 002', 'REJECTED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_REJECTED']],
  ['Ada 003', 'PENDING', []],
])('in the sandbox the creation of %s returns and stores %s', async (fullName, kycStatus, written) => {
  const host = await testHost();
  const customer = await create(host, { ...ada, fullName });
  expect(customer.kycStatus).toBe(kycStatus);
  expect((await get(host, customer.id)).kycStatus).toBe(kycStatus);
  const events = (await host.events()).filter((event) => event.resource === customer.id);
  expect(events.map((event) => event.type)).toEqual(written);
  expect(events.map((event) => (event.snapshot as Customer).kycStatus)).toEqual(
    written.length === 0 ? [] : ['PENDING', kycStatus],
  );
});

test.each([
  ['a business', 'SANDBOX', acme],
  ['an individual without a name', 'SANDBOX', { ...ada, fullName: null }],
  ['an individual in production', 'PRODUCTION', ada],
] as const)('%s stays PENDING without an event', async (_who, environment, input) => {
  const host = await testHost({ environment });
  const customer = await create(host, input);
  expect((await get(host, customer.id)).kycStatus).toBe('PENDING');
  expect((await host.events()).filter((event) => event.resource === customer.id)).toEqual([]);
});

test('events leave out write-only fields', async () => {
  const host = await testHost();
  const customer = await create(host, { ...ada, idType: 'SSN', identifier: '123-45-6789' });
  expect(openNumbers(reversingSealer, await get(host, customer.id)).identifier).toBe('123-45-6789');
  expect(JSON.stringify((await host.events()).map((event) => event.snapshot))).not.toContain('6789');
});

test('a customer has an account in each of its currencies, which by default are all of the platform', async () => {
  const host = await testHost();
  const everywhere = await create(host, ada);
  expect((await accountsOf(host, everywhere.id)).map((v) => v.account.currency)).toEqual(['USD', 'EUR', 'USDC']);
  const inEuro = await create(host, { ...ada, currencies: ['EUR', 'EUR'] });
  expect(inEuro.currencies).toEqual(['EUR']);
  const [only, ...others] = await accountsOf(host, inEuro.id);
  expect(others).toEqual([]);
  expect(only).toMatchObject({ available: 0n, held: 0n, account: { customerId: inEuro.id, status: 'ACTIVE' } });
  const refused = await host.run(host.customers.create, { ...ada, currencies: ['EUR', 'GBP'] });
  expect(refusal(refused)).toEqual({ code: 'INVALID_CURRENCY', fields: ['currencies.1'] });
});

test('platformCustomerId is stored or generated, and is unique among customers that are not deleted', async () => {
  const host = await testHost();
  const made = await create(host, ada);
  expect(made.platformCustomerId).toMatch(/^[0-9a-f-]{36}$/);
  const mine = await create(host, { ...ada, platformCustomerId: 'mine' });
  expect(mine.platformCustomerId).toBe('mine');
  const again = { ...ada, platformCustomerId: 'mine' };
  expect(refusal(await host.run(host.customers.create, again)).code).toBe('CONFLICT');
  valueOf(await host.run(host.customers.delete, { id: mine.id }));
  await create(host, again);
});

test('a UMA address is stored in lower case, unique, and generated from the name if absent', async () => {
  const host = await testHost();
  valueOf(await host.run(host.platforms.updateConfig, { umaDomain: 'Pay.Example:8443' }));
  const given = await create(host, { ...ada, umaAddress: '$Ada.L@Pay.Example:8443' });
  expect(given.umaAddress).toBe('$ada.l@pay.example:8443');
  const twin = await host.run(host.customers.create, { ...ada, umaAddress: '$ada.l@pay.example:8443' });
  expect(refusal(twin).code).toBe('UMA_ADDRESS_EXISTS');
  valueOf(await host.run(host.platforms.updateConfig, { umaDomain: null }));
  const [one, two] = [await create(host, ada), await create(host, ada)];
  expect(one.umaAddress).toMatch(/^\$ada-lovelace-[a-z0-9]{8}@localhost:8080$/);
  expect(two.umaAddress).not.toBe(one.umaAddress);
  valueOf(await host.run(host.platforms.updateConfig, { umaDomain: 'acme.example' }));
  expect((await create(host, acme)).umaAddress).toMatch(/^\$acme-inc-[a-z0-9]{8}@acme\.example$/);
});

/** Another platform of the same host. */
async function neighbour(host: TestHost, environment: Environment, umaDomain: string | null = null) {
  const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, environment);
  const run = <I, O>(useCase: UseCase<I, O>, input: I) =>
    host.units.run(tenant, (tx) => useCase(tx, { ...host.context(), tenant }, input));
  valueOf(await run(host.platforms.create, { name: 'Neighbour', currencies: ['USD'], umaDomain }));
  return { tenant, run };
}

test('a UMA address belongs to one customer over all platforms of a host and environment, in any case', async () => {
  const host = await testHost();
  const there = await neighbour(host, 'SANDBOX');
  const wanted = { ...ada, umaAddress: '$ada@localhost:8080' };
  const mine = await create(host, wanted);
  const shouted = { ...ada, umaAddress: '$ADA@LOCALHOST:8080' };
  expect(refusal(await there.run(host.customers.create, shouted)).code).toBe('UMA_ADDRESS_EXISTS');
  const theirs = valueOf(await there.run(host.customers.create, ada));
  const patch = { id: theirs.id, umaAddress: '$Ada@localhost:8080' };
  expect(refusal(await there.run(host.customers.update, patch)).code).toBe('UMA_ADDRESS_EXISTS');

  // An address is free again after its customer gets a different address or is deleted. The other environment has its
  // own addresses.
  valueOf(await host.run(host.customers.update, { id: mine.id, umaAddress: '$ada-l@localhost:8080' }));
  valueOf(await there.run(host.customers.update, patch));
  expect(refusal(await host.run(host.customers.create, wanted)).code).toBe('UMA_ADDRESS_EXISTS');
  valueOf(await there.run(host.customers.delete, { id: theirs.id }));
  valueOf(await host.run(host.customers.create, wanted));
});

test('the same UMA address can exist in both environments of a host', async () => {
  const host = await testHost();
  const there = await neighbour(host, 'PRODUCTION');
  const wanted = { ...ada, umaAddress: '$ada@localhost:8080' };
  await create(host, wanted);
  valueOf(await there.run(host.customers.create, wanted));
});

test('requires a UMA address at the domain of the platform or of the host, in creation and in changes', async () => {
  const host = await testHost();
  await neighbour(host, 'SANDBOX', 'theirs.example');
  valueOf(await host.run(host.platforms.updateConfig, { umaDomain: 'ours.example' }));
  const { id, umaAddress } = await create(host, { ...ada, umaAddress: '$ada@ours.example' });
  await create(host, { ...ada, umaAddress: '$ada@localhost:8080' });
  for (const domain of ['theirs.example', 'nobodys.example', 'sandbox.uma.money', 'localhost', 'ours.example:8443']) {
    const foreign = { umaAddress: `$eve@${domain}` };
    const refused = { code: 'INVALID_UMA_ADDRESS', fields: ['umaAddress'] };
    expect(refusal(await host.run(host.customers.create, { ...ada, ...foreign }))).toEqual(refused);
    expect(refusal(await host.run(host.customers.update, { id, ...foreign }))).toEqual(refused);
    const both = { ...ada, ...foreign, email: 'not-an-email' };
    expect(refusal(await host.run(host.customers.create, both)).fields.toSorted()).toEqual(['email', 'umaAddress']);
  }
  // The present address may be sent again, even if the platform has another domain now.
  valueOf(await host.run(host.platforms.updateConfig, { umaDomain: null }));
  expect(valueOf(await host.run(host.customers.update, { id, umaAddress, email: 'a@example.com' }))).toMatchObject({
    umaAddress,
    email: 'a@example.com',
  });
  expect(refusal(await host.run(host.customers.update, { id, umaAddress: '$b@ours.example' })).code).toBe(
    'INVALID_UMA_ADDRESS',
  );
});

test('generated addresses are well-formed for every name', () => {
  const random = { bytes: (length: number) => new Uint8Array(length).fill(255) };
  for (const name of ['Zoë Ångström', '田中 太郎', '--', '', 'a'.repeat(300), 'O’Neill & Søn, Ltd.']) {
    expect(isUmaAddress(makeUmaAddress(name, 'example.com', random))).toBe(true);
  }
  expect(makeUmaAddress('Zoë Ångström', 'example.com', random)).toMatch(/^\$zoe-angstrom-/);
});

test.each([
  'ada@example.com',
  '$@example.com',
  '$a b@example.com',
  '$ada@',
  '$ada@-x.example',
  '$ada@x@y',
  '$äda@example.com',
])('refuses %s as a UMA address', async (umaAddress) => {
  const host = await testHost();
  const refused = await host.run(host.customers.create, { ...ada, umaAddress });
  expect(refusal(refused)).toEqual({ code: 'INVALID_UMA_ADDRESS', fields: ['umaAddress'] });
});

test('one refusal names every invalid field', async () => {
  const host = await testHost();
  const refused = await host.run(host.customers.create, {
    customerType: 'INDIVIDUAL',
    platformCustomerId: '',
    region: 'ZZ',
    currencies: ['XXX'],
    email: 'ada@localhost',
    phoneNumber: '015551234',
    umaAddress: 'ada',
    address: { line1: '', country: 'usa' },
    fullName: 'Ada\u0000',
    birthDate: '2025-02-29',
    nationality: 'GERMANY',
    idType: 'PASSPORT',
    countryOfIssuance: 'us',
    pepStatus: 'MAYBE',
    sourceOfFundsCategories: ['SALARY', 'LOTTERY'],
  });
  expect(refusal(refused).code).toBe('INVALID_INPUT');
  expect(refusal(refused).fields.toSorted()).toEqual(
    [
      ...['platformCustomerId', 'region', 'currencies.0', 'email', 'phoneNumber', 'umaAddress'],
      ...['address.line1', 'address.postalCode', 'address.country', 'fullName', 'birthDate', 'nationality'],
      ...['idType', 'countryOfIssuance', 'pepStatus', 'sourceOfFundsCategories.1'],
    ].toSorted(),
  );
});

test('a malformed tax number is reported with the other invalid fields, in a change too', async () => {
  const host = await testHost();
  const wrong = { email: 'bad', idType: 'SSN', identifier: '12' };
  expect(refusal(await host.run(host.customers.create, { ...ada, ...wrong })).fields).toEqual(['email', 'identifier']);
  const { id } = await create(host, ada);
  expect(refusal(await host.run(host.customers.update, { id, ...wrong })).fields).toEqual(['email', 'identifier']);
});

test('refuses a birth date in the future of the platform’s clock', async () => {
  const host = await testHost();
  const on = (birthDate: string) => host.run(host.customers.create, { ...ada, birthDate });
  expect(new Date(START).toISOString()).toMatch(/^2026-01-15/);
  expect(refusal(await on('2026-01-16')).fields).toEqual(['birthDate']);
  valueOf(await on('2026-01-15'));
});

test('a business needs its legal name, and takes its country from its address', async () => {
  const host = await testHost();
  const none = await host.run(host.customers.create, { customerType: 'BUSINESS' });
  expect(refusal(none).fields).toEqual(['businessInfo']);
  const unnamed = await host.run(host.customers.create, { ...acme, businessInfo: { taxId: '12' } });
  expect(refusal(unnamed).fields).toEqual(['businessInfo.legalName', 'businessInfo.taxId']);
  const made = await create(host, { ...acme, fullName: 'ignored', businessInfo: { legalName: 'Acme', unknown: 1 } });
  expect(made).toMatchObject({ businessInfo: { legalName: 'Acme', country: 'US' }, fullName: null });
  expect(made.businessInfo).not.toHaveProperty('unknown');
});

test('checks tax numbers for which a rule is known', async () => {
  const host = await testHost();
  const business = (taxId: string, country = 'US') =>
    host.run(host.customers.create, { ...acme, businessInfo: { legalName: 'Acme', taxId, country } });
  valueOf(await business('12-3456789'));
  valueOf(await business('123456789'));
  valueOf(await business('anything', 'DE'));
  expect(refusal(await business('1234-56789')).fields).toEqual(['businessInfo.taxId']);
  const person = (idType: string, identifier: string) =>
    host.run(host.customers.create, { ...ada, idType, identifier });
  valueOf(await person('NON_US_TAX_ID', 'X-1'));
  expect(refusal(await person('SSN', '12-3456789')).fields).toEqual(['identifier']);
  expect(refusal(await person('ITIN', '123-45-6789')).fields).toEqual(['identifier']);
});

test('checks the check digits of tax numbers in production and in a strict sandbox', async () => {
  const asked: TaxNumber[] = [];
  const accountChecks: AccountChecks = {
    check: () => [],
    paymentRequest: () => null,
    isTaxNumber: (number) => {
      asked.push(number);
      return !number.value.startsWith('00');
    },
  };
  const fieldsOf = async (options: HostOptions, customer: object) => {
    const host = await testHost({ accountChecks, ...options });
    const result = await host.run(host.customers.create, customer as NewCustomer);
    return result.ok ? 'created' : refusal(result).fields;
  };
  const business = (taxId: string, country = 'US') => ({
    customerType: 'BUSINESS',
    businessInfo: { legalName: 'Acme', taxId, country },
  });
  const person = (idType: string, identifier: string, countryOfIssuance = 'BR') => ({
    customerType: 'INDIVIDUAL',
    idType,
    identifier,
    countryOfIssuance,
  });
  const production = { environment: 'PRODUCTION' } as const;
  const strict = { strictSandboxAccounts: true };

  expect(await fieldsOf({}, business('00-1234567'))).toBe('created');
  expect(asked).toEqual([]);
  expect(await fieldsOf({ ...production, accountChecks: null }, business('00-1234567'))).toBe('created');
  for (const options of [production, strict]) {
    expect(await fieldsOf(options, business('12-3456789'))).toBe('created');
    expect(await fieldsOf(options, business('00-1234567'))).toEqual(['businessInfo.taxId']);
    expect(await fieldsOf(options, person('NON_US_TAX_ID', '0011'))).toEqual(['identifier']);
    expect(await fieldsOf(options, { ...person('SSN', '001-12-1234'), fullName: '' })).toEqual([
      'fullName',
      'identifier',
    ]);
  }
  // In the sandbox, numbers that end like a scenario are exempt.
  expect(await fieldsOf(strict, business('00-1234002'))).toBe('created');
  expect(await fieldsOf(production, business('00-1234002'))).toEqual(['businessInfo.taxId']);
  expect(asked).toContainEqual({ country: 'US', holder: 'BUSINESS', type: 'EIN', value: '12-3456789' });
  expect(asked).toContainEqual({ country: 'BR', holder: 'INDIVIDUAL', type: null, value: '0011' });
  expect(asked).toContainEqual({ country: 'US', holder: 'INDIVIDUAL', type: 'SSN', value: '001-12-1234' });
});

test('checks changed tax numbers in the same way', async () => {
  const accountChecks: AccountChecks = {
    check: () => [],
    paymentRequest: () => null,
    isTaxNumber: ({ value }) => !value.startsWith('00'),
  };
  const host = await testHost({ accountChecks, strictSandboxAccounts: true });
  const { id } = valueOf(
    await host.run(host.customers.create, { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } }),
  );
  const change = (businessInfo: object) => host.run(host.customers.update, { id, businessInfo: { ...businessInfo } });
  valueOf(await change({ taxId: '00-1234567' }));
  expect(refusal(await change({ country: 'US' })).fields).toEqual(['businessInfo.taxId']);
  valueOf(await change({ country: 'US', taxId: '12-3456789' }));
});

test('a business takes its country from a later address too, and its tax id is checked by that country', async () => {
  const host = await testHost();
  const { address: _later, ...homeless } = acme;
  const { id } = await create(host, { ...homeless, businessInfo: { legalName: 'Acme Inc' } });
  const settle = (taxId: string) => host.run(host.customers.update, { id, address, businessInfo: { taxId } });
  expect(refusal(await settle('1')).fields).toEqual(['businessInfo.taxId']);
  expect(valueOf(await settle('12-3456789')).businessInfo).toMatchObject({ country: 'US', taxId: '12-3456789' });
});

test('in the EEA each contact channel of a customer needs verification', async () => {
  const host = await testHost();
  const channels = { email: 'ada@example.com', phoneNumber: '+49301234567' };
  expect(await create(host, { ...ada, ...channels, region: 'DE' })).toMatchObject({
    region: 'DE',
    contactEmail: 'PENDING',
    contactPhone: 'PENDING',
  });
  const byAddress = await create(host, { ...ada, email: channels.email, address: { ...address, country: 'FR' } });
  expect(byAddress).toMatchObject({ region: 'FR', contactEmail: 'PENDING', contactPhone: null });
  expect(await create(host, { ...ada, ...channels })).toMatchObject({ region: 'US', contactEmail: null });
});

test('a region that was not given follows the address into the EEA, but not out of it', async () => {
  const host = await testHost();
  const move = async (id: string, country: string) =>
    valueOf(await host.run(host.customers.update, { id, address: { ...address, country } }));
  const { id } = await create(host, { ...ada, email: 'ada@example.com' });
  expect(await move(id, 'CA')).toMatchObject({ region: 'CA', contactEmail: null });
  expect(await move(id, 'DE')).toMatchObject({ region: 'DE', contactEmail: 'PENDING' });
  expect(await move(id, 'FR')).toMatchObject({ region: 'FR', contactEmail: 'PENDING' });
  expect(await move(id, 'US')).toMatchObject({ region: 'FR', contactEmail: 'PENDING' });
  const named = await create(host, { ...ada, region: 'GB' });
  expect(await move(named.id, 'DE')).toMatchObject({ region: 'GB' });
});

test('refuses a consent to an unknown version of the terms', async () => {
  const host = await testHost();
  const accept = (termsVersion: string, ipAddress = '192.0.2.1') =>
    host.run(host.customers.create, {
      ...ada,
      endUserTermsConsent: { acceptedAt: START, ipAddress, termsVersion, acceptanceMethod: 'CHECKBOX' },
    });
  expect(valueOf(await accept('2025-06', '2001:db8::1')).endUserTermsConsent?.termsVersion).toBe('2025-06');
  expect(refusal(await accept('1999-01')).code).toBe('END_USER_TERMS_VERSION_NOT_FOUND');
  expect(refusal(await accept('2026-01', 'here')).fields).toEqual(['endUserTermsConsent.ipAddress']);
});

test('a change leaves absent fields unchanged and merges nested ones', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...acme, email: 'a@example.com' });
  valueOf(await host.run(host.customers.update, { id, businessInfo: { taxId: '12-3456789' } }));
  const after = valueOf(
    await host.run(host.customers.update, { id, customerType: 'BUSINESS', phoneNumber: '+15555550123' }),
  );
  expect(after).toMatchObject({
    email: 'a@example.com',
    phoneNumber: '+15555550123',
    businessInfo: { legalName: 'Acme Inc', country: 'US', taxId: '12-3456789' },
  });
  expect(await get(host, id)).toEqual(after);
});

test('null clears every optional field of a change', async () => {
  const host = await testHost();
  const consent = { acceptedAt: host.context().now, ipAddress: '192.0.2.1', termsVersion: '2026-01' };
  const person = {
    customerType: 'INDIVIDUAL',
    email: 'a@example.com',
    phoneNumber: '+15555550123',
    address: { line1: '1 Main St', postalCode: '62701', country: 'US' },
    fullName: 'Ada Lovelace001',
    birthDate: '1990-12-10',
    nationality: 'US',
    idType: 'SSN',
    identifier: '912-55-0187',
    countryOfIssuance: 'US',
    platformAccountId: 'a1',
    description: 'a note',
    endUserTermsConsent: { ...consent, acceptanceMethod: 'CHECKBOX' },
  };
  const { id } = await create(host, { ...person, pepStatus: 'NONE', annualIncomeRange: 'UNDER_50K' } as never);
  const { customerType: _type, ...fields } = person;
  const cleared = Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
  const after = valueOf(await host.run(host.customers.update, { id, ...cleared, pepStatus: null }));
  const { identifier: _sealed, ...shown } = cleared;
  expect(after).toMatchObject({ ...shown, sealedIdentifier: null, dueDiligence: { annualIncomeRange: 'UNDER_50K' } });

  const business = await create(host, { ...acme, businessInfo: { legalName: 'Acme Inc', taxId: '12-3456789' } });
  const businessInfo = valueOf(
    await host.run(host.customers.update, { id: business.id, businessInfo: { taxId: null } }),
  ).businessInfo;
  expect(businessInfo).not.toHaveProperty('taxId');
});

test('refuses to clear required fields, and contacts that the region requires', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...ada, region: 'DE', email: 'a@example.com' });
  const cleared = { umaAddress: null, platformCustomerId: null, email: null };
  expect(refusal(await host.run(host.customers.update, { id, ...cleared })).fields).toEqual([
    'email',
    'platformCustomerId',
    'umaAddress',
  ]);
});

test('a change sets region and platformCustomerId, or explains why it cannot', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...ada, platformCustomerId: 'ada' });
  await create(host, { ...ada, platformCustomerId: 'taken' });
  const change = (fields: object) => host.run(host.customers.update, { id, ...fields });
  expect(valueOf(await change({ region: 'DE', platformCustomerId: 'ada-2' }))).toMatchObject({
    region: 'DE',
    platformCustomerId: 'ada-2',
  });
  expect(refusal(await change({ platformCustomerId: 'taken' })).code).toBe('CONFLICT');
  expect(refusal(await change({ region: 'US' }))).toEqual({ code: 'INVALID_INPUT', fields: ['region'] });
  expect(valueOf(await change({ platformCustomerId: 'ada-2', region: 'FR' })).region).toBe('FR');
});

test('a field that cannot be changed is refused by its name', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...ada });
  const change = (fields: object) => host.run(host.customers.update, { id, ...fields });
  const refused = await change({ kycStatus: 'REJECTED', kybStatus: 'PENDING', businessInfo: { legalName: 'Acme' } });
  expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['kycStatus', 'kybStatus', 'businessInfo'] });
  valueOf(await change({ kycStatus: 'APPROVED', customerType: 'INDIVIDUAL' }));
});

test('lists customers by email, by kycStatus, and by UMA address in any case', async () => {
  const host = await testHost();
  const one = await create(host, { ...ada, email: 'ada@example.com', umaAddress: '$ada@localhost:8080' });
  await create(host, { customerType: 'INDIVIDUAL', fullName: 'Grace Hopper001', email: 'grace@example.com' });
  const found = async (filter: object) =>
    valueOf(await host.read(host.customers.list, filter)).data.map((customer) => customer.fullName);
  expect(await found({ email: 'ada@example.com' })).toEqual([one.fullName]);
  expect(await found({ kycStatus: 'PENDING' })).toEqual(['Grace Hopper001']);
  expect(await found({ umaAddress: '$ADA@LocalHost:8080' })).toEqual([one.fullName]);
});

test('refuses to change the type of a customer', async () => {
  const host = await testHost();
  const { id } = await create(host, ada);
  const refused = await host.run(host.customers.update, { id, customerType: 'BUSINESS' });
  expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['customerType'] });
});

test('each new currency opens one account', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...ada, currencies: ['USD'] });
  for (const currencies of [['USD', 'EUR'], ['EUR'], ['USD', 'EUR', 'USDC']]) {
    valueOf(await host.run(host.customers.update, { id, currencies }));
  }
  expect((await accountsOf(host, id)).map((v) => v.account.currency)).toEqual(['USD', 'EUR', 'USDC']);
  expect((await get(host, id)).currencies).toEqual(['USD', 'EUR', 'USDC']);
});

test('a changed mailbox or phone needs a new verification', async () => {
  const host = await testHost();
  const { id } = await create(host, { ...ada, region: 'DE', email: 'a@example.com' });
  await host.units.run(host.created.platform.id, async (tx) => {
    const before = (await tx.get(CUSTOMERS, id))!;
    tx.change(CUSTOMERS, before, { ...before, contactEmail: 'VERIFIED', version: before.version + 1 });
    return { ok: true, value: undefined };
  });
  const same = valueOf(
    await host.run(host.customers.update, { id, email: 'a@example.com', phoneNumber: '+4930123456' }),
  );
  expect(same).toMatchObject({ contactEmail: 'VERIFIED', contactPhone: 'PENDING' });
  const other = valueOf(await host.run(host.customers.update, { id, email: 'b@example.com' }));
  expect(other).toMatchObject({ email: 'b@example.com', contactEmail: 'PENDING', contactPhone: 'PENDING' });
});

test('refuses the UMA address of another customer', async () => {
  const host = await testHost();
  await create(host, { ...ada, umaAddress: '$one@localhost:8080' });
  const { id } = await create(host, { ...ada, umaAddress: '$two@localhost:8080' });
  const refused = await host.run(host.customers.update, { id, umaAddress: '$ONE@localhost:8080' });
  expect(refusal(refused).code).toBe('UMA_ADDRESS_EXISTS');
  valueOf(await host.run(host.customers.update, { id, umaAddress: '$Two@localhost:8080' }));
});

test('a deleted customer is not found, has closed accounts, and is listed only on request', async () => {
  const host = await testHost();
  const { id } = await create(host, ada);
  expect(valueOf(await host.run(host.customers.delete, { id })).isDeleted).toBe(true);
  expect(refusal(await host.read(host.customers.get, { id })).code).toBe('USER_NOT_FOUND');
  expect(refusal(await host.run(host.customers.update, { id })).code).toBe('USER_NOT_FOUND');
  expect(refusal(await host.run(host.customers.delete, { id })).code).toBe('CUSTOMER_DELETED');
  expect((await accountsOf(host, id)).every((view) => view.account.status === 'CLOSED')).toBe(true);
  expect(await host.events('INTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(3);
  expect(valueOf(await host.read(host.customers.list, {})).data).toEqual([]);
  expect(valueOf(await host.read(host.customers.list, { isIncludingDeleted: true })).data).toHaveLength(1);
});

test.each(['Customer:nonsense', 'Customer:00000000-0000-7000-8000-000000000000', 'Quote:x', ''])(
  'answers USER_NOT_FOUND for the id "%s"',
  async (id) => {
    const host = await testHost();
    expect(refusal(await host.read(host.customers.get, { id })).code).toBe('USER_NOT_FOUND');
    expect(refusal(await host.run(host.customers.delete, { id })).code).toBe('USER_NOT_FOUND');
  },
);

test('a payment that begins before the accounts are locked prevents the deletion of its customer', async () => {
  const host = await testHost();
  const { id } = await create(host, ada);
  let isOpen = false;
  const accounts = {
    ...({} as CustomerAccounts),
    async close() {
      // The last moment at which another unit of work can take money from the accounts.
      isOpen = true;
      return ok();
    },
  };
  const remove = deleteCustomer(accounts, async () => isOpen, reversingSealer);
  expect(refusal(await host.run(remove, { id })).code).toBe('CONFLICT');
  expect((await get(host, id)).isDeleted).toBe(false);
});

test('refuses to delete a customer with money or with an open payment', async () => {
  const busy = new Set<string>();
  const host = await testHost({ busy });
  const { id } = await create(host, ada);
  busy.add(id);
  expect(refusal(await host.run(host.customers.delete, { id })).code).toBe('CONFLICT');
  busy.clear();
  const [view] = await accountsOf(host, id);
  await host.units.run(host.created.platform.id, async (tx) => {
    tx.increase(BALANCES, { id: view!.account.id, by: { held: 1n } }, { code: 'CONFLICT', message: '' });
    return { ok: true, value: undefined };
  });
  expect(refusal(await host.run(host.customers.delete, { id })).code).toBe('CONFLICT');
  expect((await get(host, id)).isDeleted).toBe(false);
});

test('lists filter by every field, and their pages have no gap and no repetition', async () => {
  const host = await testHost();
  const made: Customer[] = [];
  for (let n = 0; n < 7; n += 1) {
    host.clock.advance(1);
    const currencies = n % 3 === 0 ? ['EUR'] : ['USD'];
    made.push(await create(host, { ...(n === 5 ? acme : ada), platformCustomerId: `c${n}`, currencies }));
  }
  const names = (customers: readonly Customer[]) => customers.map((customer) => customer.platformCustomerId);
  const list = async (filter: Parameters<typeof host.customers.list>[2]) =>
    names(valueOf(await host.read(host.customers.list, filter)).data);

  expect(await list({})).toEqual(['c6', 'c5', 'c4', 'c3', 'c2', 'c1', 'c0']);
  expect(await list({ platformCustomerId: 'c3' })).toEqual(['c3']);
  expect(await list({ customerType: 'BUSINESS' })).toEqual(['c5']);
  expect(await list({ region: 'US', limit: 2 })).toEqual(['c6', 'c5']);
  expect(await list({ region: 'DE' })).toEqual([]);
  expect(await list({ umaAddress: made[2]!.umaAddress.toUpperCase() })).toEqual(['c2']);
  expect(await list({ currency: 'EUR' })).toEqual(['c6', 'c3', 'c0']);
  expect(await list({ currency: 'EUR', createdAfter: made[3]!.createdAt })).toEqual(['c6', 'c3']);
  expect(await list({ createdAfter: made[2]!.createdAt, createdBefore: made[3]!.createdAt })).toEqual(['c3', 'c2']);
  host.clock.advance(1);
  valueOf(await host.run(host.customers.update, { id: made[1]!.id, email: 'a@example.com' }));
  expect(await list({ updatedAfter: host.clock.now() })).toEqual(['c1']);
  expect(await list({ updatedBefore: made[0]!.updatedAt })).toEqual(['c0']);

  for (const currency of [undefined, 'EUR', 'USD']) {
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = valueOf(await host.read(host.customers.list, { limit: 2, currency, cursor }));
      expect(page.data.length).toBeLessThanOrEqual(2);
      paged.push(...names(page.data));
      expect(page.hasMore).toBe(page.nextCursor !== undefined);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(await list({ currency }));
  }
  expect(refusal(await host.read(host.customers.list, { cursor: 'made up', currency: 'EUR' })).fields).toEqual([
    'cursor',
  ]);
});

test('a page filtered by currency scans at most 1,000 customers, so that it delays no other request', async () => {
  const host = await testHost();
  const dollars = await create(host, { ...ada, currencies: ['USD'] });
  let read = 0;
  const list = async (_kind: unknown, { limit }: { readonly limit: number }) => {
    read += limit;
    return { rows: new Array<Customer>(limit).fill(dollars), hasMore: true };
  };
  const page = await host.customers.list({ list } as never, null as never, { currency: 'EUR', limit: 100 });
  expect(valueOf(page)).toMatchObject({ data: [], hasMore: true });
  expect(read).toBe(1_000);
});

test('of two concurrent creations with the same platformCustomerId only one succeeds', async () => {
  const host = await testHost();
  const input = { ...ada, platformCustomerId: 'twin' };
  const both = await Promise.all([host.run(host.customers.create, input), host.run(host.customers.create, input)]);
  expect(both.map((result) => (result.ok ? 'created' : result.error.code)).toSorted()).toEqual(['CONFLICT', 'created']);
  const customerId = (both.find((result) => result.ok) as { value: Customer }).value.id satisfies Id<'Customer'>;
  expect((await accountsOf(host, customerId)).map((v) => v.account.currency)).toContain('USD' as CurrencyCode);
});
