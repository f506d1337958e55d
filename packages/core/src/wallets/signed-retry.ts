import {
  awaitSecondCall,
  bodyDigestOf,
  type CommandBinding,
  completePending,
  type Context,
  type Digest,
  domainError,
  type DomainError,
  err,
  fail,
  findPending,
  type Id,
  type IdSource,
  type Instant,
  ok,
  type PendingCommand,
  type Reads,
  type Result,
  type Tx,
} from '../kernel/index.js';
import type { CredentialType } from './credential.js';
import { verifies, verifiesDigest } from './p256.js';
import type { WalletSession } from './session.js';
import { activeSessions } from './session-service.js';
import { readStamp, type SignedCall, type Stamp } from './stamp.js';

/** What the owner has to sign before the call is repeated. */
export interface Challenge {
  readonly kind: 'challenge';
  /** The type of the credential that the call is about, if any. */
  readonly type: CredentialType | null;
  readonly payloadToSign: string;
  readonly requestId: Id<'Request'>;
  readonly expiresAt: Instant;
}

export interface Done<T> {
  readonly kind: 'done';
  readonly value: T;
}

/** The answers of a signed operation: first 202 with a challenge, then its effect. */
export type Signed<T> = Challenge | Done<T>;

export const done = <T>(value: T): Done<T> => ({ kind: 'done', value });

/** An operation that the owner of an account must sign. */
export interface SignedOperation extends CommandBinding {
  readonly account: Id<'InternalAccount'>;
  readonly type?: CredentialType;
  /** Further values that the signature covers, such as the key to which the answer is encrypted. */
  readonly binds?: Readonly<Record<string, string>>;
}

export interface SignedRetryPorts {
  readonly ids: IdSource;
  readonly digest: Digest;
}

export interface Retry {
  readonly stamp: Stamp;
  readonly requestId: string;
}

/**
 * The proof of the second call; null in the first call, which has neither header. WALLET_SIGNATURE_MISSING,
 * REQUEST_ID_MISSING, WALLET_SIGNATURE_MALFORMED, INVALID_SIGNATURE.
 */
export function retryOf({ stamp, requestId }: SignedCall): Result<Retry | null> {
  if (stamp === undefined && requestId === undefined) return ok(null);
  if (stamp === undefined) return err('WALLET_SIGNATURE_MISSING');
  if (requestId === undefined) return err('REQUEST_ID_MISSING');
  const read = readStamp(stamp);
  return read.ok ? ok({ stamp: read.value, requestId }) : read;
}

/** Answers a first call. The payload to sign states everything that the second call is bound to. */
export function challenge(
  { ids, digest }: SignedRetryPorts,
  tx: Tx,
  ctx: Context,
  operation: SignedOperation,
  state?: Readonly<Record<string, unknown>>,
): Challenge {
  const { type = null, binds, ...binding } = operation;
  const id = ids.next('Request');
  const payload = JSON.stringify({
    operation: binding.operation,
    accountId: binding.account,
    ...(binding.path !== '' && { resource: binding.path }),
    bodyDigest: bodyDigestOf(digest, binding.body),
    requestId: id,
    timestampMs: ctx.now,
    ...binds,
  });
  const pending = awaitSecondCall(tx, ctx, digest, {
    id,
    payload,
    ...binding,
    ...(state !== undefined && { state }),
  });
  return challengeOf(pending, type);
}

export const challengeOf = (pending: PendingCommand, type: CredentialType | null): Challenge => ({
  kind: 'challenge',
  type,
  payloadToSign: pending.payload,
  requestId: pending.id,
  expiresAt: pending.expiresAt,
});

export const NOT_SIGNED: DomainError = domainError(
  'WALLET_SIGNATURE_INVALID',
  'the wallet signature does not verify, or its key may not sign this request',
);

export const NOT_PENDING: DomainError = domainError(
  'WALLET_SIGNATURE_INVALID',
  'no call with this Request-Id waits for a signature: it is unknown, expired, done or for another operation; unless it is done, start again',
);

export interface Redeemed {
  readonly pending: PendingCommand;
  /** The sessions whose key has signed; empty if the caller named the key. */
  readonly sessions: readonly WalletSession[];
}

/**
 * Accepts a second call: its command must be pending, the body must be the same, and a key of an active session of the
 * account must have signed the payload. If `key` is given, the payload is stored as its digest only, and that key must
 * have signed it. The command is used up when the unit of work commits. WALLET_SIGNATURE_INVALID,
 * WALLET_SIGNATURE_BODY_MISMATCH.
 */
export async function redeem(
  { digest }: Pick<SignedRetryPorts, 'digest'>,
  tx: Tx,
  ctx: Context,
  operation: SignedOperation,
  { stamp, requestId }: Retry,
  key?: (pending: PendingCommand) => string,
): Promise<Result<Redeemed>> {
  const pending = await findPending(tx, ctx, requestId, operation);
  if (pending === null) return fail(NOT_PENDING);
  if (pending.bodyDigest !== bodyDigestOf(digest, operation.body)) return err('WALLET_SIGNATURE_BODY_MISMATCH');
  let sessions: readonly WalletSession[] = [];
  if (key === undefined) {
    const signers = await signersOf(tx, ctx, operation.account, stamp, pending.payload);
    if (!signers.ok) return signers;
    sessions = signers.value;
  } else if (key(pending) !== stamp.publicKey || !verifiesDigest(stamp.signature, pending.payload, stamp.publicKey)) {
    return fail(NOT_SIGNED);
  }
  completePending(tx, pending, NOT_PENDING);
  return ok({ pending, sessions });
}

/**
 * The active sessions of the account whose key has signed this text. There may be several: a client may sign in twice
 * with one key. WALLET_SIGNATURE_INVALID.
 */
export async function signersOf(
  reads: Reads,
  ctx: Context,
  account: string,
  { publicKey, signature }: Stamp,
  text: string,
): Promise<Result<readonly WalletSession[]>> {
  const sessions = await activeSessions(reads, ctx, account);
  const signers = sessions.filter((session) => session.publicKey === publicKey || session.clientKey === publicKey);
  return signers.length > 0 && verifies(signature, text, publicKey) ? ok(signers) : fail(NOT_SIGNED);
}
