import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  machine,
  recordKind,
  type Result,
  type StateOf,
  transition,
  type Unit,
} from '../kernel/index.js';

/**
 * Arrived money that was not credited: an unknown reference, a second payment with the same one, or money that a rail, a block
 * or an open question keeps.
 */
export const DEPOSIT = machine('Unattributed deposit', 'status', ['REVERSED', 'RESOLVED'], [
  {
    from: null,
    on: 'receive',
    to: 'IN_SUSPENSE',
    emits: null,
    why: 'the reference matches no quote or account that expects the money',
  },
  {
    from: null,
    on: 'hold',
    to: 'KEPT',
    emits: null,
    why: 'it waits: nothing expects it and its rail lets it wait, its rail forbids to credit it, or a block or an open question keeps it',
  },
  { from: 'IN_SUSPENSE', on: 'return', to: 'RETURNED', emits: null, why: 'the rail sent the money back' },
  {
    from: 'IN_SUSPENSE',
    on: 'refuse',
    to: 'KEPT',
    emits: null,
    why: 'the rail could not send the money back: an operator resolves the exception',
  },
  {
    from: 'IN_SUSPENSE',
    on: 'keep',
    to: 'KEPT',
    emits: null,
    why: 'operators stopped its owner before the rail was asked to send it back: an operator resolves the exception',
  },
  {
    from: 'RETURNED',
    on: 'bounce',
    to: 'KEPT',
    emits: null,
    why: 'the return bounced: an operator resolves the exception',
  },
  { from: 'IN_SUSPENSE', on: 'reverse', to: 'REVERSED', emits: null, why: 'the rail reversed the arrival' },
  { from: 'KEPT', on: 'reverse', to: 'REVERSED', emits: null, why: 'the rail reversed the arrival' },
  {
    from: 'KEPT',
    on: 'retry',
    to: 'IN_SUSPENSE',
    emits: null,
    why: 'an operator retries the return, or the wait has ended',
  },
  {
    from: 'KEPT',
    on: 'credit',
    to: 'RESOLVED',
    emits: null,
    why: 'the answer about its sender is clear: it is on the account for which it came',
  },
  { from: 'KEPT', on: 'resolve', to: 'RESOLVED', emits: null, why: 'an operator decided who gets the money' },
] as const);
export type DepositStatus = StateOf<typeof DEPOSIT>;

export interface Deposit extends BaseRecord {
  readonly id: Id<'Deposit'>;
  readonly status: DepositStatus;
  readonly rail: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** The customer for whom the money came; null if it is unknown, or the platform itself. */
  readonly ownerId: string | null;
  /**
   * The reference under which the rail is asked to send the deposit back; a retry has another one. Null if it was never
   * to be sent back, and for older deposits that were.
   */
  readonly returnAs: string | null;
  /** The reference under which the deposit was last sent back. */
  readonly returnedAs: string | null;
  /** How often a return bounced; null for never. */
  readonly bounces: number | null;
  /** The rail's id of the reversal of the arrival. */
  readonly reversalId: string | null;
  /** The transaction that credited it after the answer about its sender; null if none did. */
  readonly creditedAs: Id<'Transaction'> | null;
  /**
   * The payment of another institution whose money it is; null for all other money, and for deposits that are older than
   * migration 0092, about which screening asks with their sender and owner alone.
   */
  readonly cameFor: Id<'Transaction'> | null;
}

export const DEPOSITS = recordKind<Deposit>()({
  name: 'deposits',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    rail: 'text',
    reference: 'text',
    currency: 'text',
    amount: 'amount',
    ownerId: 'text?',
    returnAs: 'text?',
    returnedAs: 'text?',
    bounces: 'int?',
    reversalId: 'text?',
    creditedAs: 'text?',
    cameFor: 'text?',
  },
  states: ['status'],
  unique: [],
  filters: ['reference', 'status'],
  amounts: [{ amount: 'amount', currency: 'currency' }],
  immutable: ['rail', 'reference', 'currency', 'amount', 'ownerId', 'cameFor'],
});

/** The id of the deposit to which the reference of a return belongs. */
export const depositOf = (reference: string): string => reference.split('/')[0]!;

/** The reference of a return that is open. A host of the former release does not store it. */
export const returnReference = ({ id, version, returnAs }: Pick<Deposit, 'id' | 'version' | 'returnAs'>): string =>
  returnAs ?? (version === 1 ? id : `${id}/${version}`);

/**
 * Puts money that waits in suspense on its way back, under a new reference: the rail remembers the outcome of the former
 * one. The reference is stored, so that no other change of the deposit changes it.
 */
export const sendBack = (
  { tx, ctx }: Pick<Unit, 'tx' | 'ctx'>,
  deposit: Deposit,
  returnAs = `${deposit.id}/${deposit.version + 1}`,
): Result<{ readonly record: Deposit }> => transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'retry', { returnAs });
