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
export const INCOMING = machine('Incoming transaction', 'status', ['COMPLETED', 'REFUNDED'], [
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
] as const);

/**
 * The refund of a failed payment, a machine of its own on the transaction. Of an incoming one the events are
 * INCOMING_PAYMENT.REFUND_*, and the last one tells that the payment is REFUNDED.
 */
export const REFUND = machine('Refund', 'refundStatus', ['COMPLETED', 'FAILED'], [
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
    from: null,
    on: 'void',
    to: 'COMPLETED',
    emits: null,
    why: 'cancelled before anything was collected: told with the failure',
  },
] as const);

export type OutgoingStatus = StateOf<typeof OUTGOING>;
export type IncomingStatus = StateOf<typeof INCOMING>;
export type RefundStatus = StateOf<typeof REFUND>;
export type TransactionStatus = OutgoingStatus | IncomingStatus;
