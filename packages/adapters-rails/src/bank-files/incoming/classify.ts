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
export const ROWS: readonly { readonly when: Condition; readonly kind: Kind }[] = [
  { when: { part: 'charge', isReversal: false }, kind: 'CHARGE' },
  { when: { part: 'charge' }, kind: difference('the bank reversed a charge') },
  { when: { isReversal: true, direction: 'IN', names: 'payment' }, kind: 'payment-return' },
  { when: { isReversal: true, type: 'charge' }, kind: difference('the bank reversed a charge') },
  { when: { isReversal: true, type: 'interest' }, kind: difference('the bank reversed interest') },
  {
    when: { isReversal: true, isOwnAccount: true },
    kind: difference('the bank reversed a transfer of an own account'),
  },
  { when: { isReversal: true, part: 'batch' }, kind: difference('the bank reversed several payments in one sum') },
  {
    when: { isReversal: true, direction: 'IN' },
    kind: difference('the bank reversed a debit that Corridor did not send'),
  },
  { when: { isReversal: true }, kind: 'arrival-reversal' },
  { when: { isReturn: true, direction: 'IN', names: 'payment' }, kind: 'payment-return' },
  // A credit of the family of issued transfers is one of these that came back.
  { when: { type: 'issued', direction: 'IN', names: 'payment' }, kind: 'payment-return' },
  { when: { isReturn: true, direction: 'IN' }, kind: difference('a return names no payment that Corridor sent') },
  { when: { direction: 'OUT', names: 'payment' }, kind: 'payment-debit' },
  {
    when: { isReturn: true, part: 'batch', names: 'nothing' },
    kind: difference('the bank returned several payments in one sum'),
  },
  { when: { isReturn: true, names: 'nothing' }, kind: 'arrival-reversal' },
  { when: { direction: 'OUT', names: 'batch' }, kind: 'batch-debit' },
  { when: { type: 'charge', direction: 'OUT' }, kind: 'CHARGE' },
  { when: { type: 'charge' }, kind: difference('the bank paid a charge back') },
  { when: { type: 'interest', direction: 'OUT' }, kind: 'CHARGE' },
  { when: { type: 'interest' }, kind: 'INTEREST' },
  { when: { isOwnAccount: true, direction: 'OUT' }, kind: 'WITHDRAWAL' },
  { when: { isOwnAccount: true }, kind: 'TOP_UP' },
  { when: { direction: 'OUT', type: 'other' }, kind: difference('a debit by something else than a credit transfer') },
  { when: { direction: 'OUT' }, kind: difference('a debit that Corridor did not send') },
  { when: { type: 'other' }, kind: difference('a credit by something else than a credit transfer') },
  { when: { part: 'batch' }, kind: 'batch-credit' },
  // Anyone can write the id of a payment that he received into a transfer, so only a return says that it came back.
  {
    when: { type: 'unknown', names: 'payment' },
    kind: difference('a credit names a payment that Corridor sent, but has no sign of a return'),
  },
  { when: {}, kind: 'arrival' },
];

export function classify(features: Features): Kind {
  const all = { ...features, isReturn: features.hasReturnInformation || features.type === 'return' };
  return ROWS.find(({ when }) =>
    Object.entries(when).every(([name, value]) => all[name as keyof typeof all] === value),
  )!.kind;
}
