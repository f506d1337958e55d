import { describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import {
  ACCOUNT_INFO,
  accountOf,
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fund,
  fundedAccount,
  quotePayout,
  settled,
  umaDomainOf,
} from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Customer, ExternalAccount, Page } from '../support/wire.js';

describe('records', { concurrent: true }, () => {
  const used = useHost('sqlite');

  it('an external account is added once, read and listed, and can be deleted when it is no longer needed', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 10_000);
    const accountInfo = ACCOUNT_INFO.EUR('900');
    const body = { customerId: customer.id, currency: 'EUR', platformAccountId: 'rent', accountInfo };
    const add = () => api.post<ExternalAccount>('/customers/external-accounts', body);
    const account = await expecting(201, add());
    expect(account).toMatchObject({ status: 'ACTIVE', currency: 'EUR', accountInfo });
    await refused(409, 'CONFLICT', add());

    const path = `/customers/external-accounts/${account.id}`;
    expect(await expecting(200, api.get(path))).toEqual(account);
    const list = async (): Promise<readonly ExternalAccount[]> =>
      (
        await expecting(
          200,
          api.get<Page<ExternalAccount>>('/customers/external-accounts', { customerId: customer.id }),
        )
      ).data;
    expect(await list()).toEqual([account]);

    const quote = await quotePayout(api, { from: source.id, to: account.id, amount: 1_000 });
    await refused(409, 'CONFLICT', api.delete(path));
    await executeQuote(api, quote.id);
    const done = await settled(api, quote.transactionId);

    await expecting(204, api.delete(path));
    await refused(404, 'REFERENCE_NOT_FOUND', api.get(path));
    await refused(404, 'REFERENCE_NOT_FOUND', api.delete(path));
    expect(await list()).toEqual([]);
    // Transactions of the deleted account still name it. The same account can be added again and has a new id.
    expect((await settled(api, done.id)).destination).toMatchObject({ accountId: account.id });
    const again = await expecting(201, add());
    expect(again.id).not.toBe(account.id);
    expect(await list()).toEqual([again]);
  });

  it('several customers can add the same account, each of them once', async () => {
    const { api } = used;
    const [one, other] = [await createCustomer(api), await createCustomer(api)];
    const accountInfo = ACCOUNT_INFO.MXN('900');
    const add = (customerId: string) =>
      api.post('/customers/external-accounts', { customerId, currency: 'MXN', accountInfo });
    const answers = await Promise.all([one, other, one, other, one].map(({ id }) => add(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
  });

  it('an external account must match the form and the currencies of its type', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const add = (currency: string, accountInfo: object) =>
      api.post('/customers/external-accounts', { customerId: customer.id, currency, accountInfo });
    await refused(400, 'INVALID_CURRENCY', add('USD', ACCOUNT_INFO.EUR('900')));
    const { details } = await refused(
      400,
      'INVALID_INPUT',
      add('USD', { ...ACCOUNT_INFO.USD('900'), routingNumber: '12' }),
    );
    expect(details?.errors).toMatchObject([
      { field: 'accountInfo.routingNumber', constraint: { pattern: '^[0-9]{9}$' } },
    ]);
    await refused(400, 'INVALID_INPUT', add('EUR', { accountType: 'EUR_ACCOUNT' }));
    await refused(400, 'INVALID_INPUT', add('EUR', { accountType: 'NO_ACCOUNT' }));
    await refused(400, 'INVALID_BANK_ACCOUNT', add('EUR', ACCOUNT_INFO.EUR('105')));
    const wrong = { customerId: 'Customer:1', currency: 'EUR', accountInfo: ACCOUNT_INFO.EUR('900') };
    await refused(400, 'INVALID_INPUT', api.post('/customers/external-accounts', wrong));
  });

  it('a customer is created, verified and changed, and deleted after its money has left', async () => {
    const { api, receiver } = used;
    const details = { platformCustomerId: 'life', currencies: ['USD'], email: 'ada@example.com' };
    const created = await createCustomer(api, details);
    expect(created).toMatchObject({ kycStatus: 'APPROVED', isDeleted: false, region: 'US' });
    const path = `/customers/${created.id}`;
    const read = await expecting(200, api.get<Customer>(path));
    expect(read).toMatchObject({ kycStatus: 'APPROVED', platformCustomerId: details.platformCustomerId });
    await refused(409, 'CONFLICT', api.post('/customers', { ...created, id: undefined }));

    const changed = await expecting(200, api.patch<Customer>(path, { fullName: 'Ada King' }));
    expect(changed).toMatchObject({ fullName: 'Ada King', email: 'ada@example.com', kycStatus: 'APPROVED' });
    expect(changed.updatedAt >= read.updatedAt).toBe(true);
    await refused(400, 'INVALID_INPUT', api.patch(path, { customerType: 'BUSINESS' }));

    const account = await accountOf(api, created.id, 'USD');
    await fund(api, account.id, 1_000);
    await refused(409, 'CONFLICT', api.delete(path));
    const payee = await addAccount(api, created.id, 'MXN', '003');
    const quote = await quotePayout(
      api,
      { from: account.id, to: payee.id, amount: 1_000 },
      { immediatelyExecute: true },
    );
    expect(await balances(api, created.id, 'USD')).toEqual([0, 1_000]);
    await refused(409, 'CONFLICT', api.delete(path));

    const other = await createCustomer(api, { currencies: ['USD'] });
    const gone = await expecting(200, api.delete<Customer>(`/customers/${other.id}`));
    expect(gone).toMatchObject({ id: other.id, isDeleted: true });
    await refused(410, 'CUSTOMER_DELETED', api.delete(`/customers/${other.id}`));
    await refused(404, 'USER_NOT_FOUND', api.get(`/customers/${other.id}`));
    await refused(404, 'USER_NOT_FOUND', api.patch(`/customers/${other.id}`, { fullName: 'Nobody' }));
    // The identifiers of a deleted customer can be used again.
    await createCustomer(api, { platformCustomerId: other.platformCustomerId, umaAddress: other.umaAddress });
    await receiver.sequence(other.id, ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
    expect(quote.status).toBe('PROCESSING');
  });

  it("the ending of an individual's name decides the verification", async () => {
    const { api, receiver } = used;
    const decided = async (fullName: string): Promise<string> => {
      const { id } = await createCustomer(api, { fullName });
      return `${id} ${(await expecting(200, api.get<Customer>(`/customers/${id}`))).kycStatus}`;
    };
    for (const [name, status, events] of [
      ['Ada Lovelace', 'APPROVED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']],
      ['Ada 001', 'PENDING', []],
      ['Ada 002', 'REJECTED', ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_REJECTED']],
      ['Ada 003', 'PENDING', []],
    ] as const) {
      const [id = '', found] = (await decided(name)).split(' ');
      expect(found, name).toBe(status);
      await receiver.sequence(id, events);
    }
  });

  it('a business waits for its verification', async () => {
    const { api } = used;
    const body = {
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Shop Ltd' },
      region: 'US',
      currencies: ['USD'],
    };
    const business = await expecting(201, api.post<Customer>('/customers', body));
    expect(business).toMatchObject({ kycStatus: 'PENDING', kybStatus: 'PENDING' });
    const source = await fundedAccount(api, business.id, 'USD', 1_000);
    const payee = await addAccount(api, business.id, 'EUR');
    const request = {
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100,
    };
    await refused(403, 'USER_NOT_READY', api.post('/quotes', request));
    const { details } = await refused(400, 'INVALID_INPUT', api.post('/customers', { customerType: 'BUSINESS' }));
    expect(details?.errors?.length).toBeGreaterThan(0);
  });

  it('identifiers of a person are accepted and never returned', async () => {
    const { api, host, receiver } = used;
    const identifier = '078-05-1120';
    const body = {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      idType: 'SSN',
      identifier,
      countryOfIssuance: 'US',
    };
    const answer = await api.post<Customer>('/customers', body);
    expect(answer.status).toBe(201);
    const read = await api.get(`/customers/${answer.body.id}`);
    const changed = await api.patch(`/customers/${answer.body.id}`, { identifier: '078-05-1121' });
    await receiver.sequence(answer.body.id, ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
    const sent = receiver.deliveries.map(({ body: bytes }) => bytes.toString('utf8')).join('');
    for (const text of [answer.text, read.text, changed.text, sent, host.stderr(), host.stdout()]) {
      expect(text).not.toContain('078-05-112');
    }
  });

  it('a UMA address belongs to one customer', async () => {
    const { api } = used;
    const umaAddress = `$ada@${umaDomainOf(await createCustomer(api))}`;
    await createCustomer(api, { umaAddress });
    const body = { customerType: 'INDIVIDUAL', fullName: 'Eve', region: 'US', umaAddress };
    await refused(409, 'UMA_ADDRESS_EXISTS', api.post('/customers', body));
    await refused(400, 'INVALID_UMA_ADDRESS', api.post('/customers', { ...body, umaAddress: 'nonsense' }));
    await refused(400, 'INVALID_UMA_ADDRESS', api.post('/customers', { ...body, umaAddress: '$ada@bank.example' }));
  });
});
