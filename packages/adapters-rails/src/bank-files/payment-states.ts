import { stateAfter, type StateRow } from '../connections/state-table.js';
import type { OutgoingStatus } from './payment.js';

/** What happens to an outgoing payment. */
export type PaymentEvent =
  | 'file' // it is put into a file
  | 'withdraw' // an operator discards its file, which the bank never had
  | 'cancel'
  | 'hold'
  | 'requeue' // an operator lets a held payment go into a new file
  | 'deliver'
  | 'reject'
  | 'return';

export const PAYMENT_ROWS: readonly StateRow<OutgoingStatus, PaymentEvent>[] = [
  { from: 'WAITING', on: 'file', to: 'FILED', why: 'the payment is in a file' },
  { from: 'WAITING', on: 'cancel', to: 'CANCELLED', why: 'no file has the payment' },
  { from: 'FILED', on: 'withdraw', to: 'WAITING', why: 'an operator discarded the file before the bank could have it' },
  { from: 'FILED', on: 'hold', to: 'HELD', why: 'the bank refused it for a reason of the paying account or the file' },
  { from: 'HELD', on: 'requeue', to: 'WAITING', why: 'an operator wants it in a new file' },
  { from: 'HELD', on: 'cancel', to: 'CANCELLED', why: 'the bank has refused it, and no new file has it' },
  { from: 'FILED', on: 'deliver', to: 'DELIVERED', why: 'the bank settled it or booked its debit' },
  { from: 'HELD', on: 'deliver', to: 'DELIVERED', why: 'the bank booked its debit although it had refused it' },
  { from: 'WAITING', on: 'deliver', to: 'DELIVERED', why: 'the bank booked the debit of an earlier file' },
  { from: 'FILED', on: 'reject', to: 'REJECTED', why: 'the bank refused it for good' },
  { from: 'HELD', on: 'reject', to: 'REJECTED', why: 'the bank refused it for good' },
  { from: 'DELIVERED', on: 'return', to: 'RETURNED', why: 'the money came back' },
  { from: 'FILED', on: 'return', to: 'RETURNED', why: 'the money came back before its debit was reported' },
  { from: 'HELD', on: 'return', to: 'RETURNED', why: 'the money came back before its debit was reported' },
  { from: 'WAITING', on: 'return', to: 'RETURNED', why: 'the money of an earlier file came back' },
];

/** The status after the event; null if the event changes nothing in this status. */
export const statusAfter = stateAfter(PAYMENT_ROWS);
