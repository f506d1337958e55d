import { INCOMING, OUTGOING, REFUND, TRANSACTION_TYPES } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentInstructions, paymentRail } from '../accounts/account-info-schemas.js';
import {
  answeredAmount,
  instant,
  oneOf,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  statuses,
  timestamp,
} from '../app/schemas.js';
import { currencyAmount } from '../money/schemas.js';
import { counterpartyField } from '../platforms/counterparty-field.js';
import { counterpartyInformation, outgoingRateDetails } from '../quotes/schemas.js';
import { cardTransaction, transactionDirection } from './card-transaction-schema.js';

export const transactionType = z.enum(TRANSACTION_TYPES).meta({ id: 'TransactionType' });
export const transactionStatus = statuses(INCOMING, [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
]).meta({ id: 'TransactionStatus' });

const outgoingStatus = statuses(OUTGOING, [
  'PENDING',
  'PENDING_AUTHORIZATION',
  'EXPIRED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
]).meta({ id: 'OutgoingTransactionStatus' });

export const onChainTransaction = z
  .object({
    transactionHash: z.string(),
    network: z
      .enum(['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK'])
      .meta({ id: 'CryptoNetwork' }),
  })
  .meta({ id: 'OnChainTransaction' });

const accountSource = z
  .object({
    sourceType: z.literal('ACCOUNT'),
    accountId: z.string(),
    customerId: z.string().optional(),
    currency: z.string().optional(),
    onChainTransaction: onChainTransaction.optional(),
  })
  .meta({ id: 'AccountTransactionSource' });

const umaAddressSource = z
  .object({ sourceType: z.literal('UMA_ADDRESS'), umaAddress: z.string(), currency: z.string().optional() })
  .meta({ id: 'UmaAddressTransactionSource' });

const realtimeFundingSource = z
  .object({
    sourceType: z.literal('REALTIME_FUNDING'),
    customerId: z.string().optional(),
    currency: z.string(),
    accountHolderName: z.string().optional(),
    accountIdentifier: z.string().optional(),
    bankName: z.string().optional(),
    bankIdentifier: z.string().optional(),
    paymentRail: paymentRail.optional(),
    remittanceInformation: z.string().optional(),
    endToEndId: z.string().optional(),
    traceNumber: z.string().optional(),
    onChainTransaction: onChainTransaction.optional(),
  })
  .meta({ id: 'RealtimeFundingTransactionSource' });

export const transactionSource = oneOf('TransactionSourceOneOf', 'sourceType', [
  accountSource,
  umaAddressSource,
  realtimeFundingSource,
]);

export const transactionDestination = oneOf('TransactionDestinationOneOf', 'destinationType', [
  z
    .object({
      destinationType: z.literal('ACCOUNT'),
      accountId: z.string(),
      currency: z.string().optional(),
      onChainTransaction: onChainTransaction.optional(),
    })
    .meta({ id: 'AccountTransactionDestination' }),
  z
    .object({ destinationType: z.literal('UMA_ADDRESS'), umaAddress: z.string(), currency: z.string().optional() })
    .meta({ id: 'UmaAddressTransactionDestination' }),
]);

export const refund = z
  .object({
    reference: z.string(),
    initiatedAt: timestamp,
    settledAt: timestamp.optional(),
    status: z.enum(statesOf(REFUND)),
    reason: z.enum(['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT']).optional(),
  })
  .meta({ id: 'Refund' });

const reconciliationInstructions = z
  .object({
    reference: z.string().optional(),
    transactionHash: z.string().optional().meta({ deprecated: true }),
  })
  .meta({ id: 'ReconciliationInstructions' });

/** Fields of INCOMING and OUTGOING transactions. */
const common = {
  id: z.string(),
  pendingReason: z
    .enum([
      'COUNTERPARTY_DECLARATION_REQUIRED',
      'WALLET_VERIFICATION_REQUIRED',
      'COUNTERPARTY_INFORMATION_REQUIRED',
      'COMPLIANCE_REVIEW',
    ])
    .meta({ id: 'TransactionPendingReason' })
    .optional(),
  direction: transactionDirection,
  destination: transactionDestination,
  customerId: z.string(),
  platformCustomerId: z.string(),
  settledAt: timestamp.optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  receiptDeliveryConfirmedAt: timestamp.optional(),
  agentId: z.string().optional(),
  description: z.string().optional(),
  exchangeRate: z.number().gt(0).optional(),
  quoteId: z.string().optional(),
  refund: refund.optional(),
  counterpartyInformation: counterpartyInformation.optional(),
  fees: answeredAmount.min(0).optional(),
  reconciliationInstructions: reconciliationInstructions.optional(),
};

export const requestedInfoFields = z.array(counterpartyField);

export const incomingTransaction = z
  .object({
    ...common,
    type: z.literal('INCOMING'),
    status: transactionStatus,
    source: transactionSource.optional(),
    sentAmount: currencyAmount.optional(),
    receivedAmount: currencyAmount,
    requestedReceiverCustomerInfoFields: requestedInfoFields.optional(),
    failureReason: z
      .enum([
        'LNURLP_FAILED',
        'PAY_REQUEST_FAILED',
        'PAYMENT_APPROVAL_WEBHOOK_ERROR',
        'PAYMENT_APPROVAL_TIMED_OUT',
        'OFFRAMP_FAILED',
        'MISSING_MANDATORY_PAYEE_DATA',
        'QUOTE_EXPIRED',
        'QUOTE_EXECUTION_FAILED',
        'COMPLIANCE_REJECTED',
        'COLLECTION_FAILED',
      ])
      .meta({ id: 'IncomingTransactionFailureReason' })
      .optional(),
  })
  .meta({ id: 'IncomingTransaction' });

export const outgoingTransaction = z
  .object({
    ...common,
    type: z.literal('OUTGOING'),
    status: outgoingStatus,
    source: transactionSource,
    sentAmount: currencyAmount,
    receivedAmount: currencyAmount.optional(),
    platformFees: answeredAmount.min(0).optional(),
    paymentInstructions: z.array(paymentInstructions).optional(),
    rateDetails: outgoingRateDetails.optional(),
    failureReason: z
      .enum([
        'QUOTE_EXPIRED',
        'QUOTE_RATE_UNAVAILABLE',
        'QUOTE_EXECUTION_FAILED',
        'FUNDING_AMOUNT_MISMATCH',
        'SCA_NOT_COMPLETED',
        'PAYOUT_RETURNED',
        'LIMIT_EXCEEDED',
        'ACCOUNT_CANNOT_RECEIVE',
        'ACCOUNT_INVALID',
        'COMPLIANCE_REJECTED',
        'LIGHTNING_PAYMENT_FAILED',
        'COUNTERPARTY_POST_TX_FAILED',
      ])
      .meta({ id: 'OutgoingTransactionFailureReason' })
      .optional(),
    paymentRail: paymentRail.nullish(),
    railSelectionMode: z.enum(['AUTO', 'MANUAL']).meta({ id: 'RailSelectionMode' }).nullish(),
    expectedSettlementAt: timestamp.nullish(),
    settlementTimelineSeconds: z.int().nullish(),
  })
  .meta({ id: 'OutgoingTransaction' });

export const transaction = oneOf('TransactionOneOf', 'type', [
  incomingTransaction,
  outgoingTransaction,
  cardTransaction,
]);

export const transactionList = pageOf('TransactionListResponse', transaction);

export const confirmReceiptRequest = z
  .object({ receiptDeliveryConfirmedAt: instant.optional() })
  .meta({ id: 'ConfirmReceiptDeliveryRequest' });

export const cancelRequest = z
  .object({ reason: z.string().max(1000).optional() })
  .meta({ id: 'CancelTransactionRequest' });

export const transactionFilter = z.object({
  customerId: recordId('Customer', 'Platform').optional(),
  platformCustomerId: queryText.optional(),
  accountIdentifier: queryText.optional(),
  senderAccountIdentifier: queryText.optional(),
  receiverAccountIdentifier: queryText.optional(),
  status: transactionStatus.optional(),
  type: transactionType.optional(),
  reference: queryText.optional(),
  startDate: instant.optional(),
  endDate: instant.optional(),
  ...pageQuery,
  sortOrder: z.enum(['asc', 'desc']).meta({ default: 'desc' }).optional(),
});
