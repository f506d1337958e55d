import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

export const quoteRequests: Requests = {
  createQuote: {
    method: 'POST',
    path: '/quotes',
    body: {
      lookupId: idOf('Lookup'),
      source: { sourceType: 'REALTIME_FUNDING', customerId: idOf('Customer'), currency: 'USD', cryptoNetwork: 'SPARK' },
      destination: { destinationType: 'ACCOUNT', accountId: idOf('ExternalAccount'), paymentRail: 'ACH' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_000,
      immediatelyExecute: false,
      description: 'Buy bitcoin',
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GIFT',
      platformFeeOverride: { platformFixedFee: { amount: 50, currency: 'USD' }, platformVariableFeeBps: 30 },
      senderCustomerInfo: { FULL_NAME: 'Ada Example' },
      scaFactor: 'SMS_OTP',
    },
  },
  listQuotes: { method: 'GET', path: '/quotes', body: null },
  cancelQuote: { method: 'POST', path: `/quotes/${idOf('Quote')}/cancel`, body: null },
  getQuoteById: { method: 'GET', path: `/quotes/${idOf('Quote')}`, body: null },
  executeQuote: { method: 'POST', path: `/quotes/${idOf('Quote')}/execute`, body: { scaFactor: 'TOTP' } },
  lookupExternalAccount: {
    method: 'GET',
    path: `/receiver/external-account/${idOf('ExternalAccount')}`,
    body: null,
  },
};
