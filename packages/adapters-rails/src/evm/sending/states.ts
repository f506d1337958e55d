import { stateAfter, type StateRow } from '../../connections/state-table.js';

/**
 * Where an intent is: docs/rails/evm-payouts.md#transactions.
 * - `QUEUED`: it has no nonce.
 * - `HELD`: it has no nonce and gets none, because an operator has to decide about it.
 * - `RESERVED`: it has a nonce, and no signed transaction is stored.
 * - `SENT`: a signed transaction is stored, and may be known to nodes.
 * - `CONCLUDED`: its outcome is recorded.
 */
export const INTENT_STATES = ['QUEUED', 'HELD', 'RESERVED', 'SENT', 'CONCLUDED'] as const;
export type IntentState = (typeof INTENT_STATES)[number];

export type IntentEvent = 'reserve' | 'hold' | 'release' | 'sign' | 'refuse' | 'confirm' | 'lose' | 'undo';

export const INTENT_ROWS: readonly StateRow<IntentState, IntentEvent>[] = [
  { from: 'QUEUED', on: 'reserve', to: 'RESERVED', why: 'the intent has a nonce of its own' },
  { from: 'QUEUED', on: 'refuse', to: 'CONCLUDED', why: 'a call shows that it would revert, or it was withdrawn' },
  { from: 'QUEUED', on: 'hold', to: 'HELD', why: 'an operator has to decide about it' },
  { from: 'RESERVED', on: 'hold', to: 'HELD', why: 'an operator has to decide about it; a fill spends the nonce' },
  { from: 'HELD', on: 'release', to: 'QUEUED', why: 'nothing holds it any more' },
  { from: 'RESERVED', on: 'sign', to: 'SENT', why: 'the first signed transaction is stored' },
  { from: 'RESERVED', on: 'refuse', to: 'CONCLUDED', why: 'nothing was signed; a fill spends the nonce' },
  { from: 'SENT', on: 'confirm', to: 'CONCLUDED', why: 'one of its transactions is mined and confirmed' },
  { from: 'SENT', on: 'lose', to: 'QUEUED', why: 'a foreign transaction has spent the nonce, which is confirmed' },
  { from: 'RESERVED', on: 'lose', to: 'QUEUED', why: 'a foreign transaction has spent the nonce, which is confirmed' },
  { from: 'CONCLUDED', on: 'undo', to: 'SENT', why: 'the block of the outcome has left the chain' },
];

/** The state after the event; null if the event is not allowed in this state. */
export const intentStateAfter = stateAfter(INTENT_ROWS);

/**
 * Where a nonce is.
 * - `OPEN`: one of its transactions may still be mined.
 * - `WATCHED`: its outcome is recorded; its block is watched for a time.
 * - `LOST`: a foreign transaction has spent it; its own transactions are watched for a time.
 * - `CLOSED`: nothing more can happen.
 */
export const NONCE_STATES = ['OPEN', 'WATCHED', 'LOST', 'CLOSED'] as const;
export type NonceState = (typeof NONCE_STATES)[number];

export type NonceEvent = 'confirm' | 'lose' | 'undo' | 'close';

export const NONCE_ROWS: readonly StateRow<NonceState, NonceEvent>[] = [
  { from: 'OPEN', on: 'confirm', to: 'WATCHED', why: 'one of its transactions is mined and confirmed' },
  { from: 'OPEN', on: 'lose', to: 'LOST', why: 'a transaction that was not signed here is mined and confirmed' },
  { from: 'WATCHED', on: 'undo', to: 'OPEN', why: 'the block of the outcome has left the chain' },
  { from: 'WATCHED', on: 'close', to: 'CLOSED', why: 'the outcome is too deep to leave the chain' },
  { from: 'LOST', on: 'close', to: 'CLOSED', why: 'the foreign transaction is too deep to leave the chain' },
];

/** The state after the event; null if the event is not allowed in this state. */
export const nonceStateAfter = stateAfter(NONCE_ROWS);
