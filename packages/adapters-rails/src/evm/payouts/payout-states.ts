import { stateAfter, type StateRow } from '../../connections/state-table.js';

/**
 * Where a payout is: docs/rails/evm-payouts.md#payouts.
 * - `WAITING`: waits for the treasury's tokens, or for an answer of screening.
 * - `HELD`: above a limit; waits for a second person.
 * - `SENDING`: the sender has an intent for it.
 * - `DELIVERED`: mined and confirmed.
 * - `FAILED`: it is not paid, and cannot be any more.
 * - `CANCELLED`: it was cancelled before it was signed.
 */
export const PAYOUT_STATES = ['WAITING', 'HELD', 'SENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type PayoutState = (typeof PAYOUT_STATES)[number];

export type PayoutEvent = 'hold' | 'release' | 'send' | 'refuse' | 'retry' | 'deliver' | 'revert' | 'undo' | 'cancel';

export const PAYOUT_ROWS: readonly StateRow<PayoutState, PayoutEvent>[] = [
  { from: 'WAITING', on: 'hold', to: 'HELD', why: 'the payout, or those of the day, are above a limit' },
  { from: 'HELD', on: 'release', to: 'WAITING', why: 'a person released this content' },
  { from: 'WAITING', on: 'send', to: 'SENDING', why: 'the treasury has the tokens, and the token takes the transfer' },
  {
    from: 'WAITING',
    on: 'refuse',
    to: 'FAILED',
    why: 'screening refuses the address, or the token refuses this payee',
  },
  { from: 'HELD', on: 'refuse', to: 'FAILED', why: 'screening refuses the address' },
  {
    from: 'SENDING',
    on: 'retry',
    to: 'WAITING',
    why: 'the sender has signed nothing, because a call would revert, or an operator has to decide first',
  },
  { from: 'SENDING', on: 'deliver', to: 'DELIVERED', why: 'a transaction of it is mined and confirmed' },
  { from: 'SENDING', on: 'revert', to: 'FAILED', why: 'its transaction reverted, which is confirmed' },
  { from: 'DELIVERED', on: 'undo', to: 'SENDING', why: 'a reorganisation has removed the confirmed transaction' },
  { from: 'FAILED', on: 'undo', to: 'SENDING', why: 'a reorganisation has removed the reverted transaction' },
  { from: 'WAITING', on: 'cancel', to: 'CANCELLED', why: 'nothing is signed' },
  { from: 'HELD', on: 'cancel', to: 'CANCELLED', why: 'nothing is signed' },
  { from: 'SENDING', on: 'cancel', to: 'CANCELLED', why: 'the sender has signed nothing, and signs nothing' },
];

/** The state after the event; null if the event is not allowed in this state. */
export const payoutStateAfter = stateAfter(PAYOUT_ROWS);
