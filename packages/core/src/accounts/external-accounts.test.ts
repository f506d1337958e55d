import { accountChecks } from '@corridor/adapters-rails/accounts';
import { expect, test } from 'vitest';
import { ok, update } from '../kernel/index.js';
import { type HostOptions, refusal, type TestHost, testHost, valueOf } from '../testing/index.js';
import { EXTERNAL_ACCOUNTS } from './external-account.js';
import { accountType, exampleAccountInfo, EXTERNAL_ACCOUNT_TYPES, type NewExternalAccount } from './index.js';

const us = (accountNumber = '1234567890') => ({
  accountType: 'US_ACCOUNT',
  accountNumber,
  routingNumber: '021000021',
  accountHolderName: 'Ada Lovelace',
});
const wallet = (address = '0x52908400098527886E0F7030069857D2E4169EE7') => ({ accountType: 'BASE_WALLET', address });

async function hostWithCustomer(options: HostOptions = {}) {
  const host = await testHost(options);
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada L' }));
  const add = (input: Partial<NewExternalAccount>) =>
    host.run(host.accounts.addExternal, {
      ownerType: 'CUSTOMER',
      customerId: customer.id,
      currency: 'USD',
      accountInfo: us(),
      ...input,
    });
  return { ...host, customer, add } satisfies TestHost & Record<string, unknown>;
}

test('an account is added as ACTIVE and found only for its owner', async () => {
  const { add, read, customer, accounts } = await hostWithCustomer();
  const account = valueOf(await add({ platformAccountId: 'mine' }));
  expect(account).toMatchObject({
    customerId: customer.id,
    status: 'ACTIVE',
    currency: 'USD',
    platformAccountId: 'mine',
    accountInfo: us(),
    beneficiaryVerificationStatus: 'MATCHED',
    beneficiaryVerifiedName: 'Ada Lovelace',
  });
  for (const owner of [{}, { ownerType: 'CUSTOMER' as const }, { customerId: customer.id }]) {
    expect(valueOf(await read(accounts.getExternal, { id: account.id, ...owner }))).toEqual(account);
  }
  const others = [{ ownerType: 'PLATFORM' as const }, { customerId: 'Customer:other' }];
  for (const owner of others) {
    const { code } = refusal(await read(accounts.getExternal, { id: account.id, ...owner }));
    expect(code).toBe('REFERENCE_NOT_FOUND');
  }
});

test.each(EXTERNAL_ACCOUNT_TYPES.map((type) => [type]))('the example of %s can be added', async (type) => {
  const { add } = await hostWithCustomer();
  const accountInfo = exampleAccountInfo(type);
  const asset = accountInfo['assetType'];
  const currency = typeof asset === 'string' ? asset : accountType(type).currencies[0]!;
  expect(valueOf(await add({ accountInfo, currency })).accountInfo.accountType).toBe(type);
});

test('refuses the same account twice, but not for another owner or currency or after its deletion', async () => {
  const { add, run, accounts } = await hostWithCustomer();
  const first = valueOf(await add({ accountInfo: wallet(), currency: 'USDC' }));
  expect(refusal(await add({ accountInfo: wallet(wallet().address.toLowerCase()), currency: 'USDC' })).code).toBe(
    'CONFLICT',
  );
  valueOf(await add({ accountInfo: wallet(), currency: 'USDC', ownerType: 'PLATFORM' }));
  valueOf(await run(accounts.deleteExternal, { id: first.id }));
  valueOf(await add({ accountInfo: wallet(), currency: 'USDC' }));
});

test('a US account number has 4 to 17 digits, and blanks and hyphens do not make it a different account', async () => {
  const { add } = await hostWithCustomer();
  const account = valueOf(await add({ accountInfo: us('0012-3456 7890') }));
  expect(account.accountInfo).toMatchObject({ accountNumber: '001234567890' });
  expect(refusal(await add({ accountInfo: us('001234567890') })).code).toBe('CONFLICT');
  // Leading zeros are part of the number.
  valueOf(await add({ accountInfo: us('1234567890') }));
  valueOf(await add({ accountInfo: us('12345678901234567') }));
  for (const wrong of ['123', '123456789012345678', '--', 'ABC123456', '12.345', '12_345']) {
    expect(refusal(await add({ accountInfo: us(wrong) })).fields, wrong).toEqual(['accountInfo.accountNumber']);
  }
});

test('numbers in groups are stored without blanks and hyphens, and are the same account', async () => {
  const { add } = await hostWithCustomer();
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' };
  const iban = (number: string) =>
    add({ currency: 'EUR', accountInfo: { accountType: 'EUR_ACCOUNT', iban: number, beneficiary } });
  const account = valueOf(await iban(' DE89 3704 0044 0532 0130 00 '));
  expect(account.accountInfo).toMatchObject({ iban: 'DE89370400440532013000' });
  expect(await iban('DE89-3704-0044-0532-0130-00')).toMatchObject({
    error: { code: 'CONFLICT', message: expect.stringContaining(account.id), details: { accountId: account.id } },
  });
  const sortCode = { accountType: 'GBP_ACCOUNT', sortCode: '20-00-00', accountNumber: '5577 9911', beneficiary };
  expect(valueOf(await add({ currency: 'GBP', accountInfo: sortCode })).accountInfo).toMatchObject({
    sortCode: '200000',
    accountNumber: '55779911',
  });
});

test('one refusal names every invalid field', async () => {
  const { add } = await hostWithCustomer();
  const refused = await add({
    customerId: 'unknown',
    currency: 'ZZZ',
    ownershipType: 'MINE',
    platformAccountId: 'x'.repeat(256),
    accountInfo: { ...us(), routingNumber: '1' },
  });
  expect(refusal(refused).code).toBe('INVALID_INPUT');
  expect(refusal(refused).fields.toSorted()).toEqual(
    ['accountInfo.routingNumber', 'currency', 'customerId', 'ownershipType', 'platformAccountId'].toSorted(),
  );
  expect(refusal(await add({ customerId: undefined })).fields).toEqual(['customerId']);
});

test('refuses a currency that the account type does not serve, or that is not the asset of the account', async () => {
  const { add } = await hostWithCustomer();
  const served = (...currencies: readonly string[]) => ({
    ok: false,
    error: { code: 'INVALID_CURRENCY', details: { errors: [{ field: 'currency', constraint: { enum: currencies } }] } },
  });
  expect(await add({ currency: 'EUR' })).toMatchObject(served('USD'));
  const coins = { ...exampleAccountInfo('ALTCHAIN_WALLET'), assetType: 'USDT' };
  expect(await add({ currency: 'USDC', accountInfo: coins })).toMatchObject(served('USDT'));
  expect((await add({ currency: 'USDT', accountInfo: coins })).ok).toBe(true);
});

test('refuses values with their constraint, one unit beyond it', async () => {
  const { add } = await hostWithCustomer();
  const errors = async (input: Partial<NewExternalAccount>) => {
    const added = await add(input);
    return added.ok ? [] : added.error.details?.['errors'];
  };
  expect(await errors({ platformAccountId: 'x'.repeat(255) })).toEqual([]);
  expect(await errors({ platformAccountId: 'x'.repeat(256) })).toEqual([
    { field: 'platformAccountId', constraint: { maxLength: 255 } },
  ]);
  expect(await errors({ ownershipType: 'MINE' })).toEqual([
    { field: 'ownershipType', constraint: { enum: ['FIRST_PARTY', 'THIRD_PARTY'] } },
  ]);
  expect(await errors({ customerId: null })).toEqual([{ field: 'customerId', message: 'is required' }]);
  expect(await errors({ customerId: 'unknown' })).toEqual([{ field: 'customerId', message: 'is not a customer id' }]);
  expect(await errors({ currency: 'ZZZ' })).toEqual([{ field: 'currency', message: 'is not a supported currency' }]);
});

test('the same account that is added twice at the same time is stored once', async () => {
  const { add, read, accounts } = await hostWithCustomer();
  const answers = await Promise.all([add({}), add({})]);
  expect(answers.map((answer) => (answer.ok ? 'added' : answer.error.code)).sort()).toEqual(['CONFLICT', 'added']);
  expect(valueOf(await read(accounts.listExternal, {})).data).toHaveLength(1);
});

test('an account of the platform belongs to no customer, and never becomes the default for UMA payments', async () => {
  const { add } = await hostWithCustomer();
  const account = valueOf(await add({ ownerType: 'PLATFORM', customerId: 'ignored', defaultUmaDepositAccount: true }));
  expect(account).toMatchObject({
    customerId: null,
    owner: 'platform',
    ownerType: 'PLATFORM',
    defaultUmaDepositAccount: false,
    ownershipType: null,
    platformAccountId: null,
    isDeleted: false,
  });
});

test('refuses an owner that is unknown or deleted', async () => {
  const { add, run, customers, customer } = await hostWithCustomer();
  const unknown = await add({ customerId: 'Customer:00000000-0000-7000-8000-000000000000' });
  expect(refusal(unknown).code).toBe('USER_NOT_FOUND');
  valueOf(await run(customers.delete, { id: customer.id }));
  expect(refusal(await add({})).code).toBe('USER_NOT_FOUND');
});

test.each([
  ['102', 'NOT_MATCHED', null],
  ['103', 'PARTIAL_MATCH', 'A. Lovelace'],
  ['104', 'PENDING', null],
  ['106', 'UNSUPPORTED', null],
  ['107', 'CHECKED_BY_RECEIVING_FI', null],
  ['890', 'MATCHED', 'Ada Lovelace'],
])('the name check of an account that ends in %s returns %s', async (ending, status, name) => {
  const { add } = await hostWithCustomer();
  const account = valueOf(await add({ accountInfo: us(`1234567${ending}`) }));
  expect([account.beneficiaryVerificationStatus, account.beneficiaryVerifiedName]).toEqual([status, name]);
});

test('the name check finds a business by its legal name, and abbreviates only the first of several names', async () => {
  const { add } = await hostWithCustomer();
  const named = async (iban: string, beneficiary: object) => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban, beneficiary };
    const account = valueOf(await add({ currency: 'EUR', accountInfo }));
    return [account.beneficiaryVerificationStatus, account.beneficiaryVerifiedName];
  };
  const person = (fullName: string) => ({ beneficiaryType: 'INDIVIDUAL', fullName, countryOfResidence: 'DE' });
  const business = { beneficiaryType: 'BUSINESS', legalName: 'Acme Trading GmbH' };
  expect(await named('DE89370400440532013000', business)).toEqual(['MATCHED', 'Acme Trading GmbH']);
  expect(await named('DE89370400440532013103', business)).toEqual(['PARTIAL_MATCH', 'A. Trading GmbH']);
  expect(await named('DE90370400440532013103', person('Ada King Lovelace'))).toEqual([
    'PARTIAL_MATCH',
    'A. King Lovelace',
  ]);
  expect(await named('DE91370400440532013103', person('Ada'))).toEqual(['PARTIAL_MATCH', 'Ada']);
  expect(await named('DE92370400440532013102', person('Ada Lovelace'))).toEqual(['NOT_MATCHED', null]);
});

test('a bank account without a name has no verified name, and a wallet no name check', async () => {
  const { add } = await hostWithCustomer();
  const checked = async (input: Partial<NewExternalAccount>) => {
    const account = valueOf(await add(input));
    return [account.beneficiaryVerificationStatus, account.beneficiaryVerifiedName];
  };
  const { accountHolderName: _, ...unnamed } = us();
  expect(await checked({ accountInfo: unnamed })).toEqual(['MATCHED', null]);
  expect(await checked({ currency: 'USDC', accountInfo: wallet() })).toEqual([null, null]);
});

test('the sandbox refuses a bank account that ends in 105 as unknown, and no wallet', async () => {
  const { add } = await hostWithCustomer();
  const refused = refusal(await add({ accountInfo: us('1234567105') }));
  expect(refused).toEqual({ code: 'INVALID_BANK_ACCOUNT', fields: ['accountInfo.accountNumber'] });
  const endsAlike = wallet('0x52908400098527886E0F7030069857D2E4169105');
  expect((await add({ currency: 'USDC', accountInfo: endsAlike })).ok).toBe(true);
});

test('in production endings do not decide the name check', async () => {
  const { add } = await hostWithCustomer({
    environment: 'PRODUCTION',
    accountChecks: { check: () => [], paymentRequest: () => null, isTaxNumber: () => true },
  });
  const account = valueOf(await add({ accountInfo: us('1234567105') }));
  expect(account.beneficiaryVerificationStatus).toBeNull();
});

test('a wallet of the first party needs a proof of its ownership', async () => {
  const { add } = await hostWithCustomer();
  const status = async (input: Partial<NewExternalAccount>) => valueOf(await add(input)).status;
  const coins = { currency: 'USDC', accountInfo: wallet() };
  expect(await status({ ...coins, ownershipType: 'FIRST_PARTY' })).toBe('PENDING_OWNERSHIP_VERIFICATION');
  const other = wallet('0x8617E340B3D01FA5F11F306F4090FD50E238070D');
  expect(await status({ ...coins, accountInfo: other, ownershipType: 'THIRD_PARTY' })).toBe('ACTIVE');
  expect(await status({ ownershipType: 'FIRST_PARTY' })).toBe('ACTIVE');
});

test('verifies check digits in production and in a strict sandbox, except for sandbox endings', async () => {
  const wrong = {
    check: () => [{ field: 'accountInfo.routingNumber' }],
    paymentRequest: () => null,
    isTaxNumber: () => true,
  };
  const code = async (options: HostOptions, accountNumber?: string) => {
    const { add } = await hostWithCustomer({ accountChecks: wrong, ...options });
    const result = await add({ accountInfo: us(accountNumber) });
    return result.ok ? 'added' : result.error.code;
  };
  expect(await code({ environment: 'PRODUCTION' })).toBe('INVALID_BANK_ACCOUNT');
  expect(await code({ environment: 'PRODUCTION' }, '1234567002')).toBe('INVALID_BANK_ACCOUNT');
  expect(await code({})).toBe('added');
  expect(await code({ strictSandboxAccounts: true })).toBe('INVALID_BANK_ACCOUNT');
  expect(await code({ strictSandboxAccounts: true }, '1234567002')).toBe('added');
});

test.each([
  ['BASE_WALLET', 'USDC', 'vitalik.eth'],
  ['BASE_WALLET', 'USDC', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETHEREUM_WALLET', 'USDC', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['POLYGON_WALLET', 'USDC', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
  ['SOLANA_WALLET', 'USDC', '7EcDhSYGxXyscszYEp35KHN8vvw3sv'],
  ['TRON_WALLET', 'USDT', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv'],
  ['SPARK_WALLET', 'BTC', 'spark1'],
  ['ALTCHAIN_WALLET', 'BTC', 'vitalik.eth'],
] as const)(
  'the sandbox verifies the address of a %s in %s, but no check digits: %s',
  async (type, currency, address) => {
    const { add } = await hostWithCustomer({ accountChecks });
    const accountInfo = { accountType: type, address, ...(type === 'ALTCHAIN_WALLET' && { assetType: currency }) };
    const refused = await add({ currency, accountInfo });
    expect(refusal(refused)).toEqual({ code: 'INVALID_BANK_ACCOUNT', fields: ['accountInfo.address'] });
    valueOf(await add({ accountInfo: { ...us(), routingNumber: '021000022' } }));
  },
);

test('the sandbox accepts addresses with an ending that chooses an outcome, and those of test networks', async () => {
  const { add } = await hostWithCustomer({ accountChecks });
  const accountInfo = { accountType: 'BASE_WALLET', address: '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1Be004' };
  valueOf(await add({ currency: 'USDC', accountInfo }));
  const spark = 'sparkrt1pgssy7d7vel0nh9m4326qc54e6rskpczn07dktww9rv4nu5ptvt0s9uc489gg2';
  valueOf(await add({ currency: 'BTC', accountInfo: { accountType: 'SPARK_WALLET', address: spark } }));
});

test('production refuses every account on a host that cannot verify account details', async () => {
  const { add } = await hostWithCustomer({ environment: 'PRODUCTION' });
  expect(refusal(await add({})).code).toBe('NOT_IMPLEMENTED');
});

test('a customer has at most one default account for UMA payments', async () => {
  const { add, read, accounts } = await hostWithCustomer();
  const first = valueOf(await add({ defaultUmaDepositAccount: true }));
  const second = valueOf(await add({ defaultUmaDepositAccount: true, accountInfo: us('1111111111') }));
  const third = valueOf(await add({ accountInfo: us('2222222222') }));
  const flags = await Promise.all(
    [first, second, third].map(
      async ({ id }) => valueOf(await read(accounts.getExternal, { id })).defaultUmaDepositAccount,
    ),
  );
  expect(flags).toEqual([false, true, false]);
});

test('a new default account for UMA payments leaves those of other customers', async () => {
  const { add, run, read, accounts, customers } = await hostWithCustomer();
  const other = valueOf(await run(customers.create, { customerType: 'INDIVIDUAL' }));
  const theirs = valueOf(await add({ customerId: other.id, defaultUmaDepositAccount: true }));
  const account = valueOf(await add({ defaultUmaDepositAccount: true }));
  for (const id of [theirs.id, account.id]) {
    expect(valueOf(await read(accounts.getExternal, { id })).defaultUmaDepositAccount).toBe(true);
  }
  expect(valueOf(await run(accounts.deleteExternal, { id: account.id }))).toMatchObject({
    isDeleted: true,
    defaultUmaDepositAccount: false,
  });
});

test('an account that its customer trusts cannot be deleted', async () => {
  const { add, run, read, accounts, units, context } = await hostWithCustomer();
  const account = valueOf(await add({}));
  const trusted = await units.run(context().tenant, async (tx) =>
    ok(update(tx, context(), EXTERNAL_ACCOUNTS, account, { trustedAt: context().now })),
  );
  expect(refusal(await run(accounts.deleteExternal, { id: account.id })).code).toBe('BENEFICIARY_TRUSTED');
  expect(await read(accounts.getExternal, { id: account.id })).toEqual(trusted);
});

test('an account cannot be deleted while a payment on it is open, and is not found afterwards', async () => {
  const busy = new Set<string>();
  const { add, run, read, accounts } = await hostWithCustomer({ busy });
  const { id } = valueOf(await add({}));
  busy.add(id);
  expect(refusal(await run(accounts.deleteExternal, { id })).code).toBe('CONFLICT');
  busy.clear();
  valueOf(await run(accounts.deleteExternal, { id }));
  expect(refusal(await read(accounts.getExternal, { id })).code).toBe('REFERENCE_NOT_FOUND');
  expect(refusal(await run(accounts.deleteExternal, { id })).code).toBe('REFERENCE_NOT_FOUND');
  expect(valueOf(await read(accounts.listExternal, {})).data).toEqual([]);
});

test("lists filter by customer and currency, and separate the platform's accounts", async () => {
  const { add, read, accounts, customer, clock } = await hostWithCustomer();
  const dollars = valueOf(await add({}));
  clock.advance(1);
  const coins = valueOf(await add({ currency: 'USDC', accountInfo: wallet() }));
  const ownAccount = valueOf(await add({ ownerType: 'PLATFORM', customerId: null }));
  const list = async (filter: Parameters<typeof accounts.listExternal>[2]) =>
    valueOf(await read(accounts.listExternal, filter)).data.map((account) => account.id);
  expect(await list({ ownerType: 'CUSTOMER' })).toEqual([coins.id, dollars.id]);
  expect(await list({ ownerType: 'CUSTOMER', customerId: customer.id, currency: 'USD' })).toEqual([dollars.id]);
  expect(await list({ ownerType: 'CUSTOMER', customerId: 'platform' })).toEqual([]);
  expect(await list({ ownerType: 'PLATFORM' })).toEqual([ownAccount.id]);
});
