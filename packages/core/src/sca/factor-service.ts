import type { Customer } from '../customers/index.js';
import { ok, type Query, type Reads, type Result, transition, type Tx, type Context } from '../kernel/index.js';
import {
  type EnrolledType,
  SCA_ENROLLMENT,
  SCA_ENROLLMENTS,
  type ScaEnrollment,
  type ScaFactor,
  slotOf,
} from './factor.js';
import { regulatedCustomer } from './guard.js';

/** A factor in a list. */
export interface ScaFactorView {
  readonly factor: ScaFactor;
  /** The id for deleting an enrolled factor; null for SMS_OTP. */
  readonly credentialId: string | null;
  readonly name: string | null;
}

/** The enrollment of this type, pending or active. */
export const enrollmentOf = (reads: Reads, customerId: string, type: EnrolledType): Promise<ScaEnrollment | null> =>
  reads.find(SCA_ENROLLMENTS, 'slot', [slotOf(customerId, type)]);

export async function activeFactor(
  reads: Reads,
  customerId: string,
  type: EnrolledType,
): Promise<ScaEnrollment | null> {
  const enrollment = await enrollmentOf(reads, customerId, type);
  return enrollment?.status === 'ACTIVE' ? enrollment : null;
}

/** The phone of a customer, which is a factor once it is verified. */
export const verifiedPhone = ({ contactPhone, phoneNumber }: Customer): string | null =>
  contactPhone === 'VERIFIED' ? phoneNumber : null;

export const viewOf = ({ id, type }: ScaEnrollment): ScaFactorView => ({
  factor: type,
  credentialId: id,
  name: type === 'TOTP' ? 'Authenticator app' : 'Passkey',
});

/** The factors of a customer. */
export interface CustomerFactors {
  readonly phone: string | null;
  readonly totp: ScaEnrollment | null;
  readonly passkey: ScaEnrollment | null;
}

export const factorsOf = async (reads: Reads, customer: Customer): Promise<CustomerFactors> => ({
  phone: verifiedPhone(customer),
  totp: await activeFactor(reads, customer.id, 'TOTP'),
  passkey: await activeFactor(reads, customer.id, 'PASSKEY'),
});

/** The factors of a regulated customer. 404 USER_NOT_FOUND; 409 CONFLICT for customers outside regulated regions. */
export const listFactors: Query<{ readonly customerId: string }, readonly ScaFactorView[]> = async (
  reads,
  _ctx,
  { customerId },
) => {
  const found = await regulatedCustomer(reads, customerId);
  if (!found.ok) return found;
  return ok(viewsOf(await factorsOf(reads, found.value)));
};

export const viewsOf = ({ phone, totp, passkey }: CustomerFactors): readonly ScaFactorView[] => [
  ...(phone === null ? [] : [{ factor: 'SMS_OTP', credentialId: null, name: null } as const]),
  ...[totp, passkey].flatMap((enrolled) => (enrolled === null ? [] : [viewOf(enrolled)])),
];

/** Removes a factor, with the secrets to which its proofs were compared. */
export function removeFactor(tx: Tx, ctx: Context, factor: ScaEnrollment): Result<void> {
  const gone = { slot: null, sealedSecret: null, recoveryCodes: [], passkey: null };
  const removed = transition(tx, ctx, SCA_ENROLLMENT, SCA_ENROLLMENTS, factor, 'remove', gone);
  return removed.ok ? ok() : removed;
}
