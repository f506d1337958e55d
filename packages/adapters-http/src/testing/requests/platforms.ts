import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const platformRequests: Requests = {
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
      redirectSchemes: ['com.example.app'],
      invitationUri: 'com.example.app://invitation/{code}',
    },
  },
  listTokens: { method: 'GET', path: '/tokens', body: null },
  createToken: { method: 'POST', path: '/tokens', body: { name: 'reporting', permissions: ['VIEW', 'TRANSACT'] } },
  getTokenById: { method: 'GET', path: `/tokens/${idOf('Token')}`, body: null },
  deleteTokenById: { method: 'DELETE', path: `/tokens/${idOf('Token')}`, body: null },
};
