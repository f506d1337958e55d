import {
  base64url,
  type Clock,
  type Context,
  type Digest,
  err,
  forgetExpired,
  type Id,
  type IdSource,
  type Instant,
  instant,
  isId,
  newRecord,
  ok,
  type Pause,
  plusSeconds,
  type Random,
  readAll,
  type Reads,
  type Result,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import {
  type OperatorAccount,
  OPERATORS,
  OPERATOR_SESSIONS,
  type OperatorSession,
  type OperatorSessionKind,
} from './operator.js';

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** A session of the console ends after this time, also when it is used. */
export const CONSOLE_SECONDS = 12 * HOUR;
/** A session of the console ends when it was not used for this time. */
export const IDLE_SECONDS = 30 * 60;
export const COMMAND_LINE_SECONDS = 90 * DAY;
/** A browser is known for this time after its last sign-in. */
export const DEVICE_SECONDS = 90 * DAY;
const SECONDS: Readonly<Record<OperatorSessionKind, number>> = {
  CONSOLE: CONSOLE_SECONDS,
  COMMAND_LINE: COMMAND_LINE_SECONDS,
  DEVICE: DEVICE_SECONDS,
};
/** The last use is written at most this often. */
const TOUCH_SECONDS = 60;

const SECRET_BYTES = 32;
const TEXT = /^(OperatorSession:[0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;
/** Compared for an unknown session, so that it takes as long as a wrong secret. No secret has this digest. */
const NO_DIGEST = '0'.repeat(64);

export interface SessionPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
}

/** An operator who has signed in. */
export interface SignedIn {
  readonly operator: OperatorAccount;
  readonly session: OperatorSession;
}

export interface NewSession {
  readonly operatorId: Id<'Operator'>;
  readonly kind: OperatorSessionKind;
  readonly label: string;
}

/** The time from which sessions are accepted, once all earlier ones have ended: also one of this millisecond. */
export const endOfSessions = ({ hostNow }: Pick<Context, 'hostNow'>): Instant => instant(hostNow + 1);

/**
 * Deletes the sessions of an operator, except `kept`. The unit also writes the account, as each unit that starts a
 * session does, so that none starts at the same time. The clocks of hosts differ, so `sessionsFrom` alone would leave a
 * session of a host whose clock is ahead.
 */
export async function endSessions(tx: Tx, operatorId: string, kept?: Id<'OperatorSession'>): Promise<void> {
  const all = await readAll(tx, OPERATOR_SESSIONS, { operatorId: operatorId as Id<'Operator'> });
  for (const session of all) if (session.id !== kept) tx.remove(OPERATOR_SESSIONS, session);
}

/** Whether the session of an operator has ended. */
export function isEnded(
  { kind, expiresAt, lastUsedAt, createdAt }: OperatorSession,
  { sessionsFrom, status }: OperatorAccount,
  now: Instant,
): boolean {
  const isIdle = kind === 'CONSOLE' && plusSeconds(lastUsedAt, IDLE_SECONDS) <= now;
  return expiresAt <= now || isIdle || createdAt < sessionsFrom || status !== 'ACTIVE';
}

/** Starts a session in a unit that also writes the account; returns it with its text, which is not stored. */
export function startSession(
  { ids, random, digest }: Pick<SessionPorts, 'ids' | 'random' | 'digest'>,
  tx: Tx,
  ctx: Context,
  { operatorId, kind, label }: NewSession,
): { readonly session: OperatorSession; readonly text: string } {
  const secret = base64url(random.bytes(SECRET_BYTES));
  const session: OperatorSession = {
    operatorId,
    kind,
    secretDigest: digest.sha256(secret),
    label: label.slice(0, 200),
    lastUsedAt: ctx.hostNow,
    expiresAt: plusSeconds(ctx.hostNow, SECONDS[kind]),
    failures: null,
    lockedUntil: null,
    refreshToken: null,
    confirmedAt: null,
    askedAt: null,
    awayAt: null,
    ...newRecord(ids.next('OperatorSession'), { tenant: ctx.tenant, now: ctx.hostNow }),
  };
  tx.add(OPERATOR_SESSIONS, session);
  return { session, text: `${session.id}.${secret}` };
}

/** The session of a text, also one that has ended; null if the text is not of one of this kind. */
export async function findSession(
  reads: Reads,
  digest: Digest,
  text: string,
  kind: OperatorSessionKind,
): Promise<OperatorSession | null> {
  const [, id = '', secret = ''] = TEXT.exec(text) ?? [];
  const session = isId('OperatorSession', id) ? await reads.get(OPERATOR_SESSIONS, id) : null;
  const isSecret = digest.sha256(secret) === (session?.secretDigest ?? NO_DIGEST);
  return isSecret && session?.kind === kind ? session : null;
}

/**
 * The operator of a session's text. 401 UNAUTHORIZED if it is unknown, has ended, or if the operator has no access any
 * more, without saying which.
 */
export const signedIn =
  ({ units, clock, digest }: SessionPorts) =>
  async (text: string, kind: OperatorSessionKind): Promise<Result<SignedIn>> => {
    const { session, operator } = await units.read(null, async (reads) => {
      const found = await findSession(reads, digest, text, kind);
      return { session: found, operator: found === null ? null : await reads.get(OPERATORS, found.operatorId) };
    });
    if (session === null || operator === null) return NOT_SIGNED_IN;
    const now = clock.now();
    if (isEnded(session, operator, now)) return NOT_SIGNED_IN;
    if (plusSeconds(session.lastUsedAt, TOUCH_SECONDS) <= now) {
      await units.run(session.tenant, async (tx) => {
        const current = await tx.get(OPERATOR_SESSIONS, session.id);
        if (current !== null) update(tx, { now }, OPERATOR_SESSIONS, current, { lastUsedAt: now });
        return ok();
      });
    }
    return ok({ operator, session });
  };

const NOT_SIGNED_IN = err('UNAUTHORIZED', 'the credential of the operator is unknown or has ended; sign in again');

/** Deletes the sessions that have ended, and returns their number. */
export const forgetSessions = (units: UnitOfWork, now: Instant, pause: Pause): Promise<number> =>
  forgetExpired(units, null, OPERATOR_SESSIONS, now, pause);
