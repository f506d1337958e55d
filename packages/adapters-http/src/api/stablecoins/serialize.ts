import { toIso } from '@corridor/core';
import type {
  EstimatedDelivery,
  OperationSource,
  Stablecoin,
  StablecoinOperation,
  StablecoinProviderAccount,
  StablecoinQuote,
} from '@corridor/core/records';
import { optionalInstant, type Wire } from '../../kit/wire.js';
import type {
  estimatedDelivery,
  operationSource,
  providerAccount,
  stablecoin,
  stablecoinOperation,
  stablecoinQuote,
} from './schemas.js';

/** A link to a provider account, without its credentials. */
export const serializeProviderAccount = (link: StablecoinProviderAccount): Wire<typeof providerAccount> => ({
  id: link.id,
  provider: link.provider,
  providerAccountId: link.providerAccountId,
  providerEnvironment: link.providerEnvironment,
  status: link.status,
  lastVerifiedAt: toIso(link.lastVerifiedAt),
  createdAt: toIso(link.createdAt),
  updatedAt: toIso(link.updatedAt),
});

export const serializeStablecoin = (coin: Stablecoin): Wire<typeof stablecoin> => ({
  id: coin.id,
  name: coin.name,
  symbol: coin.symbol,
  baseCurrency: coin.baseCurrency,
  network: coin.network,
  decimals: coin.decimals,
  issuanceStatus: coin.issuanceStatus,
  svcOperationsStatus: coin.svcOperationsStatus,
  networkTokenIdentifier: coin.networkTokenIdentifier,
  currency: coin.currency ?? undefined,
  provider: coin.provider,
  stablecoinProviderAccountId: coin.stablecoinProviderAccountId,
  providerEnvironment: coin.providerEnvironment,
  providerTokenIdentifier: coin.providerTokenIdentifier,
  createdAt: toIso(coin.createdAt),
  updatedAt: toIso(coin.updatedAt),
});

export const serializeStablecoinQuote = (quote: StablecoinQuote): Wire<typeof stablecoinQuote> => ({
  id: quote.id,
  stablecoinId: quote.stablecoinId,
  operationType: quote.operationType,
  status: quote.status,
  amount: quote.amount.toString(),
  fees: quote.fees.toString(),
  netAmount: quote.netAmount.toString(),
  stablecoinOperationId: quote.stablecoinOperationId ?? undefined,
  createdAt: toIso(quote.createdAt),
  expiresAt: toIso(quote.expiresAt),
});

const source = ({ type, ...named }: OperationSource): Wire<typeof operationSource> => ({
  type,
  externalAccountId: named.externalAccountId ?? undefined,
  accountId: named.accountId ?? undefined,
  sourceTokenIdentifier: named.sourceTokenIdentifier ?? undefined,
  cryptoNetwork: named.cryptoNetwork ?? undefined,
});

const delivery = ({ rail, amount, currency, timing }: EstimatedDelivery): Wire<typeof estimatedDelivery> => ({
  rail: rail ?? undefined,
  amount: amount.toString(),
  currency,
  timing: timing ?? undefined,
});

export const serializeStablecoinOperation = (operation: StablecoinOperation): Wire<typeof stablecoinOperation> => ({
  id: operation.id,
  stablecoinId: operation.stablecoinId,
  operationType: operation.operationType,
  status: operation.status,
  amount: operation.amount.toString(),
  provider: operation.provider,
  providerEnvironment: operation.providerEnvironment,
  stablecoinProviderAccountId: operation.stablecoinProviderAccountId,
  source: source(operation.source),
  fundingInstructions: operation.fundingInstructions ?? undefined,
  destination: {
    accountId: operation.destination.accountId,
    rail: operation.destination.rail ?? undefined,
  },
  estimatedDelivery: operation.estimatedDelivery === null ? undefined : delivery(operation.estimatedDelivery),
  expiresAt: optionalInstant(operation.expiresAt),
  providerStatus: operation.providerStatus ?? undefined,
  failureReason: operation.failureReason ?? undefined,
  description: operation.description ?? undefined,
  createdAt: toIso(operation.createdAt),
  updatedAt: toIso(operation.updatedAt),
});
