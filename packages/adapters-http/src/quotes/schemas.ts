import { LOCKED_SIDES } from '@corridor/core';
import { QUOTE } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentInstructions, paymentRail } from '../accounts/account-info-schemas.js';
import {
  amount,
  answeredAmount,
  instant,
  oneOf,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  text,
  timestamp,
} from '../app/schemas.js';
import { basisPoints, currency, currencyCode, fixedFee } from '../money/schemas.js';

/** The paying customer; the platform if it pays from its own accounts. */
const payerId = recordId('Customer', 'Platform').optional();

const accountQuoteSource = z
  .object({
    sourceType: z.literal('ACCOUNT'),
    accountId: recordId('InternalAccount', 'ExternalAccount'),
    customerId: payerId,
    currency: currencyCode
      .optional()
      .meta({ description: 'The currency of the account; a request that sends it must send this one' }),
  })
  .meta({ id: 'AccountQuoteSource' });

const realtimeFundingQuoteSource = z
  .object({
    sourceType: z.literal('REALTIME_FUNDING'),
    customerId: payerId,
    currency: currencyCode,
    cryptoNetwork: text(32).optional(),
  })
  .meta({ id: 'RealtimeFundingQuoteSource' });

export const quoteSource = oneOf('QuoteSourceOneOf', 'sourceType', [accountQuoteSource, realtimeFundingQuoteSource]);

const accountDestination = z
  .object({
    destinationType: z.literal('ACCOUNT'),
    accountId: recordId('ExternalAccount', 'InternalAccount'),
    paymentRail: paymentRail.optional(),
  })
  .meta({ id: 'AccountDestination' });

const umaAddressDestination = z
  .object({
    destinationType: z.literal('UMA_ADDRESS'),
    umaAddress: text(320),
    currency: currencyCode.optional(),
  })
  .meta({ id: 'UmaAddressDestination' });

export const quoteDestination = oneOf('QuoteDestinationOneOf', 'destinationType', [
  accountDestination,
  umaAddressDestination,
]);

export const scaFactor = z.enum(['SMS_OTP', 'TOTP', 'PASSKEY']).meta({ id: 'ScaFactor' });

export const scaChallenge = z
  .object({
    id: z.string(),
    expiresAt: timestamp,
    factor: scaFactor,
    availableFactors: z.array(scaFactor),
    purpose: z.string().nullish(),
    passkeyAssertionOptions: z.record(z.string(), z.unknown()).nullish(),
    passkeyAllowedOrigins: z.array(z.string()).nullish(),
  })
  .meta({ id: 'ScaChallenge' });

export const counterpartyInformation = z.record(z.string(), z.unknown()).meta({
  id: 'CounterpartyInformation',
  description: 'The information that the counterparty institution disclosed about its customer',
});

/** The parts of the rate and of the service's fee. The product of both multipliers is the exchange rate. */
export const outgoingRateDetails = z
  .object({
    counterpartyMultiplier: z.number().gt(0),
    counterpartyFixedFee: answeredAmount.min(0),
    svcApiMultiplier: z.number().gt(0),
    svcApiFixedFee: answeredAmount.min(0),
    svcApiVariableFeeRate: z.number().min(0),
    svcApiVariableFeeAmount: answeredAmount.min(0),
  })
  .meta({ id: 'OutgoingRateDetails' });

const quoteLockSide = z.enum(LOCKED_SIDES).meta({ id: 'QuoteLockSide' });

export const purposeOfPayment = z
  .enum([
    'GIFT',
    'SELF',
    'GOODS_OR_SERVICES',
    'EDUCATION',
    'HEALTH_OR_MEDICAL',
    'REAL_ESTATE_PURCHASE',
    'TAX_PAYMENT',
    'LOAN_PAYMENT',
    'UTILITY_BILL',
    'DONATION',
    'TRAVEL',
    'FAMILY_SUPPORT',
    'SALARY_PAYMENT',
    'OTHER',
  ])
  .meta({ id: 'PurposeOfPayment' });

const platformFeeOverride = z
  .object({ platformFixedFee: fixedFee, platformVariableFeeBps: basisPoints })
  .meta({ id: 'PlatformFeeOverride', description: "Replaces the platform's configured fee for this quote" });

export const quoteRequest = z
  .object({
    lookupId: recordId('Lookup')
      .optional()
      .describe('A look-up of the same receiver. Required for UMA addresses; it fixes what the receiver accepts.'),
    source: quoteSource.describe(
      'Where the money comes from: a balance, or a transfer that the payer makes for this quote.',
    ),
    destination: quoteDestination.describe(
      'Who receives the money: an account that was added before, or a UMA address.',
    ),
    lockedCurrencySide: quoteLockSide.describe(
      'Whether `lockedCurrencyAmount` is what the sender pays or what the receiver gets.',
    ),
    lockedCurrencyAmount: amount(1).describe(
      'In smallest units of the locked side. Fees are included on the sending side.',
    ),
    immediatelyExecute: z
      .boolean()
      .optional()
      .describe('Executes the quote in the same step, at the rate of that moment. Not with `REALTIME_FUNDING`.'),
    description: z.string().max(1000).optional(),
    remittanceInformation: z.string().max(80).optional(),
    purposeOfPayment: purposeOfPayment.optional(),
    platformFeeOverride: platformFeeOverride.optional(),
    scaFactor: scaFactor.optional(),
    senderCustomerInfo: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'QuoteRequest' });

export const executeQuoteRequest = z.object({ scaFactor: scaFactor.optional() }).meta({ id: 'ExecuteQuoteRequest' });

export const quote = z
  .object({
    id: z.string(),
    status: z.enum(statesOf(QUOTE)),
    createdAt: timestamp,
    expiresAt: timestamp,
    source: quoteSource,
    destination: quoteDestination,
    sendingCurrency: currency,
    receivingCurrency: currency,
    totalSendingAmount: answeredAmount.gt(0),
    totalReceivingAmount: answeredAmount.gt(0),
    exchangeRate: z
      .number()
      .gt(0)
      .meta({ description: 'Receiving smallest units for one sending smallest unit, on the amount net of fees' }),
    feesIncluded: answeredAmount.min(0),
    platformFeesIncluded: answeredAmount.min(0).optional(),
    paymentInstructions: z.array(paymentInstructions).optional(),
    transactionId: z.string(),
    counterpartyInformation: counterpartyInformation.optional(),
    rateDetails: outgoingRateDetails.optional(),
    scaChallenge: scaChallenge.optional(),
  })
  .meta({ id: 'Quote' });

export const quoteList = pageOf('QuoteListResponse', quote);

export const quoteFilter = z.object({
  customerId: payerId,
  status: z.enum(statesOf(QUOTE)).optional(),
  receiverAccountIdentifier: queryText.optional(),
  createdAfter: instant.optional(),
  createdBefore: instant.optional(),
  ...pageQuery,
});
