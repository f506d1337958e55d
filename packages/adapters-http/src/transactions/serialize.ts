import { Bug, isCardTransaction, printRate, toIso, type Transaction } from '@corridor/core';
import { serializePaymentInstructions } from '../accounts/serialize.js';
import { optionalInstant, optionalInteger } from '../app/wire.js';
import { optionalAmount } from '../money/serialize.js';
import { serializeRateDetails } from '../money/serialize-rate-details.js';
import { serializeCardTransaction } from './serialize-card.js';

/** The wire form of a transaction of any type, as answers and webhooks carry it. */
export const serializeTransaction = (transaction: Transaction): object =>
  isCardTransaction(transaction) ? serializeCardTransaction(transaction) : serializePayment(transaction);

const serializePayment = (transaction: Transaction): object => ({
  id: transaction.id,
  status: transaction.status,
  type: transaction.type,
  direction: transaction.direction,
  source: source(transaction),
  destination: destination(transaction),
  customerId: transaction.customerId,
  platformCustomerId: transaction.platformCustomerId,
  sentAmount: optionalAmount(transaction.sentAmount, transaction.sentCurrency),
  receivedAmount: optionalAmount(transaction.receivedAmount, transaction.receivedCurrency),
  exchangeRate: transaction.exchangeRate === null ? undefined : printRate(transaction.exchangeRate),
  fees: optionalInteger(transaction.fees),
  platformFees: optionalInteger(transaction.platformFees),
  rateDetails: rateDetails(transaction),
  quoteId: transaction.quoteId ?? undefined,
  counterpartyInformation: transaction.counterparty?.information,
  requestedReceiverCustomerInfoFields: requestedFields(transaction),
  agentId: transaction.agentId ?? undefined,
  description: transaction.description ?? undefined,
  failureReason: transaction.failureReason ?? undefined,
  refund: refund(transaction),
  reconciliationInstructions: transaction.reference === null ? undefined : { reference: transaction.reference },
  paymentInstructions: serializePaymentInstructions(transaction.paymentInstructions),
  ...(transaction.type === 'OUTGOING' && delivery(transaction)),
  createdAt: toIso(transaction.createdAt),
  updatedAt: toIso(transaction.updatedAt),
  settledAt: optionalInstant(transaction.settledAt),
  receiptDeliveryConfirmedAt: optionalInstant(transaction.receiptDeliveryConfirmedAt),
});

/** The customer of an account is the transaction's; the platform's own accounts carry its id. */
const source = ({ source: from, customerId }: Transaction): object | undefined => {
  if (from === null) return undefined;
  const owner = from.sourceType === 'ACCOUNT' ? { customerId } : {};
  return { ...from, ...owner, currency: from.currency ?? undefined };
};

function destination({ id, destination: to }: Transaction): object {
  switch (to.destinationType) {
    case 'ACCOUNT':
      return {
        destinationType: to.destinationType,
        accountId: to.accountId,
        currency: to.currency,
        onChainTransaction: to.onChainTransaction ?? undefined,
      };
    case 'UMA_ADDRESS':
      return { destinationType: to.destinationType, umaAddress: to.umaAddress, currency: to.currency };
    case 'MERCHANT':
      throw new Bug(`${id} pays a merchant, and is of no card`);
  }
}

/** What has terms was quoted, amounts and fees included. Snapshots of before they were kept do not have the field. */
function rateDetails({ rateTerms, ...quoted }: Transaction): object | undefined {
  if (!rateTerms) return undefined;
  return serializeRateDetails({
    ...rateTerms,
    exchangeRate: quoted.exchangeRate!,
    converted: quoted.sentAmount! - quoted.fees!,
    receivedAmount: quoted.receivedAmount!,
    serviceFee: quoted.fees! - quoted.platformFees!,
  });
}

/** Only the question whether a payment may come in asks for them. */
const requestedFields = ({ type, status, counterparty }: Transaction): object | undefined =>
  type === 'INCOMING' && status === 'PENDING' ? counterparty?.requestedFields : undefined;

/** How an outgoing payment is delivered; these four the contract shows as null where they are not known. */
const delivery = ({
  paymentRail,
  railSelectionMode,
  expectedSettlementAt,
  createdAt,
}: Transaction): Record<string, unknown> => ({
  paymentRail,
  railSelectionMode,
  expectedSettlementAt: optionalInstant(expectedSettlementAt) ?? null,
  settlementTimelineSeconds:
    expectedSettlementAt === null ? null : Math.round((expectedSettlementAt - createdAt) / 1000),
});

function refund(transaction: Transaction): object | undefined {
  const { refundStatus, refundReference, refundInitiatedAt, refundSettledAt, refundReason } = transaction;
  if (refundStatus === null) return undefined;
  if (refundReference === null || refundInitiatedAt === null) throw new Bug(`${transaction.id} has half a refund`);
  return {
    reference: refundReference,
    initiatedAt: toIso(refundInitiatedAt),
    settledAt: optionalInstant(refundSettledAt),
    status: refundStatus,
    reason: refundReason ?? undefined,
  };
}
