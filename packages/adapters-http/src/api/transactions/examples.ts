import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import { EUR_EXAMPLE, QUOTE_EXAMPLE, USD_EXAMPLE } from '../quotes/examples.js';
import type { incomingTransaction, outgoingTransaction } from './schemas.js';

const CUSTOMER = { customerId: exampleId('Customer'), platformCustomerId: 'ada-7' };
const USD_100 = { amount: 10_000, currency: USD_EXAMPLE };

/** The payment of a quote, delivered to a bank account. */
export const PAYMENT_EXAMPLE: Wire<typeof outgoingTransaction> = {
  id: exampleId('Transaction'),
  type: 'OUTGOING',
  status: 'COMPLETED',
  direction: 'DEBIT',
  source: {
    sourceType: 'ACCOUNT',
    accountId: exampleId('InternalAccount'),
    customerId: exampleId('Customer'),
    currency: 'USD',
  },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount'), currency: 'EUR' },
  ...CUSTOMER,
  sentAmount: USD_100,
  receivedAmount: { amount: 9_154, currency: EUR_EXAMPLE },
  exchangeRate: 0.92,
  fees: 50,
  platformFees: 0,
  rateDetails: QUOTE_EXAMPLE.rateDetails,
  quoteId: exampleId('Quote'),
  description: 'Invoice 4711',
  paymentRail: 'SEPA',
  railSelectionMode: 'AUTO',
  expectedSettlementAt: '2026-01-05T10:01:00.000Z',
  settlementTimelineSeconds: 0,
  createdAt: '2026-01-05T10:01:00.000Z',
  updatedAt: '2026-01-05T10:01:02.000Z',
  settledAt: '2026-01-05T10:01:02.000Z',
};

/** The payment after its cancellation: the held money is available again. */
export const CANCELLED_PAYMENT_EXAMPLE: Wire<typeof outgoingTransaction> = {
  ...PAYMENT_EXAMPLE,
  status: 'FAILED',
  failureReason: 'QUOTE_EXECUTION_FAILED',
  settledAt: undefined,
  refund: {
    reference: exampleId('Refund'),
    initiatedAt: '2026-01-05T10:01:02.000Z',
    settledAt: '2026-01-05T10:01:02.000Z',
    status: 'COMPLETED',
    reason: 'USER_CANCELLATION',
  },
};

/** A transfer out that has just been created. */
export const CREATED_TRANSFER_OUT_EXAMPLE: Wire<typeof outgoingTransaction> = {
  id: exampleId('Transaction'),
  type: 'OUTGOING',
  status: 'PROCESSING',
  direction: 'DEBIT',
  source: {
    sourceType: 'ACCOUNT',
    accountId: exampleId('InternalAccount'),
    customerId: exampleId('Customer'),
    currency: 'USD',
  },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount'), currency: 'USD' },
  ...CUSTOMER,
  sentAmount: USD_100,
  receivedAmount: USD_100,
  paymentRail: 'ACH',
  railSelectionMode: 'MANUAL',
  expectedSettlementAt: '2026-01-05T10:00:00.000Z',
  settlementTimelineSeconds: 0,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** A transfer in whose money is still to be collected. */
export const PENDING_TRANSFER_IN_EXAMPLE: Wire<typeof incomingTransaction> = {
  id: exampleId('Transaction'),
  type: 'INCOMING',
  status: 'PENDING',
  direction: 'CREDIT',
  source: {
    sourceType: 'ACCOUNT',
    accountId: exampleId('ExternalAccount'),
    customerId: exampleId('Customer'),
    currency: 'USD',
  },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('InternalAccount'), currency: 'USD' },
  ...CUSTOMER,
  sentAmount: USD_100,
  receivedAmount: USD_100,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** A payment from another institution that waits for its money, or for the decision of the platform. */
export const RECEIVED_PAYMENT_EXAMPLE: Wire<typeof incomingTransaction> = {
  id: exampleId('Transaction'),
  type: 'INCOMING',
  status: 'PENDING',
  direction: 'CREDIT',
  source: { sourceType: 'UMA_ADDRESS', umaAddress: '$eve@bank.example' },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('InternalAccount'), currency: 'EUR' },
  ...CUSTOMER,
  receivedAmount: { amount: 2_500, currency: EUR_EXAMPLE },
  counterpartyInformation: { UMA_ADDRESS: '$eve@bank.example' },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** The payment after the platform has rejected it. */
export const REJECTED_PAYMENT_EXAMPLE: Wire<typeof incomingTransaction> = {
  ...RECEIVED_PAYMENT_EXAMPLE,
  status: 'FAILED',
  failureReason: 'COMPLIANCE_REJECTED',
};
