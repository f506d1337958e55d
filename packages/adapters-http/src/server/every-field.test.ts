import { describe, expect, test } from 'vitest';
import { idOf } from '../testing/records/record.js';
import { BASE, startServer } from '../testing/server.js';

const server = await startServer();

async function refusedFields(method: string, path: string, body: object, headers = {}): Promise<readonly string[]> {
  const reply = await server.call(method, BASE + path, body, headers);
  expect([reply.status, reply.json.code], reply.text).toEqual([400, 'INVALID_INPUT']);
  return reply.json.details.errors.map(({ field }) => field).sort();
}

const consent = {
  acceptedAt: '2020-01-01T00:00:00Z',
  ipAddress: '203.0.113.7',
  termsVersion: '1',
  acceptanceMethod: 'CHECKBOX',
};

describe('one response names every invalid field, whether a schema or a rule of the core refuses it', () => {
  test.each<[string, object, readonly string[]]>([
    ['a birth date in the future', { birthDate: '2999-01-01', email: 5 }, ['birthDate', 'email']],
    [
      'an unknown country',
      { region: 'XX', address: { line1: 'x', country: 'YY' } },
      ['address.country', 'address.postalCode', 'region'],
    ],
    [
      'due diligence',
      { purposeOfAccountOtherDescription: '  ', pepStatus: 'MAYBE' },
      ['pepStatus', 'purposeOfAccountOtherDescription'],
    ],
    ['a tax number', { idType: 'SSN', identifier: '1', phoneNumber: '5' }, ['identifier', 'phoneNumber']],
    [
      'terms',
      { endUserTermsConsent: { ...consent, ipAddress: 'x' }, email: 5 },
      ['email', 'endUserTermsConsent.ipAddress'],
    ],
    ['a valid acceptance of the terms', { endUserTermsConsent: consent, email: 5 }, ['email']],
    ['a list', { currencies: ['USD', 'ZZZ', 5] }, ['currencies.1', 'currencies.2']],
  ])('of an individual: %s', async (_what, fields, expected) => {
    expect(await refusedFields('POST', '/customers', { customerType: 'INDIVIDUAL', ...fields })).toEqual(expected);
    if (Object.hasOwn(fields, 'region')) return;
    expect(await refusedFields('PATCH', `/customers/${idOf('Customer')}`, fields)).toEqual(expected);
  });

  test('of a business', async () => {
    const businessInfo = { incorporatedOn: '2999-01-01', taxId: '1', country: 'US', naicsCode: 'x' };
    expect(await refusedFields('POST', '/customers', { customerType: 'BUSINESS', businessInfo })).toEqual([
      'businessInfo.incorporatedOn',
      'businessInfo.legalName',
      'businessInfo.naicsCode',
      'businessInfo.taxId',
    ]);
  });

  test('of a customer without a type: the fields that every customer has', async () => {
    const body = { email: 'bad', region: 'XX', endUserTermsConsent: consent };
    expect(await refusedFields('POST', '/customers', body)).toEqual(['customerType', 'email', 'region']);
  });

  test('of the configuration', async () => {
    const currency = {
      currencyCode: 'USD',
      minAmount: 9,
      maxAmount: 5,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: ['OUTGOING'],
    };
    const fee = {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 10_000,
      fixedFee: { amount: 0, currency: 'EUR' },
    };
    expect(
      await refusedFields('PATCH', '/config', {
        umaDomain: 'not a domain',
        webhookEndpoint: 'javascript:alert(1)',
        embeddedWalletConfig: { otpLength: 99, replyToEmailAddress: 'bad' },
        supportedCurrencies: [currency, { ...currency, minAmount: 0.5 }],
        feeConfigs: [fee],
      }),
    ).toEqual([
      'embeddedWalletConfig.otpLength',
      'embeddedWalletConfig.replyToEmailAddress',
      'feeConfigs.0.fixedFee.currency',
      'feeConfigs.0.variableFeeBps',
      'supportedCurrencies.0.minAmount',
      'supportedCurrencies.1.currencyCode',
      'supportedCurrencies.1.minAmount',
      'umaDomain',
      'webhookEndpoint',
    ]);
  });

  test.each([
    ['/customers/Customer:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e', ['createdAt', 'id', 'isDeleted']],
    ['/config', ['createdAt', 'id', 'isRegulatedFinancialInstitution']],
    ['/beneficial-owners/BeneficialOwner:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e', ['customerId', 'id', 'kycStatus']],
    ['/agents/Agent:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e', ['customerId', 'id', 'policy']],
    ['/cards/Card:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e', ['brand', 'cardholderId', 'id', 'platformCardId']],
    ['/internal-accounts/InternalAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e', ['balance', 'id', 'status']],
  ])('that PATCH %s returns and does not accept', async (path, names) => {
    const sent = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(await refusedFields('PATCH', path, sent)).toEqual(expect.arrayContaining(names));
  });

  test('including the headers', async () => {
    const key = { 'idempotency-key': 'k'.repeat(256) };
    expect(await refusedFields('PATCH', '/config', { umaDomain: 'not a domain' }, key)).toEqual([
      'Idempotency-Key',
      'umaDomain',
    ]);
  });

  test('and names each field once', async () => {
    const fields = await refusedFields('POST', '/customers', {
      customerType: 'INDIVIDUAL',
      email: 5,
      address: 'here',
      currencies: {},
      fullName: '',
    });
    expect(fields).toEqual(['address', 'currencies', 'email', 'fullName']);
  });
});
