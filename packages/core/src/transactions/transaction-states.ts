import { machine, type StateOf } from '../kernel/index.js';

/**
 * OUTGOING payments (docs/areas/transactions.md#states). They start as PROCESSING at execution, as PENDING if money
 * must be collected first, or as FAILED if the money that arrived for a quote cannot be used.
 */
export const OUTGOING = machine('Outgoing transaction', 'status', ['FAILED'], [
  {
    from: null,
    on: 'execute',
    to: 'PROCESSING',
    emits: 'OUTGOING_PAYMENT.PROCESSING',
    why: 'the money of the source is held or has arrived',
  },
  {
    from: null,
    on: 'misfund',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.FAILED',
    why: 'the money arrived late, with a wrong amount, or above the daily volume: it is refunded',
  },
  {
    from: null,
    on: 'await',
    to: 'PENDING',
    emits: 'OUTGOING_PAYMENT.PENDING',
    why: 'the money must be collected first',
  },
  {
    from: 'PENDING',
    on: 'process',
    to: 'PROCESSING',
    emits: 'OUTGOING_PAYMENT.PROCESSING',
    why: 'the money was collected',
  },
  { from: 'PENDING', on: 'fail', to: 'FAILED', emits: 'OUTGOING_PAYMENT.FAILED', why: 'the money was not collected' },
  {
    from: 'PROCESSING',
    on: 'settle',
    to: 'COMPLETED',
    emits: 'OUTGOING_PAYMENT.COMPLETED',
    why: 'the payment was delivered',
  },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: 'OUTGOING_PAYMENT.FAILED', why: 'the rail could not deliver' },
  {
    from: 'COMPLETED',
    on: 'return',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.FAILED',
    why: 'the delivered payout was returned (PAYOUT_RETURNED)',
  },
] as const);

/** INCOMING payments: money for internal accounts. */
export const INCOMING = machine('Incoming transaction', 'status', [], [
  {
    from: null,
    on: 'credit',
    to: 'COMPLETED',
    emits: 'INCOMING_PAYMENT.COMPLETED',
    why: 'money arrived and was credited',
  },
  {
    from: null,
    on: 'await',
    to: 'PENDING',
    emits: 'INCOMING_PAYMENT.PENDING',
    why: 'the platform must approve the payment, or the money is still to be collected',
  },
  {
    from: 'PENDING',
    on: 'credit',
    to: 'COMPLETED',
    emits: 'INCOMING_PAYMENT.COMPLETED',
    why: 'the payment was approved, or the money was collected',
  },
  {
    from: 'PENDING',
    on: 'fail',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.FAILED',
    why: 'the payment was rejected or timed out, or the money was not collected',
  },
  {
    from: 'FAILED',
    on: 'refund',
    to: 'REFUNDED',
    emits: 'INCOMING_PAYMENT.REFUND_COMPLETED',
    why: 'the money was sent back',
  },
  {
    from: 'COMPLETED',
    on: 'take-back',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.FAILED',
    why: 'the collection was returned or the arrival reversed (COLLECTION_FAILED)',
  },
  {
    from: 'REFUNDED',
    on: 'bounce',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.REFUND_FAILED',
    why: 'the refund bounced',
  },
] as const);

/**
 * The refund of a failed payment, in a state of its own on the transaction. The refund of an incoming payment emits
 * INCOMING_PAYMENT.REFUND_* instead; its REFUND_COMPLETED also means that the payment is REFUNDED.
 */
export const REFUND = machine('Refund', 'refundStatus', [], [
  {
    from: null,
    on: 'start',
    to: 'PENDING',
    emits: 'OUTGOING_PAYMENT.REFUND_PENDING',
    why: 'the payment failed: its money goes back to the source',
  },
  {
    from: 'PENDING',
    on: 'complete',
    to: 'COMPLETED',
    emits: 'OUTGOING_PAYMENT.REFUND_COMPLETED',
    why: 'the money is back at its source',
  },
  {
    from: 'PENDING',
    on: 'fail',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.REFUND_FAILED',
    why: 'the money cannot be sent back: an operator resolves the exception',
  },
  {
    from: 'COMPLETED',
    on: 'bounce',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.REFUND_FAILED',
    why: 'the refund bounced: an operator resolves the exception',
  },
  {
    from: 'FAILED',
    on: 'retry',
    to: 'PENDING',
    emits: 'OUTGOING_PAYMENT.REFUND_PENDING',
    why: 'an operator retries the refund',
  },
  {
    from: 'FAILED',
    on: 'settle',
    to: 'COMPLETED',
    emits: 'OUTGOING_PAYMENT.REFUND_COMPLETED',
    why: 'an operator credited the money, or paid it outside the rails',
  },
  {
    from: null,
    on: 'void',
    to: 'COMPLETED',
    emits: null,
    why: 'cancelled before anything was collected; the FAILED event carries the refund',
  },
] as const);

/**
 * Uses of cards (docs/areas/cards.md). A declined authorization makes no transaction. A clearing after SETTLED or
 * REFUNDED changes no state, unless the authorization had expired and the clearing has a date before that: it opens an
 * exception and is not charged to the customer.
 */
export const CARD_TRANSACTION = machine('Card transaction', 'status', [], [
  {
    from: null,
    on: 'authorize',
    to: 'AUTHORIZED',
    emits: 'CARD_TRANSACTION.AUTHORIZED',
    why: 'approved: the amount is reserved',
  },
  {
    from: 'AUTHORIZED',
    on: 'advise',
    to: 'AUTHORIZED',
    emits: 'CARD_TRANSACTION.AUTHORIZED',
    why: 'the network changed the authorized amount',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'advise',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the network changed the authorized amount',
  },
  {
    from: 'EXCEPTION',
    on: 'advise',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the network changed the authorized amount',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'reverse-rest',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the network reversed what was not cleared: the rest of the reserve is released',
  },
  {
    from: 'AUTHORIZED',
    on: 'release',
    to: 'AUTHORIZED',
    emits: 'CARD_TRANSACTION.AUTHORIZED',
    why: 'an operator released the reserve before its time; a clearing in time is still charged',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'release',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'an operator released the rest of the reserve before its time; a clearing in time is still charged',
  },
  {
    from: 'EXCEPTION',
    on: 'release',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'an operator released the rest of the reserve before its time',
  },
  {
    from: 'AUTHORIZED',
    on: 'clear-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant cleared part of the amount',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'clear-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant cleared another part',
  },
  {
    from: 'AUTHORIZED',
    on: 'clear',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant cleared the whole amount, or more',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'clear',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant cleared the rest, or more',
  },
  {
    from: 'SETTLED',
    on: 'clear-more',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant credited more, or collected in time what arrived after the authorization had expired',
  },
  {
    from: 'REFUNDED',
    on: 'clear-more',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant collected in time what arrived after the authorization had expired',
  },
  {
    from: 'AUTHORIZED',
    on: 'expire',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the authorization expired without a clearing: the reserve is released',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'expire',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the authorization expired: the rest of the reserve is released',
  },
  {
    from: 'EXCEPTION',
    on: 'expire',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the authorization expired: the rest of the reserve is released, and the loss is still missing',
  },
  {
    from: 'AUTHORIZED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'a debit of the funding source failed',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'a debit of the funding source failed',
  },
  {
    from: 'SETTLED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the merchant was paid, but the debit of the funding source failed',
  },
  {
    from: 'REFUNDED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'a return was reversed after the customer had spent the money',
  },
  {
    from: 'EXCEPTION',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the merchant cleared more',
  },
  {
    from: 'EXCEPTION',
    on: 'recover',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the missing amount was recovered',
  },
  {
    from: 'EXCEPTION',
    on: 'recover-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the missing amount was recovered, and part of the authorization can still be cleared',
  },
  {
    from: 'SETTLED',
    on: 'return-part',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant returned part of the amount',
  },
  {
    from: 'SETTLED',
    on: 'return',
    to: 'REFUNDED',
    emits: 'CARD_TRANSACTION.REFUNDED',
    why: 'the merchant returned the whole amount',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'return-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant returned part of what it was paid so far',
  },
  {
    from: 'EXCEPTION',
    on: 'return-part',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the merchant returned part of the amount, and some is still missing',
  },
  {
    from: 'EXCEPTION',
    on: 'return',
    to: 'REFUNDED',
    emits: 'CARD_TRANSACTION.REFUNDED',
    why: 'the merchant returned the whole amount',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'reverse-return',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant reversed part of a return',
  },
  {
    from: 'SETTLED',
    on: 'reverse-return',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant reversed part of a return',
  },
  {
    from: 'REFUNDED',
    on: 'reverse-return',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant reversed a return',
  },
] as const);

export type OutgoingStatus = StateOf<typeof OUTGOING>;
export type IncomingStatus = StateOf<typeof INCOMING>;
export type RefundStatus = StateOf<typeof REFUND>;
export type CardTransactionStatus = StateOf<typeof CARD_TRANSACTION>;
export type TransactionStatus = OutgoingStatus | IncomingStatus | CardTransactionStatus;
