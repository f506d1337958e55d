import {
  BPS_PER_ONE,
  scaChallengeOf,
  type Lookup,
  MSAT_PER_SAT,
  printRate,
  type Quote,
  rateOf,
  shownInstructions,
  toIso,
  wireCurrency,
} from '@corridor/core';
import { serializePaymentInstructions } from '../accounts/serialize.js';
import { integer } from '../app/wire.js';
import { serializeChallenge } from '../sca/serialize.js';

export function serializeQuote(quote: Quote): object {
  const exchangeRate = printRate(quote.exchangeRate);
  const openChallenge = scaChallengeOf(quote);
  return {
    id: quote.id,
    status: quote.status,
    createdAt: toIso(quote.createdAt),
    expiresAt: toIso(quote.expiresAt),
    source: source(quote.source),
    destination: destination(quote.destination),
    sendingCurrency: wireCurrency(quote.sendingCurrency),
    receivingCurrency: wireCurrency(quote.receivingCurrency),
    totalSendingAmount: integer(quote.totalSendingAmount),
    totalReceivingAmount: integer(quote.totalReceivingAmount),
    exchangeRate,
    feesIncluded: integer(quote.platformFee + quote.serviceFee),
    platformFeesIncluded: integer(quote.platformFee),
    paymentInstructions: serializePaymentInstructions(shownInstructions(quote)),
    transactionId: quote.transactionId,
    rateDetails: rateDetails(quote, exchangeRate),
    counterpartyInformation: quote.uma === null ? undefined : quote.uma.payeeData,
    scaChallenge: openChallenge === null ? undefined : serializeChallenge(openChallenge),
  };
}

const destination = (to: Quote['destination']): object =>
  to.destinationType === 'ACCOUNT'
    ? { destinationType: to.destinationType, accountId: to.accountId, paymentRail: to.paymentRail ?? undefined }
    : { destinationType: to.destinationType, umaAddress: to.umaAddress, currency: to.currency };

const source = (from: Quote['source']): object =>
  from.sourceType === 'ACCOUNT'
    ? { sourceType: from.sourceType, accountId: from.accountId, customerId: from.customerId ?? undefined }
    : {
        sourceType: from.sourceType,
        customerId: from.customerId ?? undefined,
        currency: from.currency,
        cryptoNetwork: from.cryptoNetwork ?? undefined,
      };

/**
 * No counterparty takes part in a payment to an account: its multiplier is one, and the whole rate is ours. With one we
 * convert into thousandths of a satoshi, and it converts these; its fee is in them.
 */
const rateDetails = (quote: Quote, exchangeRate: number): object => ({
  ...multipliers(quote, exchangeRate),
  svcApiFixedFee: integer(quote.serviceFixedFee),
  svcApiVariableFeeRate: quote.serviceFeeBps / BPS_PER_ONE,
  svcApiVariableFeeAmount: integer(quote.serviceFee - quote.serviceFixedFee),
});

function multipliers(quote: Quote, exchangeRate: number): object {
  if (quote.uma === null) {
    return { counterpartyMultiplier: 1, counterpartyFixedFee: 0, svcApiMultiplier: exchangeRate };
  }
  const { settlementAmount, counterpartyFeeMsat } = quote.uma;
  const settled = settlementAmount * MSAT_PER_SAT;
  const converted = quote.totalSendingAmount - quote.platformFee - quote.serviceFee;
  return {
    counterpartyMultiplier: printRate(rateOf(quote.totalReceivingAmount, settled)),
    counterpartyFixedFee: integer(counterpartyFeeMsat),
    svcApiMultiplier: printRate(rateOf(settled, converted)),
  };
}

/** What the lookups of both kinds of receivers have in common. */
export const serializeLookup = (lookup: Lookup): object => ({
  lookupId: lookup.id,
  supportedCurrencies: lookup.supportedCurrencies.map(({ currency, estimatedExchangeRate, min, max }) => ({
    currency: wireCurrency(currency),
    estimatedExchangeRate: printRate(estimatedExchangeRate),
    min: integer(min),
    max: integer(max),
  })),
  requiredPayerDataFields: lookup.requiredPayerDataFields,
});

export const serializeAccountLookup = (lookup: Lookup): object => ({
  accountId: lookup.receiver,
  ...serializeLookup(lookup),
});
