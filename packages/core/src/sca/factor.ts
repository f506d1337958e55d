import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  machine,
  recordKind,
  sealedPlace,
  type SealedPlace,
  type StateOf,
} from '../kernel/index.js';
import type { Passkey } from '../wallets/index.js';

/** How a customer proves to agree (contract: ScaFactor). SMS_OTP is nothing but a verified phone. */
export const SCA_FACTORS = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const;
export type ScaFactor = (typeof SCA_FACTORS)[number];
export type EnrolledType = Exclude<ScaFactor, 'SMS_OTP'>;

export const SCA_ENROLLMENT = machine('SCA factor', 'status', ['REMOVED'], [
  { from: null, on: 'start', to: 'PENDING', emits: null, why: 'enrollment started' },
  { from: 'PENDING', on: 'confirm', to: 'ACTIVE', emits: null, why: 'the new factor has proven itself' },
  { from: 'ACTIVE', on: 'remove', to: 'REMOVED', emits: null, why: 'deleted, or reset after a check of liveness' },
] as const);

/** A factor that a customer has enrolled, or is about to. One of each type. */
export interface ScaEnrollment extends BaseRecord {
  readonly id: Id<'ScaFactor'>;
  readonly customerId: Id<'Customer'>;
  readonly type: EnrolledType;
  readonly status: StateOf<typeof SCA_ENROLLMENT>;
  /** Customer and type; null once it is removed. */
  readonly slot: string | null;
  /** Until when it can be confirmed. */
  readonly confirmBefore: Instant;
  /** Of a TOTP, in hex, sealed. */
  readonly sealedSecret: string | null;
  /** Of a TOTP: the last step of time whose code was used. */
  readonly usedStep: number | null;
  /** Of a TOTP: digests of the recovery codes that are left. */
  readonly recoveryCodes: readonly string[];
  /** Of a passkey: what its registration signs, base64url. */
  readonly registration: string | null;
  readonly passkey: Passkey | null;
}

export const SCA_ENROLLMENTS = recordKind<ScaEnrollment>()({
  name: 'sca_enrollments',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    customerId: 'text',
    type: 'text',
    status: 'text',
    slot: 'text?',
    confirmBefore: 'instant',
    sealedSecret: 'text?',
    usedStep: 'int?',
    recoveryCodes: 'json',
    registration: 'text?',
    passkey: 'json?',
  },
  states: ['status'],
  unique: [{ name: 'slot', columns: ['slot'] }],
  filters: [],
  immutable: ['customerId', 'type'],
  sealed: ['sealedSecret'],
});

export const slotOf = (customerId: string, type: EnrolledType): string => `${customerId} ${type}`;

/** Where the secret of an authenticator app stands. */
export const secretOf = (id: string): SealedPlace => sealedPlace(SCA_ENROLLMENTS, id, 'sealedSecret');
