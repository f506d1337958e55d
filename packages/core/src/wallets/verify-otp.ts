import { utf8ToBytes } from '@noble/hashes/utils.js';
import type { Codes } from '../codes/index.js';
import {
  awaitSecondCall,
  base64url,
  type Context,
  fail,
  findPending,
  type Id,
  invalidFields,
  ok,
  PENDING_SECONDS,
  type PendingCommand,
  type Result,
  type Sealer,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import type { WalletCredential } from './credential.js';
import { otpTargetOf, takeHandle } from './held-handle.js';
import { type ClientKey, clientKey, compactSignature } from './p256.js';
import { type Guess, guessOtp } from './otp.js';
import type { Custody } from './custody.js';
import type { HeldKey } from './ports.js';
import type { SessionKeys } from './session-service.js';
import { sessionKeys } from './sessions.js';
import {
  type Challenge,
  challengeOf,
  NOT_PENDING,
  NOT_SIGNED,
  redeem,
  type Redeemed,
  retryOf,
  type SignedRetryPorts,
} from './signed-retry.js';
import type { SignedCall } from './stamp.js';

export interface VerifyOtpPorts extends SignedRetryPorts {
  readonly codes: Codes;
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Custody;
  readonly custodyKey: () => Promise<Result<HeldKey>>;
}

interface OtpProof {
  readonly type: 'EMAIL_OTP' | 'SMS_OTP';
  readonly encryptedOtpBundle: string;
}

type TriedOtp =
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | { readonly kind: 'keys'; readonly keys: SessionKeys };

const operationOf = (credential: WalletCredential, { type, encryptedOtpBundle }: OtpProof) =>
  ({
    operation: 'credential.verify-code',
    path: credential.id,
    account: credential.accountId,
    body: { type, encryptedOtpBundle },
  }) as const;

const wrongBundle = (message: string) => invalidFields([{ field: 'encryptedOtpBundle', message }]);

/**
 * First call: opens the bundle and tries the code, in a unit of its own so that a wrong try is counted. A right code is
 * answered with the token that the client key has to sign. Second call: creates the keys of the session. Custody is asked
 * before the try, so that a code is not used up while custody does not answer (503 SERVICE_UNAVAILABLE).
 */
export async function tryOtp(
  ports: VerifyOtpPorts,
  ctx: Context,
  credential: WalletCredential,
  proof: OtpProof,
  signed: SignedCall,
): Promise<Result<TriedOtp>> {
  const retry = retryOf(signed);
  if (!retry.ok) return retry;
  if (retry.value !== null) {
    const { requestId } = retry.value;
    const pending = await ports.units.read(ctx.tenant, (reads) =>
      findPending(reads, ctx, requestId, operationOf(credential, proof)),
    );
    const key = pending === null ? null : clientKey(String(pending.state?.['publicKey']));
    if (key === null) return fail(NOT_PENDING);
    const keys = await sessionKeys(ports.custody, key, true);
    return keys.ok ? ok({ kind: 'keys', keys: keys.value }) : keys;
  }

  if (credential.otpTarget === null) return wrongBundle('no code is open for this credential; request a new one');
  const target = takeHandle(ports.sealer, credential.otpTarget, otpTargetOf(credential.id));
  const text = await ports.custody.openBundle(target, proof.encryptedOtpBundle);
  if (!text.ok) return text;
  const opened = readBundle(text.value);
  if (opened === null)
    return wrongBundle('is not encrypted to the key of the last challenge, or lacks otp_code or a P-256 public_key');
  const id = ports.ids.next('Request');
  const issued = await verificationToken(ports, ctx, credential, id, opened.sentKey);
  if (!issued.ok) return issued;
  const token = issued.value;
  const tried = await ports.units.run<Tried>(ctx.tenant, async (tx) => {
    const guess = await guessOtp(ports, tx, ctx, credential, opened.code);
    if (guess !== 'right') return ok({ guess, pending: null });
    const state = { publicKey: opened.sentKey, contact: credential.contact };
    // Only the digest is stored, because the token belongs to the client.
    const kept = { id, payload: ports.digest.sha256(token), state };
    const pending = awaitSecondCall(tx, ctx, ports.digest, { ...kept, ...operationOf(credential, proof) });
    return ok({ guess, pending });
  });
  if (!tried.ok) return tried;
  const { guess, pending } = tried.value;
  if (pending !== null) {
    return ok({ kind: 'challenge', challenge: { ...challengeOf(pending, credential.type), payloadToSign: token } });
  }
  return wrongBundle(
    guess === 'wrong' ? 'contains a wrong code' : 'no code is open for this credential; request a new one',
  );
}

interface Tried {
  readonly guess: Guess;
  readonly pending: PendingCommand | null;
}

/**
 * Accepts the second call. The key that came with the code must have signed it, and the contact of the credential must
 * be the same.
 */
export function redeemOtp(
  ports: Pick<SignedRetryPorts, 'digest'>,
  tx: Tx,
  ctx: Context,
  credential: WalletCredential,
  input: { readonly proof: { readonly type: string }; readonly signed: SignedCall },
): Promise<Result<Redeemed>> {
  const retry = retryOf(input.signed);
  if (!retry.ok) return Promise.resolve(retry);
  if (retry.value === null) return Promise.resolve(fail(NOT_SIGNED));
  const operation = operationOf(credential, input.proof as OtpProof);
  return redeem(ports, tx, ctx, operation, retry.value, ({ state }) => {
    const key = state?.['contact'] === credential.contact ? clientKey(String(state['publicKey'])) : null;
    return key?.compressed ?? '';
  });
}

interface OpenedBundle {
  readonly code: string;
  /** The client key in the form that the client sent. */
  readonly sentKey: string;
  readonly key: ClientKey;
}

function readBundle(text: string | null): OpenedBundle | null {
  if (text === null) return null;
  try {
    const fields = JSON.parse(text) as { readonly otp_code?: unknown; readonly public_key?: unknown } | null;
    const { otp_code: code, public_key: sentKey } = fields ?? {};
    if (typeof code !== 'string' || typeof sentKey !== 'string') return null;
    const key = clientKey(sentKey);
    return key === null ? null : { code, sentKey, key };
  } catch {
    return null;
  }
}

/** A JWT (ES256) which states that this key has proven access to this contact. */
async function verificationToken(
  ports: VerifyOtpPorts,
  ctx: Context,
  credential: WalletCredential,
  id: Id<'Request'>,
  publicKey: string,
): Promise<Result<string>> {
  const seconds = Math.floor(ctx.now / 1000);
  const claims = {
    id,
    verification_type: credential.type === 'EMAIL_OTP' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS',
    contact: credential.contact,
    organization_id: credential.accountId,
    public_key: publicKey,
    iat: seconds,
    exp: seconds + PENDING_SECONDS,
  };
  const part = (value: object): string => base64url(utf8ToBytes(JSON.stringify(value)));
  const text = `${part({ alg: 'ES256', typ: 'JWT' })}.${part(claims)}`;
  const key = await ports.custodyKey();
  if (!key.ok) return key;
  const signature = await ports.custody.sign(key.value.handle, text);
  return signature.ok ? ok(`${text}.${base64url(compactSignature(signature.value))}`) : signature;
}
