import { toIso } from '@corridor/core';
import type { FeeConfig, Platform, PlatformCurrency } from '@corridor/core/records';
import { proofOf } from '@corridor/core/internal';
import { integer, type Wire } from '../../kit/wire.js';
import type { currencyConfig, feeConfig, pendingUmaDomain, platformConfig } from './schemas.js';

export const serializePlatform = (platform: Platform): Wire<typeof platformConfig> => ({
  id: platform.platformId,
  umaDomain: platform.umaDomain ?? undefined,
  pendingUmaDomain: pendingDomain(platform),
  webhookEndpoint: platform.webhookEndpoint ?? undefined,
  ...(platform.webhookPausedAt !== null && { webhookPausedAt: toIso(platform.webhookPausedAt) }),
  supportedCurrencies: platform.supportedCurrencies.map(currency),
  isRegulatedFinancialInstitution: platform.isRegulatedFinancialInstitution,
  embeddedWalletConfig: platform.embeddedWalletConfig ?? undefined,
  cardTokenization2faConfig: platform.cardTokenization2faConfig ?? undefined,
  feeConfigs: platform.feeConfigs.map(fee),
  redirectSchemes: platform.redirectSchemes ?? [],
  invitationUri: platform.invitationUri ?? undefined,
  createdAt: toIso(platform.createdAt),
  updatedAt: toIso(platform.updatedAt),
});

function pendingDomain(platform: Platform): Wire<typeof pendingUmaDomain> | undefined {
  const proof = proofOf(platform);
  return proof === null ? undefined : { domain: proof.domain, txtRecord: { name: proof.name, value: proof.value } };
}

const currency = (config: PlatformCurrency): Wire<typeof currencyConfig> => ({
  currencyCode: config.currencyCode,
  minAmount: integer(config.minAmount),
  maxAmount: integer(config.maxAmount),
  requiredCounterpartyFields: config.requiredCounterpartyFields,
  providerRequiredCustomerFields: config.providerRequiredCustomerFields,
  providerRequiredCounterpartyCustomerFields: config.providerRequiredCounterpartyCustomerFields,
  enabledTransactionTypes: config.enabledTransactionTypes,
});

const fee = (config: FeeConfig): Wire<typeof feeConfig> => ({
  feeType: config.feeType,
  sourceCurrency: config.sourceCurrency,
  variableFeeBps: config.variableFeeBps,
  fixedFee: { amount: integer(config.fixedFee.amount), currency: config.fixedFee.currency },
});
