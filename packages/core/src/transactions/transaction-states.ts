import { machine, type StateOf } from '../kernel/index.js';

/**
 * OUTGOING payments (behaviour, "Transactions"). Born PROCESSING at execution, or FAILED when the money that came
 * for a quote cannot be used.
 */
export const OUTGOING = machine('Outgoing transaction', 'status', ['FAILED'], [
  {
    from: null,
    on: 'execute',
    to: 'PROCESSING',
    emits: 'OUTGOING_PAYMENT.PROCESSING',
    why: 'the source is held or has arrived',
  },
  {
    from: null,
    on: 'misfund',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.FAILED',
    why: 'wrong amount, too late, or above the daily volume: money goes back',
  },
  { from: null, on: 'await', to: 'PENDING', emits: 'OUTGOING_PAYMENT.PENDING', why: 'something is awaited first' },
  {
    from: 'PENDING',
    on: 'process',
    to: 'PROCESSING',
    emits: 'OUTGOING_PAYMENT.PROCESSING',
    why: 'what was awaited has come',
  },
  { from: 'PENDING', on: 'fail', to: 'FAILED', emits: 'OUTGOING_PAYMENT.FAILED', why: 'what was awaited did not come' },
  {
    from: 'PROCESSING',
    on: 'settle',
    to: 'COMPLETED',
    emits: 'OUTGOING_PAYMENT.COMPLETED',
    why: 'conversion and delivery complete',
  },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: 'OUTGOING_PAYMENT.FAILED', why: 'the rail could not deliver' },
  {
    from: 'COMPLETED',
    on: 'return',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.FAILED',
    why: 'the payout came back (PAYOUT_RETURNED)',
  },
] as const);

/** INCOMING payments: deposits into internal accounts. */
export const INCOMING = machine('Incoming transaction', 'status', [], [
  {
    from: null,
    on: 'credit',
    to: 'COMPLETED',
    emits: 'INCOMING_PAYMENT.COMPLETED',
    why: 'money arrived and is credited',
  },
  {
    from: null,
    on: 'await',
    to: 'PENDING',
    emits: 'INCOMING_PAYMENT.PENDING',
    why: 'the platform decides, or the money is on its way',
  },
  { from: 'PENDING', on: 'credit', to: 'COMPLETED', emits: 'INCOMING_PAYMENT.COMPLETED', why: 'approved or collected' },
  {
    from: 'PENDING',
    on: 'fail',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.FAILED',
    why: 'rejected, timed out or not collected',
  },
  {
    from: 'FAILED',
    on: 'refund',
    to: 'REFUNDED',
    emits: 'INCOMING_PAYMENT.REFUND_COMPLETED',
    why: 'the money went back',
  },
  {
    from: 'COMPLETED',
    on: 'take-back',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.FAILED',
    why: 'the money was taken back: a collection was returned, an arrival reversed (COLLECTION_FAILED)',
  },
  {
    from: 'REFUNDED',
    on: 'bounce',
    to: 'FAILED',
    emits: 'INCOMING_PAYMENT.REFUND_FAILED',
    why: 'the money that went back bounced',
  },
] as const);

/**
 * The refund of a failed payment, a machine of its own on the transaction. Of an incoming one the events are
 * INCOMING_PAYMENT.REFUND_*, and the last one tells that the payment is REFUNDED.
 */
export const REFUND = machine('Refund', 'refundStatus', [], [
  {
    from: null,
    on: 'start',
    to: 'PENDING',
    emits: 'OUTGOING_PAYMENT.REFUND_PENDING',
    why: 'the payment failed: the source gets its money back',
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
    why: 'it cannot go back: an operator resolves',
  },
  {
    from: 'COMPLETED',
    on: 'bounce',
    to: 'FAILED',
    emits: 'OUTGOING_PAYMENT.REFUND_FAILED',
    why: 'the money came back from where it was sent: an operator resolves',
  },
  {
    from: 'FAILED',
    on: 'retry',
    to: 'PENDING',
    emits: 'OUTGOING_PAYMENT.REFUND_PENDING',
    why: 'an operator has it tried again',
  },
  {
    from: null,
    on: 'void',
    to: 'COMPLETED',
    emits: null,
    why: 'cancelled before anything was collected: told with the failure',
  },
] as const);

/**
 * Uses of cards (interface, "Card transaction"). What is declined makes no transaction. A clearing after SETTLED or
 * REFUNDED changes no state: it is an exception, and not the customer's.
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
    why: 'the network names another amount',
  },
  {
    from: 'AUTHORIZED',
    on: 'clear-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant asks for part of it',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'clear-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant asks for another part',
  },
  {
    from: 'AUTHORIZED',
    on: 'clear',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant asks for all of it, or more',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'clear',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant asks for the rest, or more',
  },
  {
    from: 'AUTHORIZED',
    on: 'expire',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'nothing is asked for: the reserve is released',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'expire',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'no more is asked for: the rest is released',
  },
  {
    from: 'AUTHORIZED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the funding source does not give what was approved or asked for',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the funding source does not give what was approved or asked for',
  },
  {
    from: 'SETTLED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'what was paid to the merchant cannot be had from the funding source',
  },
  {
    from: 'REFUNDED',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'a return was reversed that has been spent',
  },
  {
    from: 'EXCEPTION',
    on: 'fail',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the merchant asks for more',
  },
  {
    from: 'EXCEPTION',
    on: 'recover',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'what was missing has come',
  },
  {
    from: 'EXCEPTION',
    on: 'recover-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'what was missing has come, and more is reserved for the merchant',
  },
  {
    from: 'SETTLED',
    on: 'return-part',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant gave part of it back',
  },
  {
    from: 'SETTLED',
    on: 'return',
    to: 'REFUNDED',
    emits: 'CARD_TRANSACTION.REFUNDED',
    why: 'the merchant gave all of it back',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'return-part',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant gave back some of what it was paid so far',
  },
  {
    from: 'EXCEPTION',
    on: 'return-part',
    to: 'EXCEPTION',
    emits: 'CARD_TRANSACTION.EXCEPTION',
    why: 'the merchant gave part of it back, and some is missing still',
  },
  {
    from: 'EXCEPTION',
    on: 'return',
    to: 'REFUNDED',
    emits: 'CARD_TRANSACTION.REFUNDED',
    why: 'the merchant gave all of it back',
  },
  {
    from: 'PARTIALLY_SETTLED',
    on: 'reverse-return',
    to: 'PARTIALLY_SETTLED',
    emits: 'CARD_TRANSACTION.PARTIALLY_SETTLED',
    why: 'the merchant took part of it again',
  },
  {
    from: 'SETTLED',
    on: 'reverse-return',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant took part of it again',
  },
  {
    from: 'REFUNDED',
    on: 'reverse-return',
    to: 'SETTLED',
    emits: 'CARD_TRANSACTION.SETTLED',
    why: 'the merchant took it again',
  },
] as const);

export type OutgoingStatus = StateOf<typeof OUTGOING>;
export type IncomingStatus = StateOf<typeof INCOMING>;
export type RefundStatus = StateOf<typeof REFUND>;
export type CardTransactionStatus = StateOf<typeof CARD_TRANSACTION>;
export type TransactionStatus = OutgoingStatus | IncomingStatus | CardTransactionStatus;
