import { describe, expect, test } from 'vitest';
import { ANSWERS } from '../testing/answers.js';
import { idOf } from '../testing/records/record.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer } from '../testing/server.js';

const server = await startServer({}, ANSWERS);

async function inputOf(operationId: string, { query = '', body }: { query?: string; body?: unknown } = {}) {
  const { method, path, body: usual } = REQUESTS[operationId]!;
  const reply = await server.call(method, BASE + path + query, body ?? usual ?? undefined);
  expect(reply.status, reply.text).toBeLessThan(300);
  return server.calls.at(-1)!;
}

describe('a request is translated into the input of one use case', () => {
  test('a real-time funded quote', async () => {
    expect(await inputOf('createQuote')).toMatchObject({
      name: 'quotes.create',
      input: {
        lookupId: idOf('Lookup'),
        source: {
          sourceType: 'REALTIME_FUNDING',
          customerId: idOf('Customer'),
          currency: 'USD',
          cryptoNetwork: 'SPARK',
        },
        destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: 10_000n,
        immediatelyExecute: false,
        description: 'Buy bitcoin',
        remittanceInformation: 'Invoice 7',
        purposeOfPayment: 'GIFT',
        platformFeeOverride: { fixed: { amount: 50n, currency: 'USD' }, variableBps: 30 },
      },
    });
  });

  test('a quote from an account to a UMA address, with required fields only', async () => {
    const body = {
      source: { sourceType: 'ACCOUNT', accountId: idOf('InternalAccount') },
      destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$ada@pay.example.com' },
      lockedCurrencySide: 'RECEIVING',
      lockedCurrencyAmount: 1,
    };
    expect((await inputOf('createQuote', { body })).input).toEqual({ ...body, lockedCurrencyAmount: 1n });
  });

  test('an individual', async () => {
    const { name, input } = await inputOf('createCustomer');
    expect(name).toBe('customers.create');
    expect(input).toMatchObject({
      customerType: 'INDIVIDUAL',
      identifier: 'canary-identifier',
      sourceOfFundsCategories: ['SALARY'],
      pepStatus: 'NONE',
      endUserTermsConsent: { acceptedAt: Date.UTC(2025, 9, 1, 8) },
    });
  });

  test('a business', async () => {
    const body = { customerType: 'BUSINESS', businessInfo: { legalName: 'Example Trading Ltd', entityType: 'LLC' } };
    expect((await inputOf('createCustomer', { body })).input).toEqual(body);
  });

  test('a change of a customer without its type', async () => {
    const { input } = await inputOf('updateCustomerById', {
      body: { email: 'new@example.com', businessInfo: { taxId: '1' } },
    });
    expect(input).toEqual({ id: idOf('Customer'), email: 'new@example.com', businessInfo: { taxId: '1' }, signed: {} });
  });

  test('filters of lists, in the types of the core', async () => {
    const query =
      `?customerId=${idOf('Customer')}&status=COMPLETED&type=OUTGOING&reference=K7QF&platformCustomerId=a%2Bb` +
      `&accountIdentifier=x&senderAccountIdentifier=y&receiverAccountIdentifier=z&limit=5&cursor=c&sortOrder=asc` +
      `&startDate=2025-10-13T00:00:00Z&endDate=2025-10-13T02:00:00%2B02:00`;
    expect((await inputOf('listTransactions', { query })).input).toEqual({
      customerId: idOf('Customer'),
      platformCustomerId: 'a+b',
      accountIdentifier: 'x',
      senderAccountIdentifier: 'y',
      receiverAccountIdentifier: 'z',
      status: 'COMPLETED',
      type: 'OUTGOING',
      reference: 'K7QF',
      startDate: Date.UTC(2025, 9, 13),
      endDate: Date.UTC(2025, 9, 13),
      limit: 5,
      cursor: 'c',
      sortOrder: 'asc',
    });
    expect((await inputOf('listCustomers', { query: '?isIncludingDeleted=true&limit=100' })).input).toEqual({
      isIncludingDeleted: true,
      limit: 100,
    });
  });

  test('filters of exchange rates, with repeated parameters and comma-separated values', async () => {
    const query =
      '?sourceCurrency=USD&destinationCurrency=MXN&destinationCurrency=EUR,INR&sendingAmount=9000000000000000';
    expect((await inputOf('getExchangeRates', { query })).input).toEqual({
      sourceCurrency: 'USD',
      destinationCurrency: ['MXN', 'EUR', 'INR'],
      sendingAmount: 9_000_000_000_000_000n,
    });
    expect((await inputOf('getExchangeRates', { query: '?destinationCurrency=MXN' })).input).toEqual({
      destinationCurrency: ['MXN'],
    });
  });

  test.each(['-1', '1.5', '9000000000000001', '99999999999999999999', 'x', ''])(
    'refuses the sending amount %j',
    async (amount) => {
      const reply = await server.call('GET', `${BASE}/exchange-rates?sendingAmount=${amount}`);
      expect([reply.status, reply.json.details.errors.map(({ field }) => field)]).toEqual([400, ['sendingAmount']]);
    },
  );

  test('accounts of customers and of the platform', async () => {
    expect((await inputOf('listCustomerInternalAccounts')).input).toMatchObject({ ownerType: 'CUSTOMER' });
    expect((await inputOf('listPlatformInternalAccounts')).input).toMatchObject({ ownerType: 'PLATFORM' });
    expect((await inputOf('createCustomerExternalAccount')).input).toMatchObject({
      ownerType: 'CUSTOMER',
      customerId: idOf('Customer'),
      accountInfo: { accountType: 'USD_ACCOUNT' },
    });
  });

  test('external accounts of the platform, which have no customer', async () => {
    const { name, input } = await inputOf('createPlatformExternalAccount');
    expect(name).toBe('accounts.addExternal');
    expect(input).toMatchObject({ ownerType: 'PLATFORM', currency: 'BTC', ownershipType: 'FIRST_PARTY' });
    const named = { customerId: idOf('Customer'), defaultUmaDepositAccount: true };
    const body = { ...REQUESTS['createPlatformExternalAccount']!.body, ...named };
    const { input: again } = await inputOf('createPlatformExternalAccount', { body });
    expect(again).toEqual(input);
    expect((await inputOf('listPlatformExternalAccounts', { query: '?currency=EUR' })).input).toEqual({
      ownerType: 'PLATFORM',
      currency: 'EUR',
    });
    for (const operationId of ['getPlatformExternalAccountById', 'deletePlatformExternalAccountById']) {
      expect((await inputOf(operationId)).input).toEqual({ id: idOf('ExternalAccount'), ownerType: 'PLATFORM' });
    }
  });

  test.each([
    ['CUSTOMER', 'createExternalAccountOwnershipChallenge', 'verifyExternalAccountOwnership'],
    ['PLATFORM', 'createPlatformExternalAccountOwnershipChallenge', 'verifyPlatformExternalAccountOwnership'],
  ])('the proof of wallet ownership: %s', async (ownerType, challenge, verify) => {
    const key = { id: idOf('ExternalAccount'), ownerType };
    expect(await inputOf(challenge)).toMatchObject({
      name: 'accounts.challengeOwnership',
      input: { ...key, method: 'WALLET_SIGNATURE' },
    });
    expect(await inputOf(verify)).toMatchObject({
      name: 'accounts.verifyOwnership',
      input: { ...key, signature: '0x00' },
    });
  });

  test('transfers, and decisions on payments', async () => {
    expect((await inputOf('createTransferIn')).input).toEqual({
      sourceId: idOf('ExternalAccount'),
      destinationId: idOf('InternalAccount'),
      amount: 10_000n,
    });
    expect((await inputOf('createTransferOut')).input).toEqual({
      sourceId: idOf('InternalAccount'),
      destinationId: idOf('ExternalAccount'),
      amount: 10_000n,
      paymentRail: 'ACH',
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
    });
    expect((await inputOf('estimateCryptoWithdrawalFee')).input).toMatchObject({
      cryptoNetwork: 'BITCOIN',
      amount: 100n,
    });
    expect((await inputOf('cancelTransaction')).input).toEqual({ id: idOf('Transaction'), reason: 'sent twice' });
    const confirmedAt = Date.UTC(2025, 9, 13, 12);
    expect((await inputOf('confirmReceiptDelivery')).input).toEqual({ id: idOf('Transaction'), confirmedAt });
    expect((await inputOf('lookupExternalAccount', { query: `?customerId=${idOf('Customer')}` })).input).toEqual({
      accountId: idOf('ExternalAccount'),
      customerId: idOf('Customer'),
    });
  });

  test('simulations', async () => {
    expect((await inputOf('sandboxDeposit')).input).toEqual({
      reference: 'K7QF9M3X',
      currencyCode: 'USD',
      amount: 10_000n,
    });
    expect((await inputOf('sandboxSend')).input).toEqual({
      quoteId: idOf('Quote'),
      currencyCode: 'USD',
      currencyAmount: 10_000n,
    });
    expect((await inputOf('sandboxFundInternalAccount')).input).toEqual({
      accountId: idOf('InternalAccount'),
      amount: 1_000_000n,
    });
  });
});

test('one response names all invalid details of an external account together with other invalid fields', async () => {
  const reply = await server.call('POST', `${BASE}/customers/external-accounts`, {
    currency: 'NOPE',
    ownershipType: 'NOBODY',
    accountInfo: { accountType: 'USD_ACCOUNT', routingNumber: '12', beneficiary: { beneficiaryType: 'INDIVIDUAL' } },
  });
  expect(reply.json.details.errors.map(({ field }) => field).sort()).toEqual([
    'accountInfo.accountNumber',
    'accountInfo.beneficiary.fullName',
    'accountInfo.routingNumber',
    'currency',
    'customerId',
    'ownershipType',
  ]);
  const routing = reply.json.details.errors.find(({ field }) => field === 'accountInfo.routingNumber');
  expect(routing?.constraint).toMatchObject({ pattern: '^[0-9]{9}$' });
});
