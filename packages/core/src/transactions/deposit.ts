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
export const DEPOSIT = machine('Unattributed deposit', 'status', ['RETURNED', 'RESOLVED'], [
  { from: null, on: 'receive', to: 'IN_SUSPENSE', emits: null, why: 'its reference names nobody who awaits it' },
  { from: 'IN_SUSPENSE', on: 'return', to: 'RETURNED', emits: null, why: 'the rail sent it back' },
  {
    from: 'IN_SUSPENSE',
    on: 'refuse',
    to: 'KEPT',
    emits: null,
    why: 'the rail could not send it back: an operator resolves',
  },
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
}

export const DEPOSITS = recordKind<Deposit>()({
  name: 'deposits',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, status: 'text', rail: 'text', reference: 'text', currency: 'text', amount: 'amount' },
  states: ['status'],
  unique: [],
  filters: ['status', 'reference'],
  immutable: ['rail', 'reference', 'currency', 'amount'],
});
