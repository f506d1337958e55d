import type { Environment, VerificationKeys } from '@corridor/core';
import type { ApiToken, Platform } from '@corridor/core/records';
import { idOf, NOW, record, TENANT, USD } from './record.js';

export const platform: Platform = {
  ...record(TENANT),
  platformId: idOf('Platform'),
  environment: 'SANDBOX',
  name: 'Example platform',
  umaDomain: 'pay.example.com',
  pendingUmaDomain: null,
  webhookEndpoint: 'https://platform.example.com/webhooks',
  webhookPausedAt: null,
  supportedCurrencies: [
    {
      currencyCode: USD,
      minAmount: 1n,
      maxAmount: 9_000_000_000_000_000n,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      providerRequiredCustomerFields: ['FULL_NAME'],
      providerRequiredCounterpartyCustomerFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    },
  ],
  feeConfigs: [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: USD,
      variableFeeBps: 30,
      fixedFee: { amount: 50n, currency: USD },
    },
  ],
  isRegulatedFinancialInstitution: false,
  allowsMoneyDuringReview: false,
  embeddedWalletConfig: { appName: 'Example', otpLength: 6 },
  cardTokenization2faConfig: { displayName: 'Example', sms: { bodyText: 'Your code: {code}' } },
  redirectSchemes: ['com.example.app'],
  invitationUri: 'com.example.app://invitation/{code}',
  requiresEndUserTerms: false,
  webhookSecret: 'sealed',
  previousWebhookSecret: null,
  previousWebhookSecretUntil: null,
  clockOffset: 0,
  blockedAs: null,
  customerLimits: null,
};

export const token: ApiToken = {
  ...record(idOf('Token')),
  name: 'reporting',
  permissions: ['VIEW', 'TRANSACT'],
  clientId: 'client_example',
  secretDigest: 'canary-digest',
};

export const webhookKeys = (environment: Environment): VerificationKeys => ({
  current: `key of ${environment}\n`,
  previous: { publicKey: `former key of ${environment}\n`, until: NOW },
});
