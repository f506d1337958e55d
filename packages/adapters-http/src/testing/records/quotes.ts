import { instant, rateOf } from '@corridor/core';
import type { Arrival, Lookup, Quote } from '@corridor/core/records';
import { internalAccount } from './accounts.js';
import { BTC, idOf, NOW, record, USD } from './record.js';

export const quote: Quote = {
  ...record(idOf('Quote')),
  status: 'PENDING',
  expiresAt: instant(NOW + 300_000),
  customerId: idOf('Customer'),
  platformCustomerId: 'customer-1',
  source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: USD, cryptoNetwork: null },
  destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: null },
  destinationId: idOf('ExternalAccount'),
  pulledFrom: null,
  sendingCurrency: USD,
  receivingCurrency: BTC,
  totalSendingAmount: 10_000n,
  totalReceivingAmount: 156_000n,
  exchangeRate: rateOf(1000n, 63n),
  termsIds: [idOf('Terms')],
  rateBasis: { mid: rateOf(1000n, 63n), spreadBps: 0, origins: [{ source: 'sandbox', asOf: NOW }] },
  platformFee: 53n,
  serviceFee: 63n,
  serviceFeeBps: 50,
  serviceFixedFee: 13n,
  paymentInstructions: internalAccount.fundingPaymentInstructions,
  reference: 'K7QF9M3X',
  fundingRail: 'sandbox',
  rail: 'sandbox',
  paymentRail: null,
  settlementSeconds: 60,
  dailyVolume: null,
  transactionId: idOf('Transaction'),
  description: 'Buy bitcoin',
  remittanceInformation: null,
  purposeOfPayment: null,
  agentId: null,
  uma: null,
  paymentRequest: null,
  sca: null,
};

export const lookup: Lookup = {
  ...record(idOf('Lookup')),
  receiverType: 'EXTERNAL_ACCOUNT',
  receiver: idOf('ExternalAccount'),
  customerId: null,
  expiresAt: instant(NOW + 600_000),
  supportedCurrencies: [{ currency: BTC, estimatedExchangeRate: rateOf(1n, 63_000n), min: 1n, max: 9_000_000n }],
  requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
  vasp: null,
  counterparty: null,
};

export const arrival: Arrival = {
  ...record(idOf('Arrival')),
  rail: 'sandbox',
  paymentId: 'payment-1',
  reference: 'K7QF9M3X',
  currency: USD,
  amount: 10_000n,
  sealedRemitter: null,
  valueDate: null,
  outcome: 'QUOTE_FUNDED',
  transactionId: idOf('Transaction'),
  depositId: null,
};
