import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { ScaFactor } from './factor.js';

export const SCA_RESET = machine('SCA reset', 'status', ['COMPLETED', 'REJECTED', 'EXPIRED'], [
  { from: null, on: 'start', to: 'INITIATED', emits: null, why: 'a check of liveness was begun' },
  { from: 'INITIATED', on: 'review', to: 'PENDING_REVIEW', emits: null, why: 'a person has to look at the check' },
  { from: 'INITIATED', on: 'pass', to: 'LIVENESS_PASSED', emits: null, why: 'the customer is there' },
  { from: 'PENDING_REVIEW', on: 'pass', to: 'LIVENESS_PASSED', emits: null, why: 'the reviewer is sure of it' },
  { from: 'INITIATED', on: 'reject', to: 'REJECTED', emits: null, why: 'the customer is not there' },
  { from: 'PENDING_REVIEW', on: 'reject', to: 'REJECTED', emits: null, why: 'the reviewer is not sure of it' },
  { from: 'LIVENESS_PASSED', on: 'complete', to: 'COMPLETED', emits: null, why: 'the factor is taken off' },
  { from: 'INITIATED', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed, or another was begun' },
  {
    from: 'PENDING_REVIEW',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'expiresAt has passed, or another was begun',
  },
  {
    from: 'LIVENESS_PASSED',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'expiresAt has passed, or another was begun',
  },
] as const);
export type ScaResetStatus = StateOf<typeof SCA_RESET>;

/** The way to take a factor off that its customer has lost (contract: TwoFactorResetStatus). */
export interface ScaReset extends BaseRecord {
  readonly id: Id<'ScaReset'>;
  readonly customerId: Id<'Customer'>;
  readonly factor: ScaFactor;
  readonly status: ScaResetStatus;
  readonly expiresAt: Instant;
  /** The provider's own name of the check of liveness. */
  readonly reference: string;
  readonly completedAt: Instant | null;
}

export const SCA_RESETS = recordKind<ScaReset>()({
  name: 'sca_resets',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    factor: 'text',
    status: 'text',
    expiresAt: 'instant',
    reference: 'text',
    completedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['customerId', 'status'],
  immutable: ['customerId', 'factor', 'expiresAt', 'reference'],
});

export const OPEN_RESETS: readonly ScaResetStatus[] = ['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED'];
