import { exampleId } from '../app/schemas.js';
import type { Wire } from '../app/wire.js';
import type { quote } from './schemas.js';

/** A quote that pays USD from a balance to a bank account in EUR. */
export const QUOTE_EXAMPLE: Wire<typeof quote> = {
  id: exampleId('Quote'),
  status: 'PENDING',
  createdAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-05T10:05:00.000Z',
  source: { sourceType: 'ACCOUNT', accountId: exampleId('InternalAccount'), currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount') },
  sendingCurrency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
  receivingCurrency: { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 },
  totalSendingAmount: 10_000,
  totalReceivingAmount: 9_154,
  exchangeRate: 0.92,
  feesIncluded: 50,
  transactionId: exampleId('Transaction'),
};
