import {
  completePending,
  type Context,
  err,
  fail,
  findPending,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Result,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { passkeyChallengeOf, passkeyVerification } from './challenge-credential.js';
import { isOtp } from './create-credential.js';
import {
  COPIED_PASSKEY,
  type CredentialType,
  isLaterCounter,
  type Passkey,
  type WalletCredential,
  WALLET_CREDENTIALS,
} from './credential.js';
import { findCredential } from './credential-service.js';
import { readClaims } from './identity.js';
import type { IdentityTokens, PasskeyAssertion, Passkeys } from './ports.js';
import { openSession, type SessionKeys, type SessionView } from './session-service.js';
import { needClientKey, sessionKeys } from './sessions.js';
import { type Challenge, done, NOT_PENDING, type Signed } from './signed-retry.js';
import type { SignedCall } from './stamp.js';
import { redeemOtp, tryOtp, type VerifyOtpPorts } from './verify-otp.js';

export type CredentialProofRequest =
  | { readonly type: 'EMAIL_OTP' | 'SMS_OTP'; readonly encryptedOtpBundle: string }
  | { readonly type: 'OAUTH'; readonly oidcToken: string; readonly clientPublicKey: string }
  | { readonly type: 'PASSKEY'; readonly assertion: PasskeyAssertion };

export interface VerifyCredential {
  readonly id: string;
  readonly proof: CredentialProofRequest;
  readonly signed: SignedCall;
}

export interface VerifyCredentialPorts extends VerifyOtpPorts {
  readonly units: UnitOfWork;
  readonly identityTokens: IdentityTokens;
  readonly passkeys: Passkeys;
}

type Verified =
  | { readonly kind: 'challenge'; readonly challenge: Challenge }
  | { readonly kind: 'keys'; readonly keys: SessionKeys }
  | { readonly kind: 'passkey'; readonly keys: SessionKeys; readonly passkey: Passkey; readonly requestId: string };

export interface PreparedVerification {
  readonly input: VerifyCredential;
  readonly verified: Verified;
}

/**
 * Opens a session for a proof of a credential. A right code is answered with a token that the client key has to sign
 * (202); every other proof opens the session at once. 404 REFERENCE_NOT_FOUND; 400 INVALID_INPUT for a wrong or invalid
 * code and for unreadable input; 401 INVALID_SIGNATURE for a token or assertion that proves nothing; 503
 * SERVICE_UNAVAILABLE while custody does not answer; the codes of signed retries.
 */
export function verifyCredential(
  ports: VerifyCredentialPorts,
): PreparedUseCase<VerifyCredential, PreparedVerification, Signed<SessionView>> {
  return {
    async prepare(ctx, input) {
      const found = await ports.units.read(ctx.tenant, (reads) => findCredential(reads, input.id));
      if (!found.ok) return found;
      const verified = await verify(ports, ctx, found.value, input);
      return verified.ok ? ok({ input, verified: verified.value }) : verified;
    },

    async finish(tx, ctx, { input, verified }) {
      if (verified.kind === 'challenge') return ok(verified.challenge);
      const found = await findCredential(tx, input.id);
      if (!found.ok) return found;
      const credential = found.value;
      if (isOtp(credential.type)) {
        const redeemed = await redeemOtp(ports, tx, ctx, credential, input);
        if (!redeemed.ok) return redeemed;
      }
      if (verified.kind === 'passkey') {
        const pending = await findPending(tx, ctx, verified.requestId, passkeyVerification(credential));
        if (pending === null) return fail(NOT_PENDING);
        completePending(tx, pending, NOT_PENDING);
        // The counter is compared again, because another assertion may have been committed since `prepare`.
        const stored = credential.passkey?.counter ?? 0;
        if (!isLaterCounter(verified.passkey.counter, stored)) return fail(COPIED_PASSKEY);
      }
      // Every sign-in writes the credential, so that a concurrent revocation is ordered before or after it and ends
      // every session.
      const used = verified.kind === 'passkey' ? { passkey: verified.passkey } : {};
      const signedIn = update(tx, ctx, WALLET_CREDENTIALS, credential, used);
      return ok(done(openSession({ tx, ctx, ids: ports.ids }, signedIn, verified.keys)));
    },
  };
}

const otherType = (type: CredentialType) =>
  invalidFields([{ field: 'type', constraint: { enum: [type] }, message: 'must be the type of the credential' }]);

async function verify(
  ports: VerifyCredentialPorts,
  ctx: Context,
  credential: WalletCredential,
  { proof, signed }: VerifyCredential,
): Promise<Result<Verified>> {
  if (proof.type !== credential.type) return otherType(credential.type);
  if (proof.type === 'OAUTH') return verifyIdentity(ports, ctx, credential, proof);
  if (proof.type === 'PASSKEY') return verifyPasskey(ports, ctx, credential, proof.assertion, signed);
  return tryOtp(ports, ctx, credential, proof, signed);
}

/** The nonce of the token is the digest of the client key, so that the token cannot open a session for another key. */
async function verifyIdentity(
  ports: VerifyCredentialPorts,
  ctx: Context,
  { identity }: WalletCredential,
  proof: Extract<CredentialProofRequest, { type: 'OAUTH' }>,
): Promise<Result<Verified>> {
  const key = needClientKey(proof.clientPublicKey);
  if (!key.ok) return key;
  const claims = await readClaims(ports.identityTokens, ctx, proof.oidcToken);
  if (!claims.ok) return claims;
  const { issuer, audience, subject, nonce } = claims.value;
  const isOwner =
    identity !== null && issuer === identity.issuer && audience === identity.audience && subject === identity.subject;
  if (!isOwner) return err('INVALID_SIGNATURE', 'the identity token names another identity than the credential');
  if (nonce !== ports.digest.sha256(proof.clientPublicKey)) {
    return err(
      'INVALID_SIGNATURE',
      'the nonce of the identity token must be the SHA-256 of clientPublicKey in hexadecimal',
    );
  }
  const keys = await sessionKeys(ports.custody, key.value);
  return keys.ok ? ok({ kind: 'keys', keys: keys.value }) : keys;
}

async function verifyPasskey(
  ports: VerifyCredentialPorts,
  ctx: Context,
  credential: WalletCredential,
  assertion: PasskeyAssertion,
  { requestId }: SignedCall,
): Promise<Result<Verified>> {
  if (requestId === undefined) return err('REQUEST_ID_MISSING');
  const pending = await ports.units.read(ctx.tenant, (reads) =>
    findPending(reads, ctx, requestId, passkeyVerification(credential)),
  );
  if (pending === null || credential.passkey === null) return fail(NOT_PENDING);
  const text = passkeyChallengeOf(pending.payload);
  const passkey = await ports.passkeys.authenticate(credential.passkey, assertion, text);
  if (!passkey.ok) return passkey;
  const key = needClientKey(String(pending.state?.['clientPublicKey']));
  if (!key.ok) return key;
  const keys = await sessionKeys(ports.custody, key.value);
  if (!keys.ok) return keys;
  return ok({ kind: 'passkey', keys: keys.value, passkey: passkey.value, requestId });
}
