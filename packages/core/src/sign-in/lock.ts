import { type Context, domainError, type Instant, plusSeconds, toIso, type Tx, update } from '../kernel/index.js';
import { type OperatorAccount, OPERATORS } from '../operators/index.js';

/** Wrong passwords or codes in a row that lock the password. */
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

/** Counts a wrong password or code, and locks the password from the fifth in a row. */
export function countFailure(tx: Tx, ctx: Context, account: OperatorAccount): void {
  const failures = account.failures + 1;
  const seconds = lockSeconds(failures);
  const lockedUntil = seconds === 0 ? null : plusSeconds(ctx.hostNow, seconds);
  update(tx, ctx, OPERATORS, account, { failures, lockedUntil });
}
