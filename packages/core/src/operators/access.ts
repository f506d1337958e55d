import { type Context, type Result, ok, transition, type Tx } from '../kernel/index.js';
import { type OperatorAccount, OPERATOR, OPERATORS } from './operator.js';
import { endOfSessions } from './sessions.js';

/** The fields of an account without a way to sign in. */
export const NO_FACTORS = {
  passwordHash: null,
  totpSecret: null,
  totpStep: 0,
  passkeys: [],
  failures: 0,
  lockedUntil: null,
} as const;

/** The fields of an account that no identity provider knows. */
export const LOCAL = { issuer: null, issuerSubject: null, lapsedAt: null } as const;

/**
 * Disables the operator for good: the sign-in, the link and the sessions end at once. INVALID_STATE_TRANSITION if the
 * operator is disabled already.
 */
export function withdrawAccess(tx: Tx, ctx: Context, account: OperatorAccount): Result<OperatorAccount> {
  const ended = { ...NO_FACTORS, enrolmentDigest: null, enrolmentExpiresAt: null, sessionsFrom: endOfSessions(ctx) };
  const moved = transition(tx, ctx, OPERATOR, OPERATORS, account, 'disable', ended);
  return moved.ok ? ok(moved.value.record) : moved;
}
