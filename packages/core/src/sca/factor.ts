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

/** The factors of strong customer authentication. SMS_OTP has no enrollment: it is the verified phone. */
export const SCA_FACTORS = ['SMS_OTP', 'TOTP', 'PASSKEY'] as const;
export type ScaFactor = (typeof SCA_FACTORS)[number];
export type EnrolledType = Exclude<ScaFactor, 'SMS_OTP'>;

export const SCA_ENROLLMENT = machine('SCA factor', 'status', ['REMOVED'], [
  { from: null, on: 'start', to: 'PENDING', emits: null, why: 'enrollment started' },
  {
    from: 'PENDING',
    on: 'confirm',
    to: 'ACTIVE',
    emits: null,
    why: 'the customer has proven possession of the new factor',
  },
  { from: 'ACTIVE', on: 'remove', to: 'REMOVED', emits: null, why: 'deleted, or reset after a liveness check' },
] as const);

/** A factor of a customer, enrolled or in enrollment. A customer has at most one of each type. */
export interface ScaEnrollment extends BaseRecord {
  readonly id: Id<'ScaFactor'>;
  readonly customerId: Id<'Customer'>;
  readonly type: EnrolledType;
  readonly status: StateOf<typeof SCA_ENROLLMENT>;
  /** Unique key of customer and type; null once the factor is removed. */
  readonly slot: string | null;
  /** The enrollment can be confirmed until then. */
  readonly confirmBefore: Instant;
  /** TOTP: the shared secret in hex, sealed. */
  readonly sealedSecret: string | null;
  /** TOTP: the last time step whose code was used. */
  readonly usedStep: number | null;
  /** TOTP: digests of the unused recovery codes. */
  readonly recoveryCodes: readonly string[];
  /** Passkey: the challenge of its registration, base64url. */
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

/** The sealed place of the secret of an authenticator app. */
export const secretOf = (id: string): SealedPlace => sealedPlace(SCA_ENROLLMENTS, id, 'sealedSecret');
