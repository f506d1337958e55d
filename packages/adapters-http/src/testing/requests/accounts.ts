import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const accountRequests: Requests = {
  listCustomerInternalAccounts: { method: 'GET', path: '/customers/internal-accounts', body: null },
  getInternalAccount: { method: 'GET', path: `/internal-accounts/${idOf('InternalAccount')}`, body: null },
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
  createExternalAccountOwnershipChallenge: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/challenge`,
    body: { method: 'WALLET_SIGNATURE' },
  },
  verifyExternalAccountOwnership: {
    method: 'POST',
    path: `/customers/external-accounts/${idOf('ExternalAccount')}/verify`,
    body: { signature: '0x00', signatureScheme: 'electrum' },
  },
  listPlatformExternalAccounts: { method: 'GET', path: '/platform/external-accounts', body: null },
  createPlatformExternalAccount: {
    method: 'POST',
    path: '/platform/external-accounts',
    body: {
      currency: 'BTC',
      platformAccountId: 'account-1',
      ownershipType: 'FIRST_PARTY',
      accountInfo: { accountType: 'LAYER2_WALLET', address: 'spark1example' },
    },
  },
  getPlatformExternalAccountById: {
    method: 'GET',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  deletePlatformExternalAccountById: {
    method: 'DELETE',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}`,
    body: null,
  },
  createPlatformExternalAccountOwnershipChallenge: {
    method: 'POST',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}/challenge`,
    body: { method: 'WALLET_SIGNATURE' },
  },
  verifyPlatformExternalAccountOwnership: {
    method: 'POST',
    path: `/platform/external-accounts/${idOf('ExternalAccount')}/verify`,
    body: { signature: '0x00' },
  },
};
