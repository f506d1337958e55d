import { type CurrencyCode, instant } from '@corridor/core';
import type {
  Stablecoin,
  StablecoinOperation,
  StablecoinProviderAccount,
  StablecoinQuote,
} from '@corridor/core/records';
import { idOf, NOW, record, USD } from './record.js';

export const providerAccount: StablecoinProviderAccount = {
  ...record(idOf('StablecoinProviderAccount')),
  provider: 'BRALE',
  providerAccountId: 'acct_example',
  providerEnvironment: 'SANDBOX',
  status: 'ACTIVE',
  lastVerifiedAt: NOW,
  sealedCredentials: 'canary-sealed',
};

export const stablecoin: Stablecoin = {
  ...record(idOf('Stablecoin')),
  name: 'Example dollar',
  symbol: 'USDB',
  baseCurrency: USD,
  network: 'SPARK',
  decimals: 6,
  issuanceStatus: 'PROVISIONED',
  svcOperationsStatus: 'ENABLED',
  networkTokenIdentifier: 'btkn1example',
  providerTokenIdentifier: 'token-1',
  currency: 'USDB' as CurrencyCode,
  provider: 'BRALE',
  stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
  providerEnvironment: 'SANDBOX',
};

export const stablecoinQuote: StablecoinQuote = {
  ...record(idOf('StablecoinQuote')),
  stablecoinId: idOf('Stablecoin'),
  operationType: 'MINT',
  status: 'EXECUTED',
  amount: 250_000_000n,
  fees: 0n,
  netAmount: 250_000_000n,
  request: {
    operationType: 'MINT',
    amount: 250_000_000n,
    source: {
      type: 'WIRE',
      externalAccountId: null,
      accountId: null,
      sourceTokenIdentifier: null,
      cryptoNetwork: null,
    },
    destination: { accountId: idOf('InternalAccount'), rail: null },
    description: null,
  },
  timing: null,
  stablecoinOperationId: idOf('StablecoinOperation'),
  expiresAt: instant(NOW + 300_000),
};

export const stablecoinOperation: StablecoinOperation = {
  ...record(idOf('StablecoinOperation')),
  stablecoinId: idOf('Stablecoin'),
  operationType: 'MINT',
  status: 'PENDING_FUNDING',
  amount: 10n ** 17n,
  netAmount: 10n ** 17n,
  source: { type: 'WIRE', externalAccountId: null, accountId: null, sourceTokenIdentifier: null, cryptoNetwork: null },
  destination: { accountId: idOf('InternalAccount'), rail: null },
  provider: 'BRALE',
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: idOf('StablecoinProviderAccount'),
  owner: 'platform',
  collectedFrom: null,
  deliveredTo: null,
  baseCurrency: USD,
  currency: 'USDB' as CurrencyCode,
  limitUse: null,
  heldAmount: null,
  quoteId: null,
  fundingInstructions: { rail: 'WIRE', accountNumber: '1234567890', reference: 'K7QF9M3X' },
  estimatedDelivery: { rail: null, amount: 10n ** 17n, currency: 'USDB', timing: 'WITHIN_MINUTES' },
  expiresAt: instant(NOW + 86_400_000),
  providerStatus: 'awaiting_funding',
  failureReason: null,
  description: 'Treasury',
  submittedAt: NOW,
};
