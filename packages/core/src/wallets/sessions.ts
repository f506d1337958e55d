import { finish, type JobHandler, reschedule } from '../events/index.js';
import {
  type Context,
  err,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Result,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import type { Custody } from './custody.js';
import { type ClientKey, clientKey } from './p256.js';
import { WALLET_SESSIONS } from './session.js';
import { endSession, findSession, sessionEnd, type SessionKeys, type SessionView } from './session-service.js';
import { challenge, done, NOT_SIGNED, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';

export interface RefreshSession {
  readonly id: string;
  /** Hex, compressed or not. */
  readonly clientPublicKey: string;
  readonly signed: SignedCall;
}

/** Parses a client's public key. INVALID_INPUT naming its field. */
export function needClientKey(hex: string, field = 'clientPublicKey'): Result<ClientKey> {
  const key = clientKey(hex);
  return key === null ? invalidFields([{ field, message: 'must be a P-256 public key in hexadecimal' }]) : ok(key);
}

/**
 * The keys of a new session: the client's own key if it came compressed; otherwise a new key that is encrypted to the
 * client's key. With `besides`, the client's key signs as well. SERVICE_UNAVAILABLE while custody does not answer.
 */
export async function sessionKeys(
  custody: Pick<Custody, 'issueSessionKey'>,
  key: ClientKey,
  besides = false,
): Promise<Result<SessionKeys>> {
  if (key.isCompressed) return ok({ publicKey: key.compressed, clientKey: null, encryptedKey: null });
  const issued = await custody.issueSessionKey(key.uncompressed);
  if (!issued.ok) return issued;
  const { publicKey, encryptedKey } = issued.value;
  return ok({ publicKey, clientKey: besides ? key.compressed : null, encryptedKey });
}

export interface PreparedRefresh {
  readonly input: RefreshSession;
  readonly key: ClientKey;
  /** Null in the first of the two calls. */
  readonly keys: SessionKeys | null;
}

/**
 * Gives an active session a new key and another fifteen minutes. The previous key no longer signs. The session's own
 * key signs the request. 404 REFERENCE_NOT_FOUND; INVALID_INPUT; 503 SERVICE_UNAVAILABLE while custody does not answer.
 */
export function refreshSession(
  ports: SignedRetryPorts & { readonly custody: Custody },
): PreparedUseCase<RefreshSession, PreparedRefresh, Signed<SessionView>> {
  return {
    async prepare(_ctx, input) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const key = needClientKey(input.clientPublicKey);
      if (!key.ok) return key;
      if (retry.value === null) return ok({ input, key: key.value, keys: null });
      const keys = await sessionKeys(ports.custody, key.value);
      return keys.ok ? ok({ input, key: key.value, keys: keys.value }) : keys;
    },

    async finish(tx, ctx, { input, key, keys }) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const session = await findSession(tx, ctx, input.id);
      if (!session.ok) return session;
      const operation = {
        operation: 'session.refresh',
        path: session.value.id,
        account: session.value.accountId,
        body: { clientPublicKey: input.clientPublicKey },
        binds: { targetPublicKey: key.uncompressed },
      } as const;
      if (retry.value === null || keys === null) return ok(challenge(ports, tx, ctx, operation));
      const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
      if (!redeemed.ok) return redeemed;
      if (!redeemed.value.sessions.some(({ id }) => id === session.value.id))
        return err('WALLET_SIGNATURE_INVALID', 'the session itself must sign its refresh');
      const { publicKey, encryptedKey } = keys;
      const refreshed = update(
        tx,
        ctx,
        WALLET_SESSIONS,
        session.value,
        { publicKey, clientKey: null, expiresAt: sessionEnd(ctx) },
        NOT_SIGNED,
      );
      return ok(done({ session: refreshed, encryptedKey }));
    },
  };
}

/**
 * Revokes a session. Any active session of the account may sign the request, including the session that is revoked. The
 * credential stays. 404 REFERENCE_NOT_FOUND.
 */
export function revokeSession(
  ports: SignedRetryPorts,
): UseCase<{ readonly id: string; readonly signed: SignedCall }, Signed<void>> {
  return async (tx, ctx, { id, signed }) => {
    const retry = retryOf(signed);
    if (!retry.ok) return retry;
    const session = await findSession(tx, ctx, id);
    if (!session.ok) return session;
    const { accountId: account, type } = session.value;
    const operation = { operation: 'session.revoke', path: session.value.id, account, body: null, type } as const;
    if (retry.value === null) return ok(challenge(ports, tx, ctx, operation));
    const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
    if (!redeemed.ok) return redeemed;
    const ended = endSession(tx, ctx, session.value, 'revoke');
    return ended.ok ? ok(done(undefined)) : ended;
  };
}

/** Expires a session. A session that was refreshed meanwhile gets a later run. */
export function expireSession(units: UnitOfWork): JobHandler {
  return (ctx: Context, job) =>
    units.run(ctx.tenant, async (tx) => {
      const session = await tx.get(WALLET_SESSIONS, job.subject);
      if (session === null) return err('REFERENCE_NOT_FOUND', `wallet session ${job.subject} not found`);
      if (session.status === 'ACTIVE' && session.expiresAt > ctx.now) {
        reschedule(tx, ctx, job, (session.expiresAt - ctx.now) / 1000);
        return ok();
      }
      if (session.status === 'ACTIVE') {
        const ended = endSession(tx, ctx, session, 'expire');
        if (!ended.ok) return ended;
      }
      finish(tx, job);
      return ok();
    });
}
