import { instant, rateOf } from '@corridor/core';
import type { Transaction } from '@corridor/core/records';
import { NO_CORRECTIONS, UNSET } from '@corridor/core/internal';
import { BTC, idOf, NOW, record, USD } from './record.js';

export const outgoing: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'OUTGOING',
  status: 'PROCESSING',
  direction: 'DEBIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('ExternalAccount'),
    currency: BTC,
    onChainTransaction: null,
  },
  sentAmount: 10_000n,
  sentCurrency: USD,
  receivedAmount: 156_000n,
  receivedCurrency: BTC,
  exchangeRate: rateOf(1000n, 63n),
  rateTerms: { serviceFeeBps: 50, serviceFixedFee: 13n, settlement: null },
  fees: 116n,
  platformFees: 53n,
  quoteId: idOf('Quote'),
  description: 'Buy bitcoin',
  reference: 'K7QF9M3X',
  expectedSettlementAt: instant(NOW + 60_000),
};

/** Failed, with a refund in progress. */
export const refunded: Transaction = {
  ...outgoing,
  status: 'FAILED',
  failureReason: 'QUOTE_EXECUTION_FAILED',
  refundStatus: 'COMPLETED',
  refundReference: 'R-1',
  refundReason: 'TRANSACTION_FAILED',
  refundInitiatedAt: NOW,
  refundSettledAt: NOW,
  settledAt: NOW,
};

export const incoming: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'INCOMING',
  status: 'COMPLETED',
  direction: 'CREDIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('InternalAccount'),
    currency: USD,
    onChainTransaction: { transactionHash: '0xabc', network: 'ETHEREUM' },
  },
  receivedAmount: 500n,
  receivedCurrency: USD,
  settledAt: NOW,
};

/** A part of the money went back by the decision of an operator. */
export const sentBack: Transaction = { ...incoming, corrections: { ...NO_CORRECTIONS, sentBack: 40n } };

/** Collected from an external account. */
export const transferIn: Transaction = {
  ...UNSET,
  ...record(idOf('Transaction')),
  type: 'INCOMING',
  status: 'FAILED',
  direction: 'CREDIT',
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'ACCOUNT', accountId: idOf('ExternalAccount'), currency: USD },
  destination: {
    destinationType: 'ACCOUNT',
    accountId: idOf('InternalAccount'),
    currency: USD,
    onChainTransaction: null,
  },
  sentAmount: 500n,
  sentCurrency: USD,
  receivedAmount: 500n,
  receivedCurrency: USD,
  failureReason: 'COLLECTION_FAILED',
  refundStatus: 'COMPLETED',
  refundReference: 'R-2',
  refundReason: 'USER_CANCELLATION',
  refundInitiatedAt: NOW,
  refundSettledAt: NOW,
};
