import type { PaymentInstruction, PaymentRail, RequestTerms } from '../accounts/index.js';
import { emit, type EventTypeOf } from '../events/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  deadlineOf,
  type Id,
  type Instant,
  isId,
  recordKind,
  type Unit,
} from '../kernel/index.js';
import type { LimitUse } from '../limits/index.js';
import type { Rate } from '../money/index.js';
import type { CardSpend } from './card-spend.js';
import {
  CARD_TRANSACTION,
  type IncomingStatus,
  type OutgoingStatus,
  type RefundStatus,
  type TransactionStatus,
} from './transaction-states.js';

declare module '../events/event-types.js' {
  interface EventSnapshots {
    readonly OUTGOING_PAYMENT: Transaction;
    readonly INCOMING_PAYMENT: Transaction;
    readonly CARD_TRANSACTION: Transaction;
  }
}

/** The types of payments. Card transactions have the type CARD, which no platform enables. */
export const TRANSACTION_TYPES = ['INCOMING', 'OUTGOING'] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** The types of payments, and `CARD` for the use of a card. */
export type AnyTransactionType = TransactionType | 'CARD';

export interface OnChainTransaction {
  readonly transactionHash: string;
  readonly network: string;
}

export type TransactionSource =
  | { readonly sourceType: 'ACCOUNT'; readonly accountId: string; readonly currency: CurrencyCode }
  | { readonly sourceType: 'REALTIME_FUNDING'; readonly customerId: string; readonly currency: CurrencyCode }
  | { readonly sourceType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency: CurrencyCode | null };

export type TransactionDestination =
  | {
      readonly destinationType: 'ACCOUNT';
      readonly accountId: string;
      readonly currency: CurrencyCode;
      readonly onChainTransaction: OnChainTransaction | null;
    }
  | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency: CurrencyCode }
  | { readonly destinationType: 'MERCHANT'; readonly descriptor: string; readonly currency: CurrencyCode };

/**
 * The other institution's information about its own customer, and the fields that it requests about the customer here.
 */
export interface Counterparty {
  readonly information: Readonly<Record<string, unknown>>;
  readonly requestedFields: readonly { readonly name: string; readonly mandatory: boolean }[];
}

/** The terms of a quoted rate and fee that the amounts do not show. */
export interface RateTerms {
  /** The service's variable fee in basis points, and its fixed fee. */
  readonly serviceFeeBps: number;
  readonly serviceFixedFee: bigint;
  /** What another institution receives and converts, and its fee; null if no institution takes part. */
  readonly settlement: {
    /** Smallest units of the currency. */
    readonly amount: bigint;
    /** Thousandths of a smallest unit of the currency. */
    readonly counterpartyFeeMsat: bigint;
    /** Absent for satoshis. */
    readonly currency?: CurrencyCode;
  } | null;
}

/** Why a payment of either type failed. */
type CommonFailureReason = 'QUOTE_EXPIRED' | 'QUOTE_EXECUTION_FAILED' | 'COMPLIANCE_REJECTED';

export type OutgoingFailureReason =
  | CommonFailureReason
  | 'FUNDING_AMOUNT_MISMATCH'
  | 'PAYOUT_RETURNED'
  | 'LIMIT_EXCEEDED'
  | 'ACCOUNT_CANNOT_RECEIVE'
  | 'ACCOUNT_INVALID'
  | 'LIGHTNING_PAYMENT_FAILED';

export type IncomingFailureReason =
  | CommonFailureReason
  | 'COLLECTION_FAILED'
  | 'PAYMENT_APPROVAL_WEBHOOK_ERROR'
  | 'PAYMENT_APPROVAL_TIMED_OUT'
  | 'MISSING_MANDATORY_PAYEE_DATA';

export type FailureReason = OutgoingFailureReason | IncomingFailureReason;

export type RefundReason = 'TRANSACTION_FAILED' | 'USER_CANCELLATION' | 'TIMEOUT';

/** Later messages of rails that corrected an earlier outcome of the payment. */
export interface Corrections {
  /** The rail's id of the return of the payout. */
  readonly returnId: string | null;
  /** The amount that banks deducted from the returned payout, in the delivered currency. */
  readonly bankCharge: bigint;
  /** Whether the funding rail took back the money that had arrived for the payment. */
  readonly fundingReversed: boolean;
  /** The rail's id of the reversal of the funding. */
  readonly fundingReturnId: string | null;
  /**
   * Whether the loss caused by a reversed funding was recovered: the payment failed afterwards, and its refund went to
   * the ledger account `loss` instead of the payer.
   */
  readonly fundingRecovered: boolean;
  /** How often a completed refund was returned. */
  readonly refundBounces: number;
  /** What decisions of operators sent back of the money that came for the payment, in smallest units. */
  readonly sentBack: bigint;
  /** What came back from the payee by decisions of operators, in smallest units of the delivered currency. */
  readonly cameBack: bigint;
}

export const NO_CORRECTIONS: Corrections = {
  returnId: null,
  bankCharge: 0n,
  fundingReversed: false,
  fundingReturnId: null,
  fundingRecovered: false,
  refundBounces: 0,
  sentBack: 0n,
  cameBack: 0n,
};

/**
 * A payment (INCOMING or OUTGOING) or the use of a card, in one table and one list (docs/areas/transactions.md). The
 * refund of a failed payment is part of its transaction and has its own state, `refundStatus`.
 */
export interface Transaction extends BaseRecord {
  readonly id: Id<'Transaction'>;
  readonly type: AnyTransactionType;
  readonly status: TransactionStatus;
  readonly direction: 'CREDIT' | 'DEBIT';
  /** The customer; the platform for payments of its own accounts. */
  readonly customerId: string;
  readonly platformCustomerId: string;
  readonly source: TransactionSource | null;
  readonly destination: TransactionDestination;
  /** Account id or UMA address of each side, for the filters of the list. */
  readonly senderIdentifier: string | null;
  readonly receiverIdentifier: string | null;
  readonly sentAmount: bigint | null;
  readonly sentCurrency: CurrencyCode | null;
  readonly receivedAmount: bigint | null;
  readonly receivedCurrency: CurrencyCode | null;
  readonly exchangeRate: Rate | null;
  /**
   * Null for a transaction without a quote, for a payment whose money the quote could not use, and for transactions
   * from before this column existed.
   */
  readonly rateTerms: RateTerms | null;
  /** Fees of the platform and of the service, included in the sent amount. */
  readonly fees: bigint | null;
  readonly platformFees: bigint | null;
  readonly quoteId: Id<'Quote'> | null;
  readonly description: string | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
  readonly failureReason: FailureReason | null;
  /** The reference of the payment instructions by which the money arrived. */
  readonly reference: string | null;
  readonly paymentInstructions: readonly PaymentInstruction[] | null;
  /** Name of the rail that delivers; null for a destination in this ledger. */
  readonly rail: string | null;
  readonly fundingRail: string | null;
  /**
   * The payment rail that delivers; chosen by the caller if the mode is MANUAL. Null for wallets: their chain is the
   * rail.
   */
  readonly paymentRail: PaymentRail | null;
  readonly railSelectionMode: 'AUTO' | 'MANUAL' | null;
  /** From when on the rail may have the payout: written before the call. Its answer is a `RailStep`. */
  readonly submittedAt: Instant | null;
  /** From when on `fundingRail` may have the collection: written before the call. Its answer is a `RailStep`. */
  readonly pullSubmittedAt: Instant | null;
  /** When the rail reported the collection as complete. */
  readonly collectedAt: Instant | null;
  /** When the platform asked to cancel the step that is with a rail now; written before the rail is asked. */
  readonly cancelRequestedAt: Instant | null;
  readonly cancelReason: string | null;
  readonly expectedSettlementAt: Instant | null;
  readonly settledAt: Instant | null;
  readonly receiptDeliveryConfirmedAt: Instant | null;
  /**
   * The daily volume from which this payment took its amount, which is given back if the payment fails before delivery.
   */
  readonly dailyVolumeId: string | null;
  /** What the payment has used of the limits of its customer; null if none was in force when it started. */
  readonly limitUse: LimitUse | null;
  readonly refundStatus: RefundStatus | null;
  readonly refundReference: string | null;
  readonly refundReason: RefundReason | null;
  readonly refundInitiatedAt: Instant | null;
  readonly refundSettledAt: Instant | null;
  /** Null if no rail has corrected an outcome. */
  readonly corrections: Corrections | null;
  /** The terms of the invoice or offer that is paid; null if none is, and for older payments. */
  readonly paymentRequest: RequestTerms | null;
  /** The key of a request that can be paid once, until the payment fails without a delivery. */
  readonly spentRequest: string | null;
  /** Set for a payment to or from another institution. */
  readonly counterparty: Counterparty | null;
  /** The agent that made the transfer or the quote; null if none did. */
  readonly agentId: Id<'Agent'> | null;
  /** Set for card transactions: what the network reported, and the money that moved for it. */
  readonly card: CardSpend | null;
  /** The card network's id of this use of the card; a repeated message with the same id is the same use. */
  readonly issuerToken: string | null;
  /** When the authorization of a card ends by its time; null for payments, and once it has ended. */
  readonly holdEndsAt: Instant | null;
  /** The remembered answer of the request that started the payment; null without an idempotency key. */
  readonly answerId: string | null;
}

/** An OUTGOING transaction: the fields that are always set. */
export type OutgoingPayment = Transaction & {
  readonly type: 'OUTGOING';
  readonly status: OutgoingStatus;
  readonly source: TransactionSource;
  readonly sentAmount: bigint;
  readonly sentCurrency: CurrencyCode;
  readonly failureReason: OutgoingFailureReason | null;
};

/** An INCOMING transaction: the fields that are always set. */
export type IncomingPayment = Transaction & {
  readonly type: 'INCOMING';
  readonly status: IncomingStatus;
  readonly receivedAmount: bigint;
  readonly receivedCurrency: CurrencyCode;
  readonly failureReason: IncomingFailureReason | null;
};

export const isOutgoing = (transaction: Transaction): transaction is OutgoingPayment => transaction.type === 'OUTGOING';
export const isIncoming = (transaction: Transaction): transaction is IncomingPayment => transaction.type === 'INCOMING';

/** The optional fields of a new transaction, all unset. Spread it before the fields that are set. */
export const UNSET = {
  source: null,
  senderIdentifier: null,
  receiverIdentifier: null,
  sentAmount: null,
  sentCurrency: null,
  receivedAmount: null,
  receivedCurrency: null,
  exchangeRate: null,
  rateTerms: null,
  fees: null,
  platformFees: null,
  quoteId: null,
  description: null,
  remittanceInformation: null,
  purposeOfPayment: null,
  failureReason: null,
  reference: null,
  paymentInstructions: null,
  rail: null,
  fundingRail: null,
  paymentRail: null,
  railSelectionMode: null,
  submittedAt: null,
  pullSubmittedAt: null,
  collectedAt: null,
  cancelRequestedAt: null,
  cancelReason: null,
  expectedSettlementAt: null,
  settledAt: null,
  receiptDeliveryConfirmedAt: null,
  dailyVolumeId: null,
  limitUse: null,
  refundStatus: null,
  refundReference: null,
  refundReason: null,
  refundInitiatedAt: null,
  refundSettledAt: null,
  corrections: null,
  paymentRequest: null,
  spentRequest: null,
  counterparty: null,
  agentId: null,
  card: null,
  issuerToken: null,
  holdEndsAt: null,
  answerId: null,
} as const satisfies Partial<Transaction>;

export const TRANSACTIONS = recordKind<Transaction>()({
  name: 'transactions',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    type: 'text',
    status: 'text',
    direction: 'text',
    customerId: 'text',
    platformCustomerId: 'text',
    source: 'json?',
    destination: 'json',
    senderIdentifier: 'text?',
    receiverIdentifier: 'text?',
    sentAmount: 'amount?',
    sentCurrency: 'text?',
    receivedAmount: 'amount?',
    receivedCurrency: 'text?',
    exchangeRate: 'json?',
    rateTerms: 'json?',
    fees: 'amount?',
    platformFees: 'amount?',
    quoteId: 'text?',
    description: 'text?',
    remittanceInformation: 'text?',
    purposeOfPayment: 'text?',
    failureReason: 'text?',
    reference: 'text?',
    paymentInstructions: 'json?',
    rail: 'text?',
    fundingRail: 'text?',
    paymentRail: 'text?',
    railSelectionMode: 'text?',
    submittedAt: 'instant?',
    pullSubmittedAt: 'instant?',
    collectedAt: 'instant?',
    cancelRequestedAt: 'instant?',
    cancelReason: 'text?',
    expectedSettlementAt: 'instant?',
    settledAt: 'instant?',
    receiptDeliveryConfirmedAt: 'instant?',
    dailyVolumeId: 'text?',
    limitUse: 'json?',
    refundStatus: 'text?',
    refundReference: 'text?',
    refundReason: 'text?',
    refundInitiatedAt: 'instant?',
    refundSettledAt: 'instant?',
    corrections: 'json?',
    paymentRequest: 'json?',
    spentRequest: 'text?',
    counterparty: 'json?',
    agentId: 'text?',
    card: 'json?',
    issuerToken: 'text?',
    holdEndsAt: 'instant?',
    answerId: 'text?',
  },
  states: ['status', 'refundStatus'],
  unique: [
    { name: 'issuer_token', columns: ['issuerToken'] },
    { name: 'refund_reference', columns: ['refundReference'], global: true },
    { name: 'spent_request', columns: ['spentRequest'] },
  ],
  filters: [
    'reference',
    'senderIdentifier',
    'receiverIdentifier',
    'customerId',
    'platformCustomerId',
    'status',
    'type',
  ],
  amounts: [
    { amount: 'sentAmount', currency: 'sentCurrency' },
    { amount: 'receivedAmount', currency: 'receivedCurrency' },
  ],
  immutable: [
    'type',
    'direction',
    'customerId',
    'platformCustomerId',
    'quoteId',
    'sentAmount',
    'sentCurrency',
    'reference',
    'paymentRequest',
    'agentId',
    'issuerToken',
    'answerId',
  ],
  deadline: deadlineOf(CARD_TRANSACTION, 'expire', 'holdEndsAt'),
});

export const correctionsOf = ({ corrections }: Pick<Transaction, 'corrections'>): Corrections =>
  corrections === null ? NO_CORRECTIONS : { ...NO_CORRECTIONS, ...corrections };

/**
 * Identifies who is paid, as in `receiverIdentifier` of a transaction and `destinationId` of a quote. A merchant has
 * only its descriptor.
 */
export const destinationKey = (
  destination:
    | { readonly destinationType: 'ACCOUNT'; readonly accountId: string }
    | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string }
    | { readonly destinationType: 'MERCHANT'; readonly descriptor: string },
): string => {
  switch (destination.destinationType) {
    case 'ACCOUNT':
      return destination.accountId;
    case 'UMA_ADDRESS':
      return destination.umaAddress;
    case 'MERCHANT':
      return destination.descriptor;
  }
};

/** The internal account on which a payment holds its money; null for a payment funded from outside. */
export function heldOn({ type, source }: Pick<Transaction, 'type' | 'source'>): Id<'InternalAccount'> | null {
  if (type !== 'OUTGOING' || source?.sourceType !== 'ACCOUNT') return null;
  return isId('InternalAccount', source.accountId) ? source.accountId : null;
}

/** The external account from which a rail collects the money of a payment; null if nothing is collected. */
export function pulledFrom({ source }: Pick<Transaction, 'source'>): Id<'ExternalAccount'> | null {
  if (source?.sourceType !== 'ACCOUNT') return null;
  return isId('ExternalAccount', source.accountId) ? source.accountId : null;
}

/** Writes the event of a change, with the transaction as the change left it. */
export function emitTransaction(
  unit: Unit,
  type: EventTypeOf<'OUTGOING_PAYMENT' | 'INCOMING_PAYMENT' | 'CARD_TRANSACTION'> | null,
  transaction: Transaction,
): void {
  if (type === null) return;
  emit(unit, { type, resource: transaction.id, snapshot: transaction });
}
