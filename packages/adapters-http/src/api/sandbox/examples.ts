import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { internalAccount } from '../accounts/schemas.js';
import type { transaction } from '../transactions/schemas.js';
import type { testClock } from './schemas.js';

const DOLLAR = { code: 'USD', name: 'United States dollar', symbol: '$', decimals: 2 };
const EURO = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

const PAYER = { sourceType: 'REALTIME_FUNDING', customerId: exampleId('Customer'), currency: 'USD' } as const;
const BANK_ACCOUNT = {
  destinationType: 'ACCOUNT',
  accountId: exampleId('ExternalAccount'),
  currency: 'EUR',
} as const;

/** A payment of 100 USD by an external payer, on its way to a bank account in EUR. */
export const FUNDED_PAYMENT_EXAMPLE: Wire<typeof transaction> = {
  type: 'OUTGOING',
  id: exampleId('Transaction'),
  status: 'PROCESSING',
  direction: 'DEBIT',
  customerId: exampleId('Customer'),
  platformCustomerId: 'ada-1815',
  source: PAYER,
  destination: BANK_ACCOUNT,
  sentAmount: { amount: 10_000, currency: DOLLAR },
  receivedAmount: { amount: 9_154, currency: EURO },
  exchangeRate: 0.92,
  fees: 50,
  quoteId: exampleId('Quote'),
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** The payer has sent 90 USD for that payment, which go back. */
export const MISFUNDED_PAYMENT_EXAMPLE: Wire<typeof transaction> = {
  type: 'OUTGOING',
  id: exampleId('Transaction'),
  status: 'FAILED',
  direction: 'DEBIT',
  customerId: exampleId('Customer'),
  platformCustomerId: 'ada-1815',
  source: PAYER,
  destination: BANK_ACCOUNT,
  sentAmount: { amount: 9_000, currency: DOLLAR },
  quoteId: exampleId('Quote'),
  failureReason: 'FUNDING_AMOUNT_MISMATCH',
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** 100 USD that have arrived in an internal account. */
export const DEPOSIT_EXAMPLE: Wire<typeof transaction> = {
  type: 'INCOMING',
  id: exampleId('Transaction'),
  status: 'COMPLETED',
  direction: 'CREDIT',
  customerId: exampleId('Customer'),
  platformCustomerId: 'ada-1815',
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('InternalAccount'), currency: 'USD' },
  receivedAmount: { amount: 10_000, currency: DOLLAR },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** An account with 10,000 USD. */
export const FUNDED_ACCOUNT_EXAMPLE: Wire<typeof internalAccount> = {
  id: exampleId('InternalAccount'),
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  customerId: exampleId('Customer'),
  balance: { amount: 1_000_000, currency: DOLLAR },
  totalBalance: { amount: 1_000_000, currency: DOLLAR },
  fundingPaymentInstructions: [],
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** Six minutes ahead of the host. */
export const CLOCK_EXAMPLE: Wire<typeof testClock> = { now: '2026-01-05T10:06:00.000Z', aheadSeconds: 360 };
