import { stateAfter, type StateRow } from '../connections/state-table.js';
import type { OutgoingStatus } from './payment.js';

/** What happens to an outgoing payment. */
export type PaymentEvent =
  | 'file' // it is put into a file
  | 'withdraw' // an operator discards its file, which the bank never had
  | 'cancel'
  | 'hold'
  | 'ask' // the bank waits for a release
  | 'release' // a person released it at the bank
  | 'proceed' // the bank goes on with it
  | 'cancel-unreleased' // a person cancelled it at the bank
  | 'block'
  | 'credit' // the payee has the money after all
  | 'requeue' // an operator lets a held payment go into a new file
  | 'deliver'
  | 'reject'
  | 'return';

export const PAYMENT_ROWS: readonly StateRow<OutgoingStatus, PaymentEvent>[] = [
  { from: 'WAITING', on: 'file', to: 'FILED', why: 'the payment is in a file' },
  { from: 'WAITING', on: 'cancel', to: 'CANCELLED', why: 'no file has the payment' },
  { from: 'FILED', on: 'withdraw', to: 'WAITING', why: 'an operator discarded the file before the bank could have it' },
  {
    from: 'FILED',
    on: 'ask',
    to: 'UNRELEASED',
    why: 'the bank waits for a release, because the payee is not confirmed',
  },
  { from: 'UNRELEASED', on: 'release', to: 'FILED', why: 'an operator released it at the bank' },
  { from: 'UNRELEASED', on: 'proceed', to: 'FILED', why: 'the bank goes on with it, so it was released' },
  { from: 'HELD', on: 'proceed', to: 'FILED', why: 'the bank goes on with it after it had refused it' },
  { from: 'UNRELEASED', on: 'cancel-unreleased', to: 'CANCELLED', why: 'it was cancelled at the bank' },
  {
    from: 'FILED',
    on: 'cancel-unreleased',
    to: 'CANCELLED',
    why: 'the bank refused it as a duplicate after it had accepted it, and has executed no copy of it',
  },
  { from: 'UNRELEASED', on: 'deliver', to: 'DELIVERED', why: 'the bank settled it or booked its debit' },
  { from: 'UNRELEASED', on: 'reject', to: 'REJECTED', why: 'the bank refused or cancelled it for good' },
  {
    from: 'UNRELEASED',
    on: 'hold',
    to: 'HELD',
    why: 'the bank refused it for a reason of the paying account or the file',
  },
  { from: 'UNRELEASED', on: 'return', to: 'RETURNED', why: 'the money came back before its debit was reported' },
  { from: 'FILED', on: 'block', to: 'BLOCKED', why: 'the bank keeps the money' },
  { from: 'UNRELEASED', on: 'block', to: 'BLOCKED', why: 'the bank keeps the money' },
  { from: 'BLOCKED', on: 'credit', to: 'DELIVERED', why: 'the bank credited the payee after all' },
  { from: 'BLOCKED', on: 'return', to: 'RETURNED', why: 'the money came back' },
  {
    from: 'BLOCKED',
    on: 'cancel-unreleased',
    to: 'CANCELLED',
    why: 'the bank refused it later and booked no debit, so that no credit can come',
  },
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
