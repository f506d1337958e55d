import { INCOMING, OUTGOING, REFUND, TRANSACTION_TYPES } from '@corridor/core/records';
import { statesOf } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentInstructions, paymentRail } from '../accounts/account-info-schemas.js';
import {
  answeredAmount,
  instant,
  queryInstant,
  meanings,
  oneOf,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  statuses,
  timestamp,
} from '../../kit/schemas.js';
import { currencyAmount } from '../money/schemas.js';
import { counterpartyField } from '../quotes/counterparty-field.js';
import { counterpartyInformation, outgoingRateDetails } from '../quotes/schemas.js';
import { cardTransaction, cardTransactionStatus, transactionDirection } from './card-transaction-schema.js';

const types = z.enum(TRANSACTION_TYPES);
export const transactionType = types.meta({
  id: 'TransactionType',
  description: meanings<z.infer<typeof types>>({
    INCOMING: 'money for an internal account',
    OUTGOING: 'money that leaves, or the payment of a quote',
  }),
});

const typeFilter = z.enum([...TRANSACTION_TYPES, 'CARD']).meta({ id: 'TransactionTypeFilter' });

const UNUSED = 'part of the contract; this version does not use it';

const anyStates = statuses(INCOMING, [
  'CREATED',
  'PENDING',
  'PENDING_AUTHORIZATION',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
]);
export const transactionStatus = anyStates.meta({
  id: 'TransactionStatus',
  description: meanings<z.infer<typeof anyStates>>({
    CREATED: UNUSED,
    PENDING: 'the money is being collected, or the platform has to approve the payment',
    PENDING_AUTHORIZATION: `${UNUSED}; a quote that waits for its payer has no transaction yet`,
    PROCESSING: 'the money is held or has arrived and is being delivered; only `OUTGOING`',
    COMPLETED: 'delivered or credited; a return by the bank can still change it to `FAILED`',
    REJECTED: `${UNUSED}; a rejected payment is \`FAILED\` with \`COMPLIANCE_REJECTED\``,
    FAILED: '`failureReason` has the cause; `refund` shows whether money goes back',
    REFUNDED: 'collected money went back to its sender; only `INCOMING`',
    EXPIRED: UNUSED,
  }),
});

const statusFilter = z
  .enum([...anyStates.options, ...cardTransactionStatus.options])
  .meta({ id: 'TransactionStatusFilter' });

const outgoingStates = statuses(OUTGOING, [
  'PENDING',
  'PENDING_AUTHORIZATION',
  'EXPIRED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
]);
const outgoingStatus = outgoingStates.meta({
  id: 'OutgoingTransactionStatus',
  description: meanings<z.infer<typeof outgoingStates>>({
    PENDING: 'the money is collected from an external account first',
    PENDING_AUTHORIZATION: `${UNUSED}; a quote that waits for its payer has no transaction yet`,
    EXPIRED: `${UNUSED}; the quote is \`EXPIRED\` instead`,
    PROCESSING: 'the money is held or has arrived and is being delivered',
    COMPLETED: 'the receiver was paid; if the payout is returned later, it becomes `FAILED`',
    FAILED: 'it was not delivered, or came back; `failureReason` has the cause, and `refund` shows where the money is',
  }),
});

export const onChainTransaction = z
  .object({
    transactionHash: z.string().describe('Id of the transaction on its chain, to look it up in a block explorer.'),
    network: z
      .enum(['BITCOIN', 'ETHEREUM', 'SOLANA', 'BASE', 'POLYGON', 'TRON', 'PLASMA', 'SPARK'])
      .meta({ id: 'CryptoNetwork', description: 'Name of a chain or layer, as in `cryptoNetwork` of requests.' })
      .describe('The chain that carried it.'),
  })
  .meta({ id: 'OnChainTransaction' });

const notFilled = (what: string): string => `${what} Part of the contract; this version leaves it out.`;

const accountSource = z
  .object({
    sourceType: z.literal('ACCOUNT'),
    accountId: z.string().describe('The internal account that paid, or the external account that was collected from.'),
    customerId: z.string().optional().describe('Owner of the account; the id of the platform for its own accounts.'),
    currency: z.string().optional().describe('Code of the currency that left the account.'),
    onChainTransaction: onChainTransaction.optional().describe(notFilled('How the money came in over a chain.')),
  })
  .meta({ id: 'AccountTransactionSource' });

const umaAddressSource = z
  .object({
    sourceType: z.literal('UMA_ADDRESS'),
    umaAddress: z.string().describe('Sender at another institution, in the form `$name@domain`.'),
    currency: z
      .string()
      .optional()
      .describe('Code of the currency that the sender paid in, if its institution said so.'),
  })
  .meta({ id: 'UmaAddressTransactionSource' });

const realtimeFundingSource = z
  .object({
    sourceType: z.literal('REALTIME_FUNDING'),
    customerId: z.string().optional().describe('The customer for whom the money was paid in, or the platform.'),
    currency: z.string().describe('Code of the currency in which the money arrived.'),
    accountHolderName: z.string().optional().describe(notFilled("Name on the payer's account.")),
    accountIdentifier: z.string().optional().describe(notFilled("Number of the payer's account.")),
    bankName: z.string().optional().describe(notFilled("Name of the payer's institution.")),
    bankIdentifier: z.string().optional().describe(notFilled("Code of the payer's institution.")),
    paymentRail: paymentRail.optional().describe(notFilled('Network by which the money arrived.')),
    remittanceInformation: z.string().optional().describe(notFilled('Text that the payer gave.')),
    endToEndId: z.string().optional().describe(notFilled("The payer's own id of the payment.")),
    traceNumber: z.string().optional().describe(notFilled("The payment network's id of the payment.")),
    onChainTransaction: onChainTransaction.optional().describe(notFilled('How the money came in over a chain.')),
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
      accountId: z.string().describe('The internal or external account that receives the money.'),
      currency: z.string().optional().describe('Code of the currency that the account receives.'),
      onChainTransaction: onChainTransaction
        .optional()
        .describe('The delivery over a chain. Present once the chain has confirmed it.'),
    })
    .meta({ id: 'AccountTransactionDestination' }),
  z
    .object({
      destinationType: z.literal('UMA_ADDRESS'),
      umaAddress: z.string().describe('Receiver at another institution, in the form `$name@domain`.'),
      currency: z.string().optional().describe('Code of the currency that the receiver gets.'),
    })
    .meta({ id: 'UmaAddressTransactionDestination' }),
]);

const refundStates = z.enum(statesOf(REFUND));
const refundReason = z.enum(['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT']);

export const refund = z
  .object({
    reference: z.string().describe('Id of the refund; the rail that sends the money back uses it as its reference.'),
    initiatedAt: timestamp.describe('When the payment failed and its money began to go back.'),
    settledAt: timestamp.optional().describe('When the money was back at its source. Absent until then.'),
    status: refundStates.describe(
      meanings<z.infer<typeof refundStates>>({
        PENDING: 'the money is on its way back',
        COMPLETED: 'the money is back at its source',
        FAILED: 'the money cannot be sent back, or bounced; the operator resolves it and can retry',
      }),
    ),
    reason: refundReason.optional().describe(
      meanings<z.infer<typeof refundReason>>({
        TRANSACTION_FAILED: 'the payment could not be delivered, or was returned',
        USER_CANCELLATION: 'the platform cancelled the payment',
        TIMEOUT: 'the rail gave the payment up after a time',
      }),
    ),
  })
  .meta({ id: 'Refund' });

export const corrections = z
  .object({
    sentBack: currencyAmount
      .optional()
      .describe('What went back to the payer. An account that was credited has been debited for it, or owes it.'),
    cameBack: currencyAmount
      .optional()
      .describe('What the payee or its bank returned after the delivery, in the currency that was delivered.'),
  })
  .meta({ id: 'TransactionCorrections' });

const reconciliationInstructions = z
  .object({
    reference: z
      .string()
      .optional()
      .describe('The text of the payment instructions by which the money was matched to its quote or account.'),
    transactionHash: z
      .string()
      .optional()
      .meta({ deprecated: true, description: 'Read `onChainTransaction` instead; this version leaves it out.' }),
  })
  .meta({ id: 'ReconciliationInstructions' });

const pendingReason = z.enum([
  'COUNTERPARTY_DECLARATION_REQUIRED',
  'WALLET_VERIFICATION_REQUIRED',
  'COUNTERPARTY_INFORMATION_REQUIRED',
  'COMPLIANCE_REVIEW',
]);

/** Fields of INCOMING and OUTGOING transactions. */
const common = {
  id: z.string().describe('Names the payment in its events, in the journal and at its rails.'),
  pendingReason: pendingReason
    .meta({
      id: 'TransactionPendingReason',
      description: meanings<z.infer<typeof pendingReason>>({
        COUNTERPARTY_DECLARATION_REQUIRED: 'the platform has to declare who the counterparty is',
        WALLET_VERIFICATION_REQUIRED: 'the owner of the wallet at the other end has to be proven',
        COUNTERPARTY_INFORMATION_REQUIRED: 'data about the counterparty is missing',
        COMPLIANCE_REVIEW: 'a person reviews the payment',
      }),
    })
    .optional()
    .describe(notFilled('Why a `PENDING` payment waits.')),
  direction: transactionDirection.describe("Seen from the customer's balance."),
  destination: transactionDestination.describe('Where the money goes.'),
  customerId: z.string().describe('The customer who pays or is paid; the id of the platform for its own accounts.'),
  platformCustomerId: z.string().describe('Your own id of that customer; the id of the platform for its own accounts.'),
  settledAt: timestamp.optional().describe('When the money was delivered or credited. Absent until then.'),
  createdAt: timestamp.optional().describe('When the payment started.'),
  updatedAt: timestamp.optional().describe('When any field last changed, such as the state.'),
  receiptDeliveryConfirmedAt: timestamp
    .optional()
    .describe('When the receiver was given the receipt, as the platform reported with `confirmReceiptDelivery`.'),
  agentId: z.string().optional().describe('The software agent that made the payment. Absent if the platform did.'),
  description: z.string().optional().describe('The note that the request for the quote carried.'),
  exchangeRate: z
    .number()
    .gt(0)
    .optional()
    .describe('Receiving smallest units for one sending smallest unit, net of fees. Present for payments of quotes.'),
  quoteId: z.string().optional().describe('The quote that this payment executes. Absent for transfers and deposits.'),
  refund: refund
    .optional()
    .describe('How the money of a failed payment goes back. Absent if there is nothing to refund.'),
  corrections: corrections
    .optional()
    .describe(
      'Money that moved after the payment was booked, because the operator resolved an exception about it. The state and the amounts of the payment stay as they are. Absent if there is none.',
    ),
  counterpartyInformation: counterpartyInformation
    .optional()
    .describe('What the institution at the other end of a UMA payment disclosed about its customer.'),
  fees: answeredAmount
    .min(0)
    .optional()
    .describe(
      'Part of `sentAmount`: fees of service and platform for the payment of a quote, the network fee for a transfer to a chain.',
    ),
  reconciliationInstructions: reconciliationInstructions
    .optional()
    .describe('How arriving money was matched. Present for payments that were funded by payment instructions.'),
};

export const requestedInfoFields = z.array(counterpartyField);

const incomingFailure = z.enum([
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
]);

export const incomingTransaction = z
  .object({
    ...common,
    type: z.literal('INCOMING'),
    status: transactionStatus.describe('How far the payment has come, such as `PENDING` or `COMPLETED`.'),
    source: transactionSource.optional().describe('Where the money comes from. Absent if the rail did not say.'),
    sentAmount: currencyAmount.optional().describe('What the sender paid, if it is known.'),
    receivedAmount: currencyAmount.describe('What the internal account is credited with.'),
    requestedReceiverCustomerInfoFields: requestedInfoFields
      .optional()
      .describe(
        'Data about the receiver that the sending institution asks for. Present while the platform has to decide; send it with `approvePendingPayment`.',
      ),
    failureReason: incomingFailure
      .meta({
        id: 'IncomingTransactionFailureReason',
        description: meanings<z.infer<typeof incomingFailure>>({
          LNURLP_FAILED: UNUSED,
          PAY_REQUEST_FAILED: UNUSED,
          PAYMENT_APPROVAL_WEBHOOK_ERROR: 'the webhook endpoint failed to decide on the payment',
          PAYMENT_APPROVAL_TIMED_OUT: 'the platform did not decide in time',
          OFFRAMP_FAILED: UNUSED,
          MISSING_MANDATORY_PAYEE_DATA: 'the platform asked for data about the sender that did not come',
          QUOTE_EXPIRED: 'the sender did not pay in time',
          QUOTE_EXECUTION_FAILED: 'the money came, but the account could not hold it; an operator decides about it',
          COMPLIANCE_REJECTED: 'the platform rejected the payment',
          COLLECTION_FAILED: 'the rail could not collect the money, or the bank took it back',
        }),
      })
      .optional()
      .describe('Why the payment is `FAILED`. Absent otherwise.'),
  })
  .meta({ id: 'IncomingTransaction' });

const outgoingFailure = z.enum([
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
]);
const railSelection = z.enum(['AUTO', 'MANUAL']);

export const outgoingTransaction = z
  .object({
    ...common,
    type: z.literal('OUTGOING'),
    status: outgoingStatus.describe('How far the payment has come, such as `PROCESSING` or `COMPLETED`.'),
    source: transactionSource.describe('Where the money comes from.'),
    sentAmount: currencyAmount.describe(
      'What the payer pays, fees included; or what arrived for a quote that cannot use it.',
    ),
    receivedAmount: currencyAmount
      .optional()
      .describe('What the receiver gets. Absent if money arrived that its quote cannot use.'),
    platformFees: answeredAmount
      .min(0)
      .optional()
      .describe('The part of `fees` that the platform earns on completion.'),
    paymentInstructions: z
      .array(paymentInstructions)
      .optional()
      .describe('The instructions by which the payer funded the quote. Absent for payments from accounts.'),
    rateDetails: outgoingRateDetails
      .optional()
      .describe('The parts of `exchangeRate` and of the service fee. Present for payments of quotes.'),
    failureReason: outgoingFailure
      .meta({
        id: 'OutgoingTransactionFailureReason',
        description: meanings<z.infer<typeof outgoingFailure>>({
          QUOTE_EXPIRED: 'the money arrived after the quote had ended',
          QUOTE_RATE_UNAVAILABLE: UNUSED,
          QUOTE_EXECUTION_FAILED: 'the rail failed without a more exact reason, or the payment was cancelled',
          FUNDING_AMOUNT_MISMATCH: 'another amount arrived than the quote asks for',
          SCA_NOT_COMPLETED: UNUSED,
          PAYOUT_RETURNED: 'the money was delivered and came back',
          LIMIT_EXCEEDED: 'the daily volume of the corridor was used up when the money arrived',
          ACCOUNT_CANNOT_RECEIVE: 'the receiving account refused the money',
          ACCOUNT_INVALID: 'the receiving account does not exist or is closed',
          COMPLIANCE_REJECTED: 'the rail or the receiving institution rejected the payment',
          LIGHTNING_PAYMENT_FAILED: 'the Lightning network found no way to pay the invoice',
          COUNTERPARTY_POST_TX_FAILED: UNUSED,
        }),
      })
      .optional()
      .describe('Why the payment is `FAILED`. Absent otherwise.'),
    paymentRail: paymentRail
      .nullish()
      .describe(
        'Network that delivers. `null` for internal accounts, UMA addresses and wallets, whose chain is the network.',
      ),
    railSelectionMode: railSelection
      .meta({
        id: 'RailSelectionMode',
        description: meanings<z.infer<typeof railSelection>>({
          AUTO: 'the host chose the network',
          MANUAL: 'the request named the network',
        }),
      })
      .nullish()
      .describe('Who chose `paymentRail`. `null` if no rail delivers.'),
    expectedSettlementAt: timestamp
      .nullish()
      .describe(
        'When the rail expects to deliver, fixed when the delivery starts. `null` until then, and if no rail delivers.',
      ),
    settlementTimelineSeconds: z
      .int()
      .nullish()
      .describe('Seconds from `createdAt` to `expectedSettlementAt`; `null` with it.'),
  })
  .meta({ id: 'OutgoingTransaction' });

export const transaction = oneOf('TransactionOneOf', 'type', [
  incomingTransaction,
  outgoingTransaction,
  cardTransaction,
]);

export const transactionList = pageOf('TransactionListResponse', transaction);

export const confirmReceiptRequest = z
  .object({
    receiptDeliveryConfirmedAt: instant
      .optional()
      .describe('When the receiver was given the receipt; not in the future. Default: now.'),
  })
  .meta({ id: 'ConfirmReceiptDeliveryRequest' });

export const cancelRequest = z
  .object({
    reason: z
      .string()
      .max(1000)
      .optional()
      .describe('Why the platform cancels. It is kept with the transaction, for the operator; answers do not show it.'),
  })
  .meta({ id: 'CancelTransactionRequest' });

export const transactionFilter = z.object({
  customerId: recordId('Customer', 'Platform')
    .optional()
    .describe("Only payments of this customer, or with the platform's id those of its own accounts."),
  platformCustomerId: queryText.optional().describe('The same filter by your own id of the customer.'),
  accountIdentifier: queryText.optional().describe('Only payments with this account id or UMA address on either side.'),
  senderAccountIdentifier: queryText.optional().describe('Only payments from this account id or UMA address.'),
  receiverAccountIdentifier: queryText.optional().describe('Only payments to this account id or UMA address.'),
  status: statusFilter
    .optional()
    .describe('Only transactions that are in this state now. Card transactions have states of their own.'),
  type: typeFilter.optional().describe('Only payments in this direction, or only card transactions.'),
  reference: queryText
    .optional()
    .describe('Only payments that were funded with this reference of payment instructions.'),
  startDate: queryInstant.optional().describe('Only payments that started at this time or later.'),
  endDate: queryInstant.optional().describe('Only payments that started at this time or earlier.'),
  ...pageQuery,
  sortOrder: z
    .enum(['asc', 'desc'])
    .meta({ default: 'desc' })
    .optional()
    .describe('By `createdAt`: `desc` is newest first. Cursors belong to one order.'),
});
