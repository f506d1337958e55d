import { type Customer, findCustomer, isScaRegulated } from '../customers/index.js';
import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type DomainError,
  domainError,
  err,
  type Id,
  type Instant,
  newRecord,
  ok,
  plusSeconds,
  type Reads,
  recordKind,
  Refused,
  type Result,
  toIso,
  type Tx,
  update,
} from '../kernel/index.js';

/**
 * The counters and the lock of one customer, under the id of the customer. They are one row, so that concurrent proofs
 * are all counted.
 */
export interface ScaGuard extends BaseRecord {
  readonly id: Id<'Customer'>;
  /** Wrong proofs since the last right one. */
  readonly wrongProofs: number;
  /** Failed logins that the platform has reported. */
  readonly failedLogins: number;
  readonly lockedUntil: Instant | null;
  /** The challenge of the login that is waiting for its proof. */
  readonly loginChallenge: string | null;
  readonly sessionUntil: Instant | null;
  /** IP address of the end user at the last login. */
  readonly lastLoginAddress: string | null;
}

export const SCA_GUARDS = recordKind<ScaGuard>()({
  name: 'sca_guards',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    wrongProofs: 'int',
    failedLogins: 'int',
    lockedUntil: 'instant?',
    loginChallenge: 'text?',
    sessionUntil: 'instant?',
    lastLoginAddress: 'text?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});

const MOST_FAILURES = 5;
const LOCK_SECONDS = 15 * 60;

/**
 * A customer of a region with strong customer authentication, not deleted. 404 USER_NOT_FOUND; 409 CONFLICT for
 * customers of other regions.
 */
export async function regulatedCustomer(reads: Reads, id: string): Promise<Result<Customer>> {
  const found = await findCustomer(reads, id);
  if (!found.ok) return found;
  return isScaRegulated(found.value.region)
    ? found
    : err('CONFLICT', 'strong customer authentication applies only to customers of the European Economic Area');
}

/** The guard of a customer, created on first use. */
export async function guardOf(tx: Tx, ctx: Context, customerId: Id<'Customer'>): Promise<ScaGuard> {
  const known = await tx.get(SCA_GUARDS, customerId);
  if (known !== null) return known;
  const guard: ScaGuard = {
    wrongProofs: 0,
    failedLogins: 0,
    lockedUntil: null,
    loginChallenge: null,
    sessionUntil: null,
    lastLoginAddress: null,
    ...newRecord(customerId, ctx),
  };
  // If two units of work create the first guard at the same time, either one serves.
  tx.add(SCA_GUARDS, guard, { unlessExists: true });
  return guard;
}

/** The number of failures of a customer, and the end of its lock. */
export interface LockState {
  readonly suspended: boolean;
  readonly lockedUntil: Instant | null;
  readonly failedAttempts: number;
}

type Counts = Pick<ScaGuard, 'wrongProofs' | 'failedLogins' | 'lockedUntil'>;

/** The counts restart after a lock. */
const countsOf = (guard: ScaGuard, now: Instant): Counts =>
  guard.lockedUntil !== null && guard.lockedUntil <= now
    ? { wrongProofs: 0, failedLogins: 0, lockedUntil: null }
    : { wrongProofs: guard.wrongProofs, failedLogins: guard.failedLogins, lockedUntil: guard.lockedUntil };

export function lockStateOf(guard: ScaGuard | null, now: Instant): LockState {
  if (guard === null) return { suspended: false, lockedUntil: null, failedAttempts: 0 };
  const { wrongProofs, failedLogins, lockedUntil } = countsOf(guard, now);
  return { suspended: lockedUntil !== null, lockedUntil, failedAttempts: wrongProofs + failedLogins };
}

/** 423 ACCOUNT_LOCKED with the end of the lock and the number of failures; null if the customer is not locked. */
export function lockedError(guard: ScaGuard | null, now: Instant): DomainError | null {
  const { suspended, lockedUntil, failedAttempts } = lockStateOf(guard, now);
  if (!suspended || lockedUntil === null) return null;
  return domainError('ACCOUNT_LOCKED', undefined, { suspended, lockedUntil: toIso(lockedUntil), failedAttempts });
}

/** 423 ACCOUNT_LOCKED for a customer who is locked now; otherwise null. */
export const lockOf = async (
  reads: Reads,
  { now }: Pick<Context, 'now'>,
  customerId: string,
): Promise<DomainError | null> => lockedError(await reads.get(SCA_GUARDS, customerId), now);

/** Counts a failure; the fifth locks the customer for 15 minutes. */
export function countFailure(tx: Tx, ctx: Context, guard: ScaGuard, of: 'wrongProofs' | 'failedLogins'): ScaGuard {
  const before = countsOf(guard, ctx.now);
  const after = { ...before, [of]: before[of] + 1 };
  const isLast = after.wrongProofs + after.failedLogins >= MOST_FAILURES;
  const lockedUntil = isLast ? plusSeconds(ctx.now, LOCK_SECONDS) : after.lockedUntil;
  return update(tx, ctx, SCA_GUARDS, guard, { ...after, lockedUntil });
}

/** Counts a wrong proof. The unit commits, although the proof is refused. */
export function refuseProof(tx: Tx, ctx: Context, guard: ScaGuard, error: DomainError): Result<Refused> {
  countFailure(tx, ctx, guard, 'wrongProofs');
  return ok(new Refused(error));
}

/** A right proof resets the count of wrong proofs; failed logins that the platform reported stay counted. */
export function acceptProof(
  tx: Tx,
  ctx: Context,
  guard: ScaGuard,
  patch: Partial<Pick<ScaGuard, 'failedLogins' | 'loginChallenge' | 'sessionUntil' | 'lastLoginAddress'>> = {},
): ScaGuard {
  const { failedLogins } = countsOf(guard, ctx.now);
  return update(tx, ctx, SCA_GUARDS, guard, { wrongProofs: 0, failedLogins, lockedUntil: null, ...patch });
}
