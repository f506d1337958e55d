import { printRate, toIso } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { Transaction, TransactionSource } from '@corridor/core/records';
import {
  correctedAmounts,
  type IncomingPayment,
  isCardTransaction,
  isIncoming,
  isOutgoing,
  type OutgoingPayment,
} from '@corridor/core/internal';
import { serializePaymentInstructions } from '../accounts/serialize.js';
import { checkedBy, optionalInstant, optionalInteger, type Wire } from '../../kit/wire.js';
import { optionalAmount, serializeAmount } from '../money/serialize.js';
import { serializeRateDetails } from '../quotes/serialize-rate-details.js';
import type { outgoingRateDetails } from '../quotes/schemas.js';
import {
  type corrections,
  type incomingTransaction,
  onChainTransaction,
  type outgoingTransaction,
  type refund,
  requestedInfoFields,
  type transaction as transactionSchema,
  type transactionDestination,
  type transactionSource,
} from './schemas.js';
import { serializeCardTransaction } from './serialize-card.js';

/** The wire form of a transaction of any type, in responses and webhooks. */
export function serializeTransaction(transaction: Transaction): Wire<typeof transactionSchema> {
  if (isCardTransaction(transaction)) return serializeCardTransaction(transaction);
  return transaction.type === 'OUTGOING' ? serializeOutgoing(transaction) : serializeIncoming(transaction);
}

export function serializeOutgoing(transaction: Transaction): Wire<typeof outgoingTransaction> {
  if (!isOutgoing(transaction)) throw new Bug(`${transaction.id} is not OUTGOING`);
  return {
    id: transaction.id,
    type: transaction.type,
    status: transaction.status,
    source: sourceOf(transaction.source, transaction.customerId),
    sentAmount: serializeAmount(transaction.sentAmount, transaction.sentCurrency),
    receivedAmount: optionalAmount(transaction.receivedAmount, transaction.receivedCurrency),
    platformFees: optionalInteger(transaction.platformFees),
    paymentInstructions: serializePaymentInstructions(transaction.paymentInstructions),
    rateDetails: rateDetails(transaction),
    failureReason: transaction.failureReason ?? undefined,
    ...common(transaction),
    ...delivery(transaction),
  };
}

export function serializeIncoming(transaction: Transaction): Wire<typeof incomingTransaction> {
  if (!isIncoming(transaction)) throw new Bug(`${transaction.id} is not INCOMING`);
  return {
    id: transaction.id,
    type: transaction.type,
    status: transaction.status,
    source: transaction.source === null ? undefined : sourceOf(transaction.source, transaction.customerId),
    sentAmount: optionalAmount(transaction.sentAmount, transaction.sentCurrency),
    receivedAmount: serializeAmount(transaction.receivedAmount, transaction.receivedCurrency),
    requestedReceiverCustomerInfoFields: requestedFields(transaction),
    failureReason: transaction.failureReason ?? undefined,
    ...common(transaction),
  };
}

/**
 * Fields of incoming and outgoing payments. They are spread last: V8 takes about a microsecond for each field that a
 * literal adds after a spread.
 */
const common = (transaction: Transaction) => ({
  direction: transaction.direction,
  destination: destination(transaction),
  customerId: transaction.customerId,
  platformCustomerId: transaction.platformCustomerId,
  exchangeRate: transaction.exchangeRate === null ? undefined : printRate(transaction.exchangeRate),
  fees: optionalInteger(transaction.fees),
  quoteId: transaction.quoteId ?? undefined,
  counterpartyInformation: transaction.counterparty?.information,
  agentId: transaction.agentId ?? undefined,
  description: transaction.description ?? undefined,
  refund: refundOf(transaction),
  corrections: correctionsOf(transaction),
  reconciliationInstructions: transaction.reference === null ? undefined : { reference: transaction.reference },
  createdAt: toIso(transaction.createdAt),
  updatedAt: toIso(transaction.updatedAt),
  settledAt: optionalInstant(transaction.settledAt),
  receiptDeliveryConfirmedAt: optionalInstant(transaction.receiptDeliveryConfirmedAt),
});

/** A customer's account carries the customer id of the transaction, a platform's account its own. */
const sourceOf = (from: TransactionSource, customerId: string): Wire<typeof transactionSource> => {
  switch (from.sourceType) {
    case 'ACCOUNT':
      return { sourceType: from.sourceType, accountId: from.accountId, customerId, currency: from.currency };
    case 'REALTIME_FUNDING':
      return { sourceType: from.sourceType, customerId: from.customerId, currency: from.currency };
    case 'UMA_ADDRESS':
      return { sourceType: from.sourceType, umaAddress: from.umaAddress, currency: from.currency ?? undefined };
  }
};

function destination({ id, destination: to }: Transaction): Wire<typeof transactionDestination> {
  switch (to.destinationType) {
    case 'ACCOUNT':
      return {
        destinationType: to.destinationType,
        accountId: to.accountId,
        currency: to.currency,
        onChainTransaction: checkedBy(onChainTransaction, to.onChainTransaction) ?? undefined,
      };
    case 'UMA_ADDRESS':
      return { destinationType: to.destinationType, umaAddress: to.umaAddress, currency: to.currency };
    case 'MERCHANT':
      throw new Bug(`${id} is a card payment without a card`);
  }
}

/**
 * A payment with rate terms came from a quote, so amounts and fees are known. Snapshots from before the terms were
 * stored lack the field.
 */
function rateDetails(quoted: OutgoingPayment): Wire<typeof outgoingRateDetails> | undefined {
  const { rateTerms: terms } = quoted;
  if (!terms) return undefined;
  return serializeRateDetails({
    terms,
    exchangeRate: quoted.exchangeRate!,
    converted: quoted.sentAmount - quoted.fees!,
    receivedAmount: quoted.receivedAmount!,
    serviceFee: quoted.fees! - quoted.platformFees!,
  });
}

/** Fields that are present only while the platform decides whether to accept the payment. */
const requestedFields = ({ status, counterparty }: IncomingPayment) =>
  status === 'PENDING' && counterparty !== null
    ? checkedBy(requestedInfoFields, counterparty.requestedFields)
    : undefined;

/** The delivery of an outgoing payment. The API shows these four fields as null while they are unknown. */
const delivery = ({ paymentRail, railSelectionMode, expectedSettlementAt, createdAt }: OutgoingPayment) => ({
  paymentRail,
  railSelectionMode,
  expectedSettlementAt: optionalInstant(expectedSettlementAt) ?? null,
  settlementTimelineSeconds:
    expectedSettlementAt === null ? null : Math.round((expectedSettlementAt - createdAt) / 1000),
});

function refundOf(transaction: Transaction): Wire<typeof refund> | undefined {
  const { refundStatus, refundReference, refundInitiatedAt, refundSettledAt, refundReason } = transaction;
  if (refundStatus === null) return undefined;
  if (refundReference === null || refundInitiatedAt === null)
    throw new Bug(`${transaction.id} has an incomplete refund`);
  return {
    reference: refundReference,
    initiatedAt: toIso(refundInitiatedAt),
    settledAt: optionalInstant(refundSettledAt),
    status: refundStatus,
    reason: refundReason ?? undefined,
  };
}

function correctionsOf(transaction: Transaction): Wire<typeof corrections> | undefined {
  // Few payments have any.
  if (!transaction.corrections) return undefined;
  const { sentBack, cameBack } = correctedAmounts(transaction);
  if (sentBack === null && cameBack === null) return undefined;
  return {
    sentBack: sentBack === null ? undefined : serializeAmount(sentBack.amount, sentBack.currency),
    cameBack: cameBack === null ? undefined : serializeAmount(cameBack.amount, cameBack.currency),
  };
}
