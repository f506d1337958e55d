import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Id,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';

/** Money that nobody can be credited with: an unknown reference, or a second payment of the same one. */
export const DEPOSIT = machine('Unattributed deposit', 'status', ['REVERSED', 'RESOLVED'], [
  { from: null, on: 'receive', to: 'IN_SUSPENSE', emits: null, why: 'its reference names nobody who awaits it' },
  { from: 'IN_SUSPENSE', on: 'return', to: 'RETURNED', emits: null, why: 'the rail sent it back' },
  {
    from: 'IN_SUSPENSE',
    on: 'refuse',
    to: 'KEPT',
    emits: null,
    why: 'the rail could not send it back: an operator resolves',
  },
  { from: 'RETURNED', on: 'bounce', to: 'KEPT', emits: null, why: 'it bounced: an operator resolves' },
  { from: 'IN_SUSPENSE', on: 'reverse', to: 'REVERSED', emits: null, why: 'the rail took it back from us' },
  { from: 'KEPT', on: 'reverse', to: 'REVERSED', emits: null, why: 'the rail took it back from us' },
  { from: 'KEPT', on: 'retry', to: 'IN_SUSPENSE', emits: null, why: 'an operator has it sent back again' },
  { from: 'KEPT', on: 'resolve', to: 'RESOLVED', emits: null, why: 'an operator has decided whose it is' },
] as const);
export type DepositStatus = StateOf<typeof DEPOSIT>;

export interface Deposit extends BaseRecord {
  readonly id: Id<'Deposit'>;
  readonly status: DepositStatus;
  readonly rail: string;
  readonly reference: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
  /** The reference under which it was sent back last. */
  readonly returnedAs: string | null;
  /** How often it was sent back and came back; null: never. */
  readonly bounces: number | null;
  /** The rail's own id of the reversal of the arrival. */
  readonly reversalId: string | null;
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
    returnedAs: 'text?',
    bounces: 'int?',
    reversalId: 'text?',
  },
  states: ['status'],
  unique: [],
  filters: ['status', 'reference'],
  immutable: ['rail', 'reference', 'currency', 'amount'],
});
