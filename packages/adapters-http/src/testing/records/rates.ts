import { type CurrencyCode, type ExchangeRate, rateOf } from '@corridor/core';
import { NOW, USD } from './record.js';

export const exchangeRate: ExchangeRate = {
  sourceCurrency: USD,
  destinationCurrency: 'MXN' as CurrencyCode,
  destinationPaymentRail: 'SPEI',
  destinationCryptoNetwork: null,
  sendingAmount: 10_000n,
  minSendingAmount: 1n,
  maxSendingAmount: 1_000_000n,
  receivingAmount: 183_150n,
  exchangeRate: rateOf(37n, 2n),
  fixedFees: 50n,
  totalFees: 100n,
  updatedAt: NOW,
};
