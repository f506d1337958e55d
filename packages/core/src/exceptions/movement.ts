import type { Id } from '../kernel/index.js';

/**
 * The sides of an entry that resolves an exception.
 * - `in-transit`, `suspense`: where the money of the exception waits.
 * - `account`: a named internal account. A debit takes what the balance covers, and the account owes the rest.
 * - `platform`: the platform's own account, debited in the same way.
 * - `receivable`: the debt of the account of the exception.
 * - `outside`: the clearing account of the exception's rail.
 * - `loss`, `own-funds`, `bank-charges`: accounts of the service.
 */
export type Side =
  | 'in-transit'
  | 'suspense'
  | 'account'
  | 'platform'
  | 'receivable'
  | 'outside'
  | 'loss'
  | 'own-funds'
  | 'bank-charges';

/** What a resolution moved, stored on its exception. The currency is that of the exception. */
export interface Moved {
  readonly from: Side;
  readonly to: Side;
  /** The internal account of the side `account` or `platform`; null if the resolution has neither. */
  readonly account: Id<'InternalAccount'> | null;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /** The money went out in addition to the payment's own money, because the rail sent it twice. */
  readonly again?: true;
}

/**
 * The part of a payment that an exception is about: the money that comes for it and goes back to its payer, or the
 * money that goes to its payee and comes back from there.
 */
export type Leg = 'FUNDING' | 'DELIVERY';

export const DIRECTIONS = ['IN', 'OUT'] as const;
/** Whether money came to the service, or left it. */
export type Direction = (typeof DIRECTIONS)[number];
