import { idOf } from './records.js';

const individualFields = {
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$ada@pay.example.com',
  currencies: ['USD', 'BTC'],
  endUserTermsConsent: {
    acceptedAt: '2025-10-01T08:00:00Z',
    ipAddress: '203.0.113.7',
    termsVersion: '2025-01',
    acceptanceMethod: 'CHECKBOX',
  },
  address: {
    line1: '1 Example Street',
    line2: '2nd floor',
    city: 'Berlin',
    state: 'BE',
    postalCode: '10115',
    country: 'DE',
  },
  fullName: 'Ada Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  idType: 'NON_US_TAX_ID',
  identifier: 'canary-identifier',
  countryOfIssuance: 'DE',
  sourceOfFundsCategories: ['SALARY'],
  pepStatus: 'NONE',
};

const CLIENT_KEY = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

/** A valid body with every kind of field, for each operation that takes one; null for those without. */
export const REQUESTS: Readonly<
  Record<string, { readonly method: string; readonly path: string; readonly body: Record<string, unknown> | null }>
> = {
  getPlatformConfig: { method: 'GET', path: '/config', body: null },
  updatePlatformConfig: {
    method: 'PATCH',
    path: '/config',
    body: {
      umaDomain: 'pay.example.com',
      webhookEndpoint: 'https://platform.example.com/webhooks',
      supportedCurrencies: [
        {
          currencyCode: 'USD',
          minAmount: 1,
          maxAmount: 9_000_000_000_000_000,
          requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
          enabledTransactionTypes: ['OUTGOING'],
        },
      ],
      embeddedWalletConfig: { appName: 'Example', otpLength: 6, alphanumeric: false, expirationSeconds: 300 },
      cardTokenization2faConfig: { displayName: 'Example', sms: { templateSid: 'T1', bodyText: 'Code: {code}' } },
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 30,
          fixedFee: { amount: 50, currency: 'USD' },
        },
      ],
    },
  },
  listCustomers: { method: 'GET', path: '/customers', body: null },
  createCustomer: {
    method: 'POST',
    path: '/customers',
    body: { customerType: 'INDIVIDUAL', platformCustomerId: 'customer-1', region: 'DE', ...individualFields },
  },
  getCustomerById: { method: 'GET', path: `/customers/${idOf('Customer')}`, body: null },
  updateCustomerById: {
    method: 'PATCH',
    path: `/customers/${idOf('Customer')}`,
    body: {
      ...individualFields,
      businessInfo: {
        legalName: 'Example Trading Ltd',
        taxId: 'DE123456789',
        incorporatedOn: '2020-02-29',
        countriesOfOperation: ['DE'],
        naicsCode: '52',
      },
    },
  },
  deleteCustomerById: { method: 'DELETE', path: `/customers/${idOf('Customer')}`, body: null },
  listCustomerInternalAccounts: { method: 'GET', path: '/customers/internal-accounts', body: null },
  listPlatformInternalAccounts: { method: 'GET', path: '/platform/internal-accounts', body: null },
  listCustomerExternalAccounts: { method: 'GET', path: '/customers/external-accounts', body: null },
  createCustomerExternalAccount: {
    method: 'POST',
    path: '/customers/external-accounts',
    body: {
      customerId: idOf('Customer'),
      currency: 'USD',
      platformAccountId: 'account-1',
      ownershipType: 'THIRD_PARTY',
      defaultUmaDepositAccount: false,
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '1234567890',
        routingNumber: '021000021',
        beneficiary: {
          beneficiaryType: 'INDIVIDUAL',
          fullName: 'Ada Example',
          address: { line1: '1 Example Street', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' },
        },
      },
    },
  },
  getCustomerExternalAccountById: {
    method: 'GET',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  deleteCustomerExternalAccountById: {
    method: 'DELETE',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  updateInternalAccount: {
    method: 'PATCH',
    path: `/internal-accounts/${idOf('InternalAccount')}`,
    body: { privateEnabled: true },
  },
  exportInternalAccount: {
    method: 'POST',
    path: `/internal-accounts/${idOf('InternalAccount')}/export`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthCredentials: { method: 'GET', path: `/auth/credentials?accountId=${idOf('InternalAccount')}`, body: null },
  createAuthCredential: {
    method: 'POST',
    path: '/auth/credentials',
    body: {
      type: 'PASSKEY',
      accountId: idOf('InternalAccount'),
      nickname: 'Phone',
      challenge: 'Y2hhbGxlbmdl',
      attestation: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        attestationObject: 'oA',
        transports: ['internal'],
      },
    },
  },
  revokeAuthCredential: { method: 'DELETE', path: `/auth/credentials/${idOf('AuthMethod')}`, body: null },
  verifyAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/verify`,
    body: {
      type: 'PASSKEY',
      assertion: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        authenticatorData: 'AA',
        signature: 'AA',
        userHandle: 'AA',
      },
    },
  },
  challengeAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/challenge`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthSessions: { method: 'GET', path: `/auth/sessions?accountId=${idOf('InternalAccount')}`, body: null },
  revokeAuthSession: { method: 'DELETE', path: `/auth/sessions/${idOf('Session')}`, body: null },
  refreshAuthSession: {
    method: 'POST',
    path: `/auth/sessions/${idOf('Session')}/refresh`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listDelegatedKeys: { method: 'GET', path: `/auth/delegated-keys?accountId=${idOf('InternalAccount')}`, body: null },
  createDelegatedKey: {
    method: 'POST',
    path: '/auth/delegated-keys',
    body: { cardId: idOf('Card'), internalAccountId: idOf('InternalAccount'), nickname: 'Card' },
  },
  getDelegatedKeyById: { method: 'GET', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
  revokeDelegatedKey: { method: 'DELETE', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
  createQuote: {
    method: 'POST',
    path: '/quotes',
    body: {
      lookupId: idOf('Lookup'),
      source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: 'USD', cryptoNetwork: 'SPARK' },
      destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: false,
      description: 'Buy bitcoin',
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
      platformFeeOverride: { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 },
      senderCustomerInfo: { FULL_NAME: 'Ada Example' },
    },
  },
  getQuoteById: { method: 'GET', path: `/quotes/${idOf('Quote')}`, body: null },
  executeQuote: { method: 'POST', path: `/quotes/${idOf('Quote')}/execute`, body: { scaFactor: 'TOTP' } },
  listTransactions: { method: 'GET', path: '/transactions', body: null },
  getTransactionById: { method: 'GET', path: `/transactions/${idOf('Transaction')}`, body: null },
  sendTestWebhook: { method: 'POST', path: '/sandbox/webhooks/test', body: null },
  getWebhookPublicKey: { method: 'GET', path: '/webhooks/public-key', body: null },
  getWebhookSecret: { method: 'GET', path: '/webhooks/secret', body: null },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/secret/rotate', body: null },
  sandboxSend: {
    method: 'POST',
    path: '/sandbox/send',
    body: { quoteId: idOf('Quote'), currencyCode: 'USD', currencyAmount: 10_000 },
  },
  sandboxFundInternalAccount: {
    method: 'POST',
    path: `/sandbox/internal-accounts/${idOf('InternalAccount')}/fund`,
    body: { amount: 1_000_000 },
  },
};
