import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  err,
  type Instant,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type Query,
  readAll,
  type Reads,
  type Result,
  transition,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import type { WalletCredential } from './credential.js';
import { WALLET_SESSION, SESSION_SECONDS, type WalletSession, WALLET_SESSIONS } from './session.js';

/** A session as the API answers it. `encryptedKey` is shown only when the session opens or is refreshed. */
export interface SessionView {
  readonly session: WalletSession;
  readonly encryptedKey: string | null;
}

/** The active sessions of an account, oldest first. */
export async function activeSessions(
  reads: Reads,
  ctx: Pick<Context, 'now'>,
  accountId: string,
): Promise<readonly WalletSession[]> {
  return (await unendedSessions(reads, accountId)).filter((session) => session.expiresAt > ctx.now);
}

const unendedSessions = (reads: Reads, accountId: string): Promise<readonly WalletSession[]> =>
  readAll(reads, WALLET_SESSIONS, { livingIn: accountId });

/** The active sessions of an account. An account that does not exist has none. */
export const listSessions: Query<{ readonly accountId: string }, readonly WalletSession[]> = async (
  reads,
  ctx,
  { accountId },
) => ok(await activeSessions(reads, ctx, accountId));

/** An active session. 404 REFERENCE_NOT_FOUND, also for one that has ended. */
export async function findSession(reads: Reads, ctx: Pick<Context, 'now'>, id: string): Promise<Result<WalletSession>> {
  const session = isId('Session', id) ? await reads.get(WALLET_SESSIONS, id) : null;
  const isActive = session !== null && session.status === 'ACTIVE' && session.expiresAt > ctx.now;
  return isActive ? ok(session) : err('REFERENCE_NOT_FOUND', 'no such session, or it has ended');
}

/** The keys of a session: the issued key, and the client's own key if it signs too. */
export interface SessionKeys {
  readonly publicKey: string;
  readonly clientKey: string | null;
  readonly encryptedKey: string | null;
}

export const sessionEnd = (ctx: Context): Instant => plusSeconds(ctx.now, SESSION_SECONDS);

/** Opens a session for a verified credential. */
export function openSession(
  unit: Unit,
  credential: WalletCredential,
  { publicKey, clientKey, encryptedKey }: SessionKeys,
): SessionView {
  const { tx, ctx, ids } = unit;
  const session: WalletSession = {
    accountId: credential.accountId,
    livingIn: credential.accountId,
    credentialId: credential.id,
    type: credential.type,
    nickname: credential.nickname,
    passkeyId: credential.passkey?.credentialId ?? null,
    status: birth(WALLET_SESSION, 'verify').to,
    publicKey,
    clientKey,
    expiresAt: sessionEnd(ctx),
    ...newRecord(ids.next('Session'), ctx),
  };
  tx.add(WALLET_SESSIONS, session);
  schedule(unit, {
    kind: 'wallet.expire-session',
    subject: session.id,
    dueAt: plusSeconds(ctx.hostNow, SESSION_SECONDS),
  });
  return { session, encryptedKey };
}

export function endSession(tx: Tx, ctx: Context, session: WalletSession, event: 'revoke' | 'expire'): Result<void> {
  const ended = transition(tx, ctx, WALLET_SESSION, WALLET_SESSIONS, session, event, { livingIn: null });
  return ended.ok ? ok() : ended;
}

/** Revokes the sessions of one credential of an account. */
export async function endSessions(
  tx: Tx,
  ctx: Context,
  accountId: string,
  credentialId: string,
): Promise<Result<void>> {
  for (const session of await unendedSessions(tx, accountId)) {
    if (session.credentialId !== credentialId) continue;
    const ended = endSession(tx, ctx, session, 'revoke');
    if (!ended.ok) return ended;
  }
  return ok();
}
