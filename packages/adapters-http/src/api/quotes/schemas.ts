import { LOCKED_SIDES } from '@corridor/core';
import { QUOTE } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentInstructions, paymentRail } from '../accounts/account-info-schemas.js';
import {
  amount,
  answeredAmount,
  queryInstant,
  meanings,
  oneOf,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { basisPoints, currency, currencyCode, fixedFee } from '../money/schemas.js';

const accountQuoteSource = z
  .object({
    sourceType: z.literal('ACCOUNT'),
    accountId: recordId('InternalAccount', 'ExternalAccount').describe(
      'An internal account, whose balance pays, or an external account from which a rail can collect.',
    ),
    customerId: recordId('Customer', 'Platform')
      .optional()
      .describe(
        'Owner of the account. A request may omit it; one that names another owner is refused. Absent in answers for an account of the platform.',
      ),
    currency: currencyCode
      .optional()
      .describe('Code of the currency that the account holds. A request may omit it; another code is refused.'),
  })
  .meta({ id: 'AccountQuoteSource' });

const realtimeFundingQuoteSource = z
  .object({
    sourceType: z.literal('REALTIME_FUNDING'),
    customerId: recordId('Customer', 'Platform')
      .optional()
      .describe(
        'The customer who pays, or the id of the platform. Default: the owner of the destination account, or the customer of the look-up.',
      ),
    currency: currencyCode.describe('Code of the currency in which the payer sends the money, such as `USD`.'),
    cryptoNetwork: text(32)
      .optional()
      .describe('Network on which the payer sends a crypto asset. Default: the first one that this host receives on.'),
  })
  .meta({ id: 'RealtimeFundingQuoteSource' });

export const quoteSource = oneOf('QuoteSourceOneOf', 'sourceType', [accountQuoteSource, realtimeFundingQuoteSource]);

const accountDestination = z
  .object({
    destinationType: z.literal('ACCOUNT'),
    accountId: recordId('ExternalAccount', 'InternalAccount').describe(
      'Any internal or external account of the platform; it need not belong to the payer.',
    ),
    paymentRail: paymentRail
      .optional()
      .describe(
        'Network that delivers to an external account, one of its `paymentRails`. Default: the first that this host can use.',
      ),
  })
  .meta({ id: 'AccountDestination' });

const umaAddressDestination = z
  .object({
    destinationType: z.literal('UMA_ADDRESS'),
    umaAddress: text(320).describe('Receiver in the form `$name@domain`; the one that was looked up with `lookupUma`.'),
    currency: currencyCode
      .optional()
      .describe('Code of a currency that the look-up offers. Default: the first of its `supportedCurrencies`.'),
  })
  .meta({ id: 'UmaAddressDestination' });

export const quoteDestination = oneOf('QuoteDestinationOneOf', 'destinationType', [
  accountDestination,
  umaAddressDestination,
]);

const factor = z.enum(['SMS_OTP', 'TOTP', 'PASSKEY']);

export const scaFactor = factor.meta({
  id: 'ScaFactor',
  description: meanings<z.infer<typeof factor>>({
    SMS_OTP: 'a one-time code that is sent to the verified phone; it needs no enrollment',
    TOTP: 'a code of an authenticator app; it cannot authorize payments, because it is not bound to amount and payee',
    PASSKEY: 'a WebAuthn passkey with user verification',
  }),
});

export const scaChallenge = z
  .object({
    id: z.string().describe('Send it as `challengeId` with the proof, so that a replaced challenge is noticed.'),
    expiresAt: timestamp.describe('A proof is accepted before this time. For a payment it equals that of the quote.'),
    factor: scaFactor.describe('The factor that is asked for. For `SMS_OTP`, a code was sent.'),
    availableFactors: z.array(scaFactor).describe('All factors whose proof answers this challenge.'),
    purpose: z
      .string()
      .nullish()
      .describe('What the customer agrees to, in words to show: `pay 100.00 USD to Grace Hopper (…3000)`.'),
    passkeyAssertionOptions: z
      .record(z.string(), z.unknown())
      .nullish()
      .describe(
        '`PublicKeyCredentialRequestOptionsJSON` for `navigator.credentials.get`. Present if the customer has a passkey.',
      ),
    passkeyAllowedOrigins: z
      .array(z.string())
      .nullish()
      .describe('Web origins on which the passkey may be used. Present if the customer has a passkey.'),
  })
  .meta({ id: 'ScaChallenge' });

export const counterpartyInformation = z.record(z.string(), z.unknown()).meta({
  id: 'CounterpartyInformation',
  description:
    'What the institution at the other end of a UMA payment disclosed about its customer, by the names of `CustomerInfoFieldName` and `UMA_ADDRESS`',
});

/** The parts of the rate and of the service's fee. The product of both multipliers is the exchange rate. */
export const outgoingRateDetails = z
  .object({
    counterpartyMultiplier: z
      .number()
      .gt(0)
      .describe(
        "Conversion by the receiver's institution: smallest units received for each unit that settles the payment (thousandths of a satoshi, or smallest units of a token). 1 for payments to accounts.",
      ),
    counterpartyFixedFee: answeredAmount
      .min(0)
      .describe("Fee of the receiver's institution, in the units that settle the payment. 0 for payments to accounts."),
    svcApiMultiplier: z
      .number()
      .gt(0)
      .describe(
        'Conversion by this service, per sending smallest unit net of fees. For payments to accounts it is the whole exchange rate.',
      ),
    svcApiFixedFee: answeredAmount
      .min(0)
      .describe('Fixed part of the service fee, in smallest units of the sending side.'),
    svcApiVariableFeeRate: z
      .number()
      .min(0)
      .describe('Variable part of the service fee as a fraction of the amount after fixed fees: 0.005 is 0.5 %.'),
    svcApiVariableFeeAmount: answeredAmount
      .min(0)
      .describe('What that fraction amounts to, in smallest units of the sending currency.'),
  })
  .meta({ id: 'OutgoingRateDetails' });

const lockedSide = z.enum(LOCKED_SIDES);
const quoteLockSide = lockedSide.meta({
  id: 'QuoteLockSide',
  description: meanings<z.infer<typeof lockedSide>>({
    SENDING: 'the sender pays exactly the locked amount, fees included',
    RECEIVING: 'the receiver gets exactly the locked amount; fees are added on the sending side',
  }),
});

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

/** Fields of a payment that its rail passes on to the receiving bank. */
export const payoutInformation = {
  remittanceInformation: z
    .string()
    .max(80)
    .optional()
    .describe("Text for the receiver's statement, if the payment rail carries one."),
  purposeOfPayment: purposeOfPayment
    .optional()
    .describe('Why the money is paid, for rails and institutions that require a reason.'),
};

const platformFeeOverride = z
  .object({
    platformFixedFee: fixedFee.describe('Fixed part of the fee, in the sending currency. 0 for none.'),
    platformVariableFeeBps: basisPoints.describe('Variable part in basis points (hundredths of a percent).'),
  })
  .meta({
    id: 'PlatformFeeOverride',
    description: "Replaces the platform's configured fee for this quote. Platform fees exist for USD only",
  });

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
    description: z
      .string()
      .max(1000)
      .optional()
      .describe('A note for your own use. The transaction shows it; the receiver does not see it.'),
    ...payoutInformation,
    platformFeeOverride: platformFeeOverride
      .optional()
      .describe("Replaces the platform's configured fee for this quote. Only for payments from USD."),
    scaFactor: scaFactor
      .optional()
      .describe(
        'Factor with which a customer of the EEA authorizes the payment: `SMS_OTP` or `PASSKEY`. Default: the verified phone, else the passkey.',
      ),
    senderCustomerInfo: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        "Data about the payer that the institution of a UMA address asks for, by the names of `requiredPayerDataFields`. Values here come before those of the customer's record.",
      ),
  })
  .meta({ id: 'QuoteRequest' });

export const executeQuoteRequest = z
  .object({
    scaFactor: scaFactor
      .optional()
      .describe(
        'Factor with which a customer of the EEA authorizes the payment: `SMS_OTP` or `PASSKEY`. Default: that of the quote.',
      ),
  })
  .meta({ id: 'ExecuteQuoteRequest' });

const states = z.enum(statesOf(QUOTE));
const quoteStatus = states.describe(
  meanings<z.infer<typeof states>>({
    PENDING: 'waits for `executeQuote`, or for the money of its payer',
    PENDING_AUTHORIZATION: 'waits for the proof of its payer; answer `scaChallenge` with `authorizeQuote`',
    PROCESSING: 'the payment has started; follow the transaction',
    COMPLETED: 'the payment was delivered; stays so even if the payout is returned later',
    FAILED: 'the payment failed, or the money that arrived cannot be used; it is refunded',
    EXPIRED: '`expiresAt` passed first, or the quote was cancelled',
  }),
);

export const quote = z
  .object({
    id: z.string().describe('Names the quote in `executeQuote`, `authorizeQuote` and `cancelQuote`.'),
    status: quoteStatus,
    createdAt: timestamp.describe('When rate and fees were locked.'),
    expiresAt: timestamp.describe(
      'End of the lock, 5 minutes after the creation by default. After a cancellation, the time of that call.',
    ),
    source: quoteSource.describe('Where the money comes from, with owner and currency filled in.'),
    destination: quoteDestination.describe('Who receives the money, as requested.'),
    sendingCurrency: currency.describe('In this currency are `totalSendingAmount` and all fees.'),
    receivingCurrency: currency.describe('In this currency is `totalReceivingAmount`.'),
    totalSendingAmount: answeredAmount
      .gt(0)
      .describe('What the payer pays in all, fees included; smallest units of `sendingCurrency`.'),
    totalReceivingAmount: answeredAmount
      .gt(0)
      .describe('What the receiver gets; smallest units of `receivingCurrency`.'),
    exchangeRate: z
      .number()
      .gt(0)
      .describe(
        'Receiving smallest units for one sending smallest unit, on the amount net of fees. Ten significant digits, for display: the amounts are exact.',
      ),
    feesIncluded: answeredAmount
      .min(0)
      .describe('Fees of the service and of the platform together, part of `totalSendingAmount`.'),
    platformFeesIncluded: answeredAmount
      .min(0)
      .optional()
      .describe('The part of `feesIncluded` that the platform earns when the payment completes.'),
    paymentInstructions: z
      .array(paymentInstructions)
      .optional()
      .describe(
        'How a `REALTIME_FUNDING` payer sends the money; absent until the payer has authorized the quote. From an embedded wallet: the `payloadToSign`. Otherwise empty.',
      ),
    transactionId: z
      .string()
      .describe('The payment of this quote. The id is reserved; the transaction exists once the payment starts.'),
    counterpartyInformation: counterpartyInformation
      .optional()
      .describe('What the institution of a UMA address disclosed about the receiver. Absent for accounts.'),
    rateDetails: outgoingRateDetails.optional().describe('The parts of `exchangeRate` and of the service fee.'),
    scaChallenge: scaChallenge
      .optional()
      .describe('The question to the payer. Present while the status is `PENDING_AUTHORIZATION`.'),
  })
  .meta({ id: 'Quote' });

export const quoteList = pageOf('QuoteListResponse', quote);

export const quoteFilter = z.object({
  customerId: recordId('Customer', 'Platform')
    .optional()
    .describe('Only quotes that this customer pays, or the platform from its own accounts.'),
  status: states.optional().describe('Only quotes that are in this state now.'),
  receiverAccountIdentifier: queryText
    .optional()
    .describe('Only quotes to this destination: the id of an account, or a UMA address in any case.'),
  createdAfter: queryInstant.optional().describe('Only quotes made at this time or later.'),
  createdBefore: queryInstant.optional().describe('Only quotes made at this time or earlier.'),
  ...pageQuery,
});
