import { type Context, domainError, type Instant, plusSeconds, toIso, type Tx, update } from '../kernel/index.js';
import { type OperatorAccount, OPERATOR_SESSIONS, OPERATORS, type OperatorSession } from '../operators/index.js';

/** Wrong codes with the right password in a row that lock the password. */
const ATTEMPTS = 5;
const FIRST_LOCK_SECONDS = 15 * 60;
const LONGEST_LOCK_SECONDS = 24 * 3_600;

/** A quarter of an hour after the fifth wrong attempt, and twice as long after each further one, up to a day. */
export const lockSeconds = (failures: number): number =>
  failures < ATTEMPTS ? 0 : Math.min(FIRST_LOCK_SECONDS * 2 ** (failures - ATTEMPTS), LONGEST_LOCK_SECONDS);

export const locked = (until: Instant) =>
  domainError('ACCOUNT_LOCKED', `too many wrong attempts: the password is locked until ${toIso(until)}`, {
    lockedUntil: toIso(until),
  });

function failureAfter(before: number | null, now: Instant): Pick<OperatorAccount, 'failures' | 'lockedUntil'> {
  const failures = (before ?? 0) + 1;
  const seconds = lockSeconds(failures);
  return { failures, lockedUntil: seconds === 0 ? null : plusSeconds(now, seconds) };
}

/**
 * Counts a wrong code with the right password, and locks the password from the fifth in a row: in a known browser for
 * this browser alone, and otherwise for all browsers that are not known.
 */
export function countFailure(tx: Tx, ctx: Context, account: OperatorAccount, device: OperatorSession | null): void {
  if (device === null) update(tx, ctx, OPERATORS, account, failureAfter(account.failures, ctx.hostNow));
  else update(tx, ctx, OPERATOR_SESSIONS, device, failureAfter(device.failures, ctx.hostNow));
}
