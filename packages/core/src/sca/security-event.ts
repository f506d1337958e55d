import { fail, ok, type UseCase, update } from '../kernel/index.js';
import {
  countFailure,
  guardOf,
  lockedError,
  type LockState,
  lockStateOf,
  regulatedCustomer,
  SCA_GUARDS,
} from './guard.js';

/** Events of the platform's own login that the platform reports. */
export const SECURITY_EVENTS = ['RESET_PASSWORD_COMPLETED', 'FAILED_LOGIN_ATTEMPT'] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

export interface RecordSecurityEvent {
  readonly customerId: string;
  readonly eventType: SecurityEvent;
}

export interface RecordedSecurityEvent extends LockState {
  readonly eventType: SecurityEvent;
}

/**
 * Records an event of the platform's own login. A failed login counts like a wrong proof. A new password ends the
 * session and resets the count of failed logins, but neither the count of wrong proofs nor a lock: otherwise a holder
 * of the platform's credential could keep guessing. 404 USER_NOT_FOUND; 409 CONFLICT for customers outside regulated
 * regions; 423 ACCOUNT_LOCKED for a failed login while locked.
 */
export const recordSecurityEvent: UseCase<RecordSecurityEvent, RecordedSecurityEvent> = async (
  tx,
  ctx,
  { customerId, eventType },
) => {
  const found = await regulatedCustomer(tx, customerId);
  if (!found.ok) return found;
  const guard = await guardOf(tx, ctx, found.value.id);
  if (eventType === 'RESET_PASSWORD_COMPLETED') {
    const after = update(tx, ctx, SCA_GUARDS, guard, { failedLogins: 0, sessionUntil: null, loginChallenge: null });
    return ok({ eventType, ...lockStateOf(after, ctx.now) });
  }
  const locked = lockedError(guard, ctx.now);
  if (locked !== null) return fail(locked);
  return ok({ eventType, ...lockStateOf(countFailure(tx, ctx, guard, 'failedLogins'), ctx.now) });
};
