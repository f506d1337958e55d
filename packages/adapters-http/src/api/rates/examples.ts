import type { Wire } from '../../kit/wire.js';
import type { exchangeRate } from './schemas.js';

/** 100 USD to a bank account in EUR, with a service fee of 0.5 %. */
export const RATE_EXAMPLE: Wire<typeof exchangeRate> = {
  sourceCurrency: { code: 'USD', name: 'United States dollar', symbol: '$', decimals: 2 },
  sendingAmount: 10_000,
  minSendingAmount: 1,
  maxSendingAmount: 100_000_000_000,
  destinationCurrency: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
  destinationPaymentRail: 'SEPA',
  receivingAmount: 9_154,
  exchangeRate: 0.92,
  fees: { fixed: 0, total: 50 },
  updatedAt: '2026-01-05T10:00:00.000Z',
};
