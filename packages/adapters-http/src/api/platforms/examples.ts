import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { currencyConfig, platformConfig } from './schemas.js';

/** From 1 to 10,000 dollars in both directions. Payers of UMA payments must state their name. */
export const DOLLARS_EXAMPLE: Wire<typeof currencyConfig> = {
  currencyCode: 'USD',
  minAmount: 100,
  maxAmount: 1_000_000,
  requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
  enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
};

/** Euros that customers can send and not receive. */
export const EUROS_EXAMPLE: Wire<typeof currencyConfig> = {
  currencyCode: 'EUR',
  minAmount: 100,
  maxAmount: 900_000,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: ['OUTGOING'],
};

/** A sandbox platform with one currency, a webhook endpoint and a fee of its own. */
export const CONFIG_EXAMPLE: Wire<typeof platformConfig> = {
  id: exampleId('Platform'),
  webhookEndpoint: 'https://platform.example.com/webhooks',
  supportedCurrencies: [
    { ...DOLLARS_EXAMPLE, providerRequiredCustomerFields: [], providerRequiredCounterpartyCustomerFields: [] },
  ],
  isRegulatedFinancialInstitution: false,
  feeConfigs: [
    {
      feeType: 'CROSS_CURRENCY_TRANSACTION',
      sourceCurrency: 'USD',
      variableFeeBps: 50,
      fixedFee: { amount: 25, currency: 'USD' },
    },
  ],
  redirectSchemes: ['com.example.app'],
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};
