import { stateAfter, type StateRow } from '../connections/state-table.js';

/**
 * The way of an outgoing file: docs/rails/bank-files-reference.md#outgoing-files.
 * - `WAITING_RELEASE`: a second person must release it.
 * - `PREPARED`: its content is settled; the bank cannot have it, unless an operator asked to send it again.
 * - `UPLOADED`: it is complete under its temporary name; the bank may have it.
 * - `SENT`: it has its final name; the bank may have it.
 * - `REPORTED`: the bank has reported about it.
 * - `DISCARDED`: it was taken back before the bank could have it.
 */
export const FILE_STATUSES = ['WAITING_RELEASE', 'PREPARED', 'UPLOADED', 'SENT', 'REPORTED', 'DISCARDED'] as const;
export type FileStatus = (typeof FILE_STATUSES)[number];

export type FileEvent =
  | 'release'
  | 'upload'
  | 'send'
  | 'report'
  | 'discard'
  | 'withdraw'
  | 'resend'
  | 'resend-for-release'
  | 'keep'
  | 'withdraw-resent';

export const FILE_ROWS: readonly StateRow<FileStatus, FileEvent>[] = [
  { from: 'WAITING_RELEASE', on: 'release', to: 'PREPARED', why: 'a second person released this content' },
  { from: 'WAITING_RELEASE', on: 'discard', to: 'DISCARDED', why: 'an operator takes the file back' },
  { from: 'PREPARED', on: 'discard', to: 'DISCARDED', why: 'an operator takes the file back' },
  { from: 'PREPARED', on: 'upload', to: 'UPLOADED', why: 'the file is complete under its temporary name' },
  { from: 'UPLOADED', on: 'send', to: 'SENT', why: 'the file has its final name, or lost its temporary one' },
  { from: 'UPLOADED', on: 'withdraw', to: 'DISCARDED', why: 'a payment is held, and the bank cannot take the file' },
  {
    from: 'UPLOADED',
    on: 'withdraw-resent',
    to: 'SENT',
    why: 'a payment is held, and the bank cannot take the file a second time',
  },
  { from: 'UPLOADED', on: 'report', to: 'REPORTED', why: 'the bank reports about the file, so it has it' },
  { from: 'SENT', on: 'report', to: 'REPORTED', why: 'the bank reports about the file' },
  { from: 'PREPARED', on: 'report', to: 'REPORTED', why: 'the bank has the file, so it is not sent again' },
  { from: 'WAITING_RELEASE', on: 'report', to: 'REPORTED', why: 'the bank has the file, so it is not sent again' },
  { from: 'SENT', on: 'resend', to: 'PREPARED', why: 'an operator knows that the bank has not received the file' },
  {
    from: 'SENT',
    on: 'resend-for-release',
    to: 'WAITING_RELEASE',
    why: 'an operator knows that the bank has not received the file, and a second person must agree',
  },
  { from: 'WAITING_RELEASE', on: 'keep', to: 'SENT', why: 'an operator does not want a sent file to be sent again' },
  { from: 'PREPARED', on: 'keep', to: 'SENT', why: 'an operator does not want a sent file to be sent again' },
];

/** The status after the event; null if the event is not allowed in this status. */
export const fileStatusAfter = stateAfter(FILE_ROWS);
