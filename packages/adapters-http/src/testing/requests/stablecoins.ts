import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

const mint = {
  amount: '250000000',
  fundingSource: { type: 'SVC_INTERNAL_ACCOUNT', accountId: idOf('InternalAccount') },
  destination: { accountId: idOf('InternalAccount') },
  description: 'Treasury',
};
const burn = {
  amount: '250000000',
  source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: idOf('InternalAccount') },
  destination: { type: 'EXTERNAL_ACCOUNT', externalAccountId: idOf('ExternalAccount'), rail: 'WIRE' },
  description: 'Treasury',
};
const coinPath = `/stablecoins/${idOf('Stablecoin')}`;

export const stablecoinRequests: Requests = {
  listStablecoinProviderAccounts: { method: 'GET', path: '/stablecoin-provider-accounts', body: null },
  linkStablecoinProviderAccount: {
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    body: { provider: 'BRALE', apiClientId: 'client', apiClientSecret: 'canary', providerAccountId: 'acct_example' },
  },
  getStablecoinProviderAccount: {
    method: 'GET',
    path: `/stablecoin-provider-accounts/${idOf('StablecoinProviderAccount')}`,
    body: null,
  },
  listStablecoins: { method: 'GET', path: '/stablecoins', body: null },
  registerStablecoin: {
    method: 'POST',
    path: '/stablecoins',
    body: {
      providerTokenIdentifier: 'token-1',
      networkTokenIdentifier: 'btkn1example',
      network: 'SPARK',
      stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
    },
  },
  getStablecoin: { method: 'GET', path: coinPath, body: null },
  createStablecoinMintQuote: { method: 'POST', path: `${coinPath}/mint-quotes`, body: mint },
  createStablecoinBurnQuote: { method: 'POST', path: `${coinPath}/burn-quotes`, body: burn },
  getStablecoinQuote: { method: 'GET', path: `/stablecoin-quotes/${idOf('StablecoinQuote')}`, body: null },
  executeStablecoinQuote: { method: 'POST', path: `/stablecoin-quotes/${idOf('StablecoinQuote')}/execute`, body: null },
  createStablecoinMint: { method: 'POST', path: `${coinPath}/mints`, body: mint },
  createStablecoinBurn: { method: 'POST', path: `${coinPath}/burns`, body: burn },
  listStablecoinOperations: { method: 'GET', path: `${coinPath}/operations`, body: null },
  getStablecoinOperation: {
    method: 'GET',
    path: `/stablecoin-operations/${idOf('StablecoinOperation')}`,
    body: null,
  },
};
