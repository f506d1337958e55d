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
  { from: null, on: 'start', to: 'INITIATED', emits: null, why: 'a liveness check was started' },
  {
    from: 'INITIATED',
    on: 'review',
    to: 'PENDING_REVIEW',
    emits: null,
    why: 'a person must review the liveness check',
  },
  { from: 'INITIATED', on: 'pass', to: 'LIVENESS_PASSED', emits: null, why: 'the liveness check has passed' },
  {
    from: 'PENDING_REVIEW',
    on: 'pass',
    to: 'LIVENESS_PASSED',
    emits: null,
    why: 'the reviewer has accepted the liveness check',
  },
  { from: 'INITIATED', on: 'reject', to: 'REJECTED', emits: null, why: 'the liveness check has failed' },
  {
    from: 'PENDING_REVIEW',
    on: 'reject',
    to: 'REJECTED',
    emits: null,
    why: 'the reviewer has rejected the liveness check',
  },
  {
    from: 'LIVENESS_PASSED',
    on: 'complete',
    to: 'COMPLETED',
    emits: null,
    why: 'the factor was removed; for SMS_OTP, the phone was replaced',
  },
  {
    from: 'INITIATED',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'expiresAt has passed, or a newer reset was started',
  },
  {
    from: 'PENDING_REVIEW',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'expiresAt has passed, or a newer reset was started',
  },
  {
    from: 'LIVENESS_PASSED',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'expiresAt has passed, or a newer reset was started',
  },
] as const);
export type ScaResetStatus = StateOf<typeof SCA_RESET>;

/** The removal of a factor that its customer has lost. */
export interface ScaReset extends BaseRecord {
  readonly id: Id<'ScaReset'>;
  readonly customerId: Id<'Customer'>;
  readonly factor: ScaFactor;
  readonly status: ScaResetStatus;
  readonly expiresAt: Instant;
  /** The id of the liveness check at the provider. */
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
