import type { Direction } from '../../iso20022/messages.js';
import type { MovementPart } from './movement.js';
import type { EntryType } from './transaction-codes.js';

/** What decides about a movement. */
export interface Features {
  readonly direction: Direction;
  readonly part: MovementPart;
  /** RvslInd. */
  readonly isReversal: boolean;
  /** RtrInf. */
  readonly hasReturnInformation: boolean;
  readonly type: EntryType;
  /** What the ids name: a payment or a file that Corridor sent. */
  readonly names: 'payment' | 'batch' | 'nothing';
  /** The other side is an account of the operator. */
  readonly isOwnAccount: boolean;
}

/**
 * What a movement is.
 * - `payment-debit`, `batch-debit`: the bank executed payments of ours.
 * - `payment-return`: a payment of ours came back.
 * - `arrival`: a payer sent money.
 * - `arrival-reversal`: the bank took an arrival back.
 * - `batch-credit`: several paid, and the bank does not say who.
 * - the bookings of the service's own money.
 * - a difference, with its reason.
 */
export type Kind =
  | 'payment-debit'
  | 'batch-debit'
  | 'payment-return'
  | 'arrival'
  | 'arrival-reversal'
  | 'batch-credit'
  | 'TOP_UP'
  | 'WITHDRAWAL'
  | 'CHARGE'
  | 'INTEREST'
  | { readonly difference: string };

interface Condition extends Partial<Features> {
  readonly isReturn?: boolean;
}

const difference = (reason: string): Kind => ({ difference: reason });

/** The first row that applies decides: docs/rails/bank-files-reconciliation.md#classification. */
export const ROWS: readonly { readonly when: Condition; readonly is: Kind }[] = [
  { when: { part: 'charge', isReversal: false }, is: 'CHARGE' },
  { when: { part: 'charge' }, is: difference('the bank reversed a charge') },
  { when: { isReversal: true, direction: 'IN', names: 'payment' }, is: 'payment-return' },
  { when: { isReversal: true, type: 'charge' }, is: difference('the bank reversed a charge') },
  { when: { isReversal: true, type: 'interest' }, is: difference('the bank reversed interest') },
  { when: { isReversal: true, isOwnAccount: true }, is: difference('the bank reversed a transfer of an own account') },
  { when: { isReversal: true, part: 'batch' }, is: difference('the bank reversed several payments in one sum') },
  {
    when: { isReversal: true, direction: 'IN' },
    is: difference('the bank reversed a debit that Corridor did not send'),
  },
  { when: { isReversal: true }, is: 'arrival-reversal' },
  { when: { isReturn: true, direction: 'IN', names: 'payment' }, is: 'payment-return' },
  // A credit of the family of issued transfers is one of these that came back.
  { when: { type: 'issued', direction: 'IN', names: 'payment' }, is: 'payment-return' },
  { when: { isReturn: true, direction: 'IN' }, is: difference('a return names no payment that Corridor sent') },
  { when: { direction: 'OUT', names: 'payment' }, is: 'payment-debit' },
  {
    when: { isReturn: true, part: 'batch', names: 'nothing' },
    is: difference('the bank returned several payments in one sum'),
  },
  { when: { isReturn: true, names: 'nothing' }, is: 'arrival-reversal' },
  { when: { direction: 'OUT', names: 'batch' }, is: 'batch-debit' },
  { when: { type: 'charge', direction: 'OUT' }, is: 'CHARGE' },
  { when: { type: 'charge' }, is: difference('the bank paid a charge back') },
  { when: { type: 'interest', direction: 'OUT' }, is: 'CHARGE' },
  { when: { type: 'interest' }, is: 'INTEREST' },
  { when: { isOwnAccount: true, direction: 'OUT' }, is: 'WITHDRAWAL' },
  { when: { isOwnAccount: true }, is: 'TOP_UP' },
  { when: { direction: 'OUT', type: 'other' }, is: difference('a debit by something else than a credit transfer') },
  { when: { direction: 'OUT' }, is: difference('a debit that Corridor did not send') },
  { when: { type: 'other' }, is: difference('a credit by something else than a credit transfer') },
  { when: { part: 'batch' }, is: 'batch-credit' },
  // Anyone can write the id of a payment that he received into a transfer, so only a return says that it came back.
  {
    when: { type: 'unknown', names: 'payment' },
    is: difference('a credit names a payment that Corridor sent, but has no sign of a return'),
  },
  { when: {}, is: 'arrival' },
];

export function classify(features: Features): Kind {
  const all = { ...features, isReturn: features.hasReturnInformation || features.type === 'return' };
  return ROWS.find(({ when }) =>
    Object.entries(when).every(([name, value]) => all[name as keyof typeof all] === value),
  )!.is;
}
