import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  awaitSecondCall,
  type Instant,
  invalidFields,
  ok,
  type PreparedUseCase,
  type Result,
  type Sealer,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { type CredentialView, isOtp } from './create-credential.js';
import { type WalletCredential, WALLET_CREDENTIALS, type Passkey } from './credential.js';
import { findCredential } from './credential-service.js';
import { keepHandle, otpTargetOf } from './held-handle.js';
import { issueOtp, type OtpPorts } from './otp.js';
import type { Custody } from './custody.js';
import type { HeldKey } from './ports.js';
import { needClientKey } from './sessions.js';
import type { SignedRetryPorts } from './signed-retry.js';

export interface ChallengeCredential {
  readonly id: string;
  /** Required for a passkey: the challenge that the passkey signs contains this key. */
  readonly clientPublicKey?: string | undefined;
}

/** What a passkey has to sign. */
export interface PasskeyChallenge {
  readonly credential: WalletCredential & { readonly passkey: Passkey };
  /** Lower-case hex. The authenticator receives the UTF-8 bytes of this text as its challenge. */
  readonly challenge: string;
  readonly requestId: string;
  readonly expiresAt: Instant;
}

export type CredentialChallenge =
  | ({ readonly kind: 'code' } & CredentialView)
  | ({ readonly kind: 'passkey' } & PasskeyChallenge);

export interface ChallengePorts extends OtpPorts, SignedRetryPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Custody;
  readonly custodyKey: () => Promise<Result<HeldKey>>;
}

export interface PreparedChallenge {
  readonly input: ChallengeCredential;
  readonly target: { readonly bundle: string; readonly handle: string } | null;
}

/** The challenge of a passkey: the digest of the payload. */
export const passkeyChallengeOf = (payload: string): string => bytesToHex(sha256(utf8ToBytes(payload)));

/**
 * Sends a new code, which invalidates the previous one; or, for a passkey, returns the challenge to sign for a new
 * session. 404 REFERENCE_NOT_FOUND; INVALID_INPUT for OAUTH, which needs no challenge, and for a passkey without a
 * valid client key; 423 ACCOUNT_LOCKED and 429 RATE_LIMITED if the code cannot be sent; 503
 * SERVICE_UNAVAILABLE while custody does not answer.
 */
export function challengeCredential(
  ports: ChallengePorts,
): PreparedUseCase<ChallengeCredential, PreparedChallenge, CredentialChallenge> {
  return {
    async prepare(ctx, input) {
      const found = await ports.units.read(ctx.tenant, (reads) => findCredential(reads, input.id));
      if (!found.ok) return found;
      if (!isOtp(found.value.type)) return ok({ input, target: null });
      const signedBy = await ports.custodyKey();
      if (!signedBy.ok) return signedBy;
      const envelope = { organizationId: found.value.accountId, signedBy: signedBy.value };
      const target = await ports.custody.createTarget(envelope);
      return target.ok ? ok({ input, target: target.value }) : target;
    },

    async finish(tx, ctx, { input, target }) {
      const found = await findCredential(tx, input.id);
      if (!found.ok) return found;
      const credential = found.value;
      if (target !== null) {
        const issued = await issueOtp(ports, tx, ctx, credential);
        if (!issued.ok) return issued;
        const otpTarget = keepHandle(ports.sealer, target.handle, otpTargetOf(credential.id));
        const sent = update(tx, ctx, WALLET_CREDENTIALS, credential, { otpTarget });
        return ok({ kind: 'code', credential: sent, bundle: target.bundle });
      }
      const { passkey } = credential;
      if (passkey === null)
        return invalidFields([
          { field: 'id', message: 'names an OAUTH credential, which needs no challenge; verify it directly' },
        ]);
      if (input.clientPublicKey === undefined) {
        return invalidFields([{ field: 'clientPublicKey', message: 'is required for a passkey' }]);
      }
      const key = needClientKey(input.clientPublicKey);
      if (!key.ok) return key;
      const id = ports.ids.next('Request');
      const payload = JSON.stringify({
        operation: 'session.create',
        accountId: credential.accountId,
        credentialId: credential.id,
        clientPublicKey: input.clientPublicKey,
        requestId: id,
        timestampMs: ctx.now,
      });
      const pending = awaitSecondCall(tx, ctx, ports.digest, {
        id,
        ...passkeyVerification(credential),
        body: null,
        payload,
        state: { clientPublicKey: input.clientPublicKey },
      });
      return ok({
        kind: 'passkey',
        credential: { ...credential, passkey },
        challenge: passkeyChallengeOf(payload),
        requestId: pending.id,
        expiresAt: pending.expiresAt,
      });
    },
  };
}

/** Binds a passkey challenge to its credential. The body is not bound: the assertion itself is the proof. */
export const passkeyVerification = (credential: WalletCredential) =>
  ({ operation: 'credential.verify-passkey', path: credential.id, account: credential.accountId }) as const;
