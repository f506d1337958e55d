import { type FeeConfig, type Platform, type PlatformCurrency, proofOf, toIso } from '@corridor/core';
import { integer } from '../app/wire.js';

export const serializePlatform = (platform: Platform): object => ({
  id: platform.platformId,
  umaDomain: platform.umaDomain ?? undefined,
  pendingUmaDomain: pendingDomain(platform),
  webhookEndpoint: platform.webhookEndpoint ?? undefined,
  supportedCurrencies: platform.supportedCurrencies.map(currency),
  isRegulatedFinancialInstitution: platform.isRegulatedFinancialInstitution,
  embeddedWalletConfig: platform.embeddedWalletConfig ?? undefined,
  cardTokenization2faConfig: platform.cardTokenization2faConfig ?? undefined,
  feeConfigs: platform.feeConfigs.map(fee),
  createdAt: toIso(platform.createdAt),
  updatedAt: toIso(platform.updatedAt),
});

function pendingDomain(platform: Platform): object | undefined {
  const proof = proofOf(platform);
  return proof === null ? undefined : { domain: proof.domain, txtRecord: { name: proof.name, value: proof.value } };
}

const currency = (config: PlatformCurrency): object => ({
  currencyCode: config.currencyCode,
  minAmount: integer(config.minAmount),
  maxAmount: integer(config.maxAmount),
  requiredCounterpartyFields: config.requiredCounterpartyFields,
  providerRequiredCustomerFields: config.providerRequiredCustomerFields,
  providerRequiredCounterpartyCustomerFields: config.providerRequiredCounterpartyCustomerFields,
  enabledTransactionTypes: config.enabledTransactionTypes,
});

const fee = (config: FeeConfig): object => ({
  feeType: config.feeType,
  sourceCurrency: config.sourceCurrency,
  variableFeeBps: config.variableFeeBps,
  fixedFee: { amount: integer(config.fixedFee.amount), currency: config.fixedFee.currency },
});
