import { printRate, toIso } from '@corridor/core';
import type { Lookup, Quote } from '@corridor/core/records';
import { rateTermsOf, scaChallengeOf, shownInstructions, wireCurrency } from '@corridor/core/internal';
import { serializePaymentInstructions } from '../accounts/serialize.js';
import { type Complete, integer, type ShownFields, type Wire } from '../../kit/wire.js';
import { serializeRateDetails } from './serialize-rate-details.js';
import type * as z from 'zod';
import type { paymentInstructions } from '../accounts/account-info-schemas.js';
import type { externalAccountLookup, receiverLookup } from './lookup-schemas.js';
import type { quote as quoteSchema, quoteDestination, quoteSource } from './schemas.js';
import { serializeChallenge } from './serialize-challenge.js';

type QuoteWire = Wire<typeof quoteSchema>;

export const QUOTE_ON_WIRE = {
  id: 'id',
  tenant: null,
  version: null,
  createdAt: 'createdAt',
  updatedAt: null,
  status: ['status', 'paymentInstructions', 'scaChallenge'],
  expiresAt: 'expiresAt',
  // The customer of the source is shown.
  customerId: null,
  platformCustomerId: null,
  source: ['source', 'paymentInstructions'],
  destination: 'destination',
  destinationId: null,
  pulledFrom: null,
  sendingCurrency: ['sendingCurrency', 'source'],
  receivingCurrency: 'receivingCurrency',
  totalSendingAmount: ['totalSendingAmount', 'rateDetails'],
  totalReceivingAmount: ['totalReceivingAmount', 'rateDetails'],
  exchangeRate: ['exchangeRate', 'rateDetails'],
  rateBasis: null,
  termsIds: null,
  platformFee: ['feesIncluded', 'platformFeesIncluded', 'rateDetails'],
  serviceFee: ['feesIncluded', 'rateDetails'],
  serviceFeeBps: 'rateDetails',
  serviceFixedFee: 'rateDetails',
  paymentInstructions: 'paymentInstructions',
  reference: null,
  fundingRail: null,
  rail: null,
  paymentRail: null,
  settlementSeconds: null,
  dailyVolume: null,
  transactionId: 'transactionId',
  description: null,
  remittanceInformation: null,
  purposeOfPayment: null,
  uma: ['counterpartyInformation', 'rateDetails'],
  paymentRequest: null,
  sca: 'scaChallenge',
  agentId: null,
} as const satisfies ShownFields<Quote, QuoteWire>;

export function serializeQuote(quote: Quote): Complete<QuoteWire> {
  const openChallenge = scaChallengeOf(quote);
  return {
    id: quote.id,
    status: quote.status,
    createdAt: toIso(quote.createdAt),
    expiresAt: toIso(quote.expiresAt),
    source: source(quote),
    destination: destination(quote.destination),
    sendingCurrency: wireCurrency(quote.sendingCurrency),
    receivingCurrency: wireCurrency(quote.receivingCurrency),
    totalSendingAmount: integer(quote.totalSendingAmount),
    totalReceivingAmount: integer(quote.totalReceivingAmount),
    exchangeRate: printRate(quote.exchangeRate),
    feesIncluded: integer(quote.platformFee + quote.serviceFee),
    platformFeesIncluded: integer(quote.platformFee),
    paymentInstructions: serializePaymentInstructions(shownInstructions(quote)) ?? nothingToPay(quote),
    transactionId: quote.transactionId,
    rateDetails: serializeRateDetails({
      terms: rateTermsOf(quote),
      exchangeRate: quote.exchangeRate,
      serviceFee: quote.serviceFee,
      converted: quote.totalSendingAmount - quote.platformFee - quote.serviceFee,
      receivedAmount: quote.totalReceivingAmount,
    }),
    counterpartyInformation: quote.uma === null ? undefined : quote.uma.payeeData,
    scaChallenge: openChallenge === null ? undefined : serializeChallenge(openChallenge),
  };
}

const destination = (to: Quote['destination']): Wire<typeof quoteDestination> =>
  to.destinationType === 'ACCOUNT'
    ? { destinationType: to.destinationType, accountId: to.accountId, paymentRail: to.paymentRail ?? undefined }
    : { destinationType: to.destinationType, umaAddress: to.umaAddress, currency: to.currency };

/**
 * A quote that pays from an account has an empty list, because no payment is needed; a quote whose instructions are
 * withheld has no such field.
 */
const nothingToPay = ({ source: { sourceType } }: Quote): readonly Wire<typeof paymentInstructions>[] | undefined =>
  sourceType === 'ACCOUNT' ? [] : undefined;

const source = ({ source: from, sendingCurrency }: Quote): Wire<typeof quoteSource> =>
  from.sourceType === 'ACCOUNT'
    ? {
        sourceType: from.sourceType,
        accountId: from.accountId,
        customerId: from.customerId ?? undefined,
        currency: sendingCurrency,
      }
    : {
        sourceType: from.sourceType,
        customerId: from.customerId ?? undefined,
        currency: from.currency,
        cryptoNetwork: from.cryptoNetwork ?? undefined,
      };

/** Fields that lookups of UMA addresses and of external accounts have in common. */
export const serializeLookup = (lookup: Lookup): Wire<z.ZodObject<typeof receiverLookup>> => ({
  lookupId: lookup.id,
  supportedCurrencies: lookup.supportedCurrencies.map(({ currency, estimatedExchangeRate, min, max }) => ({
    currency: wireCurrency(currency),
    estimatedExchangeRate: printRate(estimatedExchangeRate),
    min: integer(min),
    max: integer(max),
  })),
  requiredPayerDataFields: lookup.requiredPayerDataFields,
});

export const serializeAccountLookup = (lookup: Lookup): Wire<typeof externalAccountLookup> => ({
  accountId: lookup.receiver,
  ...serializeLookup(lookup),
});
