import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { externalAccountLookup } from './lookup-schemas.js';
import type { quote, quoteRequest, scaChallenge } from './schemas.js';

export const USD_EXAMPLE = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
export const EUR_EXAMPLE = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

/** A payment of 100.00 USD from a balance to an external account. */
export const QUOTE_REQUEST_EXAMPLE = {
  source: { sourceType: 'ACCOUNT', accountId: exampleId('InternalAccount') },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount') },
  lockedCurrencySide: 'SENDING',
  lockedCurrencyAmount: 10_000,
} as const satisfies Wire<typeof quoteRequest>;

/** A quote that pays USD from a balance to a bank account in EUR. */
export const QUOTE_EXAMPLE: Wire<typeof quote> = {
  id: exampleId('Quote'),
  status: 'PENDING',
  createdAt: '2026-01-05T10:00:00.000Z',
  expiresAt: '2026-01-05T10:05:00.000Z',
  source: {
    sourceType: 'ACCOUNT',
    accountId: exampleId('InternalAccount'),
    customerId: exampleId('Customer'),
    currency: 'USD',
  },
  destination: { destinationType: 'ACCOUNT', accountId: exampleId('ExternalAccount') },
  sendingCurrency: USD_EXAMPLE,
  receivingCurrency: EUR_EXAMPLE,
  totalSendingAmount: 10_000,
  totalReceivingAmount: 9_154,
  exchangeRate: 0.92,
  feesIncluded: 50,
  platformFeesIncluded: 0,
  paymentInstructions: [],
  transactionId: exampleId('Transaction'),
  rateDetails: {
    counterpartyMultiplier: 1,
    counterpartyFixedFee: 0,
    svcApiMultiplier: 0.92,
    svcApiFixedFee: 0,
    svcApiVariableFeeRate: 0.005,
    svcApiVariableFeeAmount: 50,
  },
};

/** The quote after its execution. */
export const EXECUTED_QUOTE_EXAMPLE: Wire<typeof quote> = { ...QUOTE_EXAMPLE, status: 'PROCESSING' };

/** The question to a customer of the EEA, to be answered with a code that was sent. */
export const CHALLENGE_EXAMPLE: Wire<typeof scaChallenge> = {
  id: exampleId('Request'),
  expiresAt: '2026-01-05T10:05:00.000Z',
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
  purpose: 'pay 100.00 USD to Grace Hopper (…3000)',
};

/** The quote while its payer has to authorize it. */
export const ASKED_QUOTE_EXAMPLE: Wire<typeof quote> = {
  ...QUOTE_EXAMPLE,
  status: 'PENDING_AUTHORIZATION',
  scaChallenge: CHALLENGE_EXAMPLE,
};

/** A quote that its payer funds with a bank transfer. */
export const FUNDED_QUOTE_EXAMPLE: Wire<typeof quote> = {
  ...QUOTE_EXAMPLE,
  source: { sourceType: 'REALTIME_FUNDING', customerId: exampleId('Customer'), currency: 'USD' },
  paymentInstructions: [
    {
      instructionsNotes: 'Put QXNGHVC7MFVM into the memo of the payment. Sandbox: real money sent here is lost.',
      accountOrWalletInfo: {
        accountType: 'USD_ACCOUNT',
        paymentRails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
        accountNumber: '9876543210',
        routingNumber: '123456780',
        bankName: 'Corridor Sandbox Bank',
        reference: 'QXNGHVC7MFVM',
      },
    },
  ],
};

/** The address of the sandbox that receives every payment. */
export const UMA_ADDRESS_EXAMPLE = '$success.eur@sandbox.uma.money';

/** A quote to a UMA address. */
export const UMA_QUOTE_EXAMPLE: Wire<typeof quote> = {
  ...QUOTE_EXAMPLE,
  destination: { destinationType: 'UMA_ADDRESS', umaAddress: UMA_ADDRESS_EXAMPLE, currency: 'EUR' },
  totalReceivingAmount: 9_153,
  exchangeRate: 0.919_899_497_5,
  rateDetails: {
    counterpartyMultiplier: 0.000_091_989_949_75,
    counterpartyFixedFee: 0,
    svcApiMultiplier: 10_000,
    svcApiFixedFee: 0,
    svcApiVariableFeeRate: 0.005,
    svcApiVariableFeeAmount: 50,
  },
  counterpartyInformation: { UMA_ADDRESS: UMA_ADDRESS_EXAMPLE },
};

export const ACCOUNT_LOOKUP_EXAMPLE: Wire<typeof externalAccountLookup> = {
  accountId: exampleId('ExternalAccount'),
  lookupId: exampleId('Lookup'),
  supportedCurrencies: [{ currency: EUR_EXAMPLE, estimatedExchangeRate: 0.92, min: 1, max: 91_540_000_000 }],
  requiredPayerDataFields: [],
};
