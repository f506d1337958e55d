import { err, fail, ok, type PreparedUseCase, type Result, type Sealer, type UnitOfWork } from '../kernel/index.js';
import type { WalletCredential, CredentialType, WalletIdentity, Passkey } from './credential.js';
import { addCredential, type CredentialProof, takenBy } from './credential-service.js';
import { keepHandle, otpTargetOf } from './held-handle.js';
import { readIdentity } from './identity.js';
import { issueOtp, otpProof, type OtpPorts } from './otp.js';
import type { Custody } from './custody.js';
import type { HeldKey, IdentityTokens, OtpType, PasskeyAttestation, Passkeys } from './ports.js';
import { challenge, done, redeem, retryOf, type Signed, type SignedRetryPorts } from './signed-retry.js';
import type { SignedCall } from './stamp.js';
import { countCredential, findWalletAccount, walletOf } from './wallet.js';

export type CredentialRequest =
  | { readonly type: OtpType }
  | { readonly type: 'OAUTH'; readonly oidcToken: string }
  | {
      readonly type: 'PASSKEY';
      readonly nickname: string;
      readonly challenge: string;
      readonly attestation: PasskeyAttestation;
    };

export interface NewCredential {
  readonly accountId: string;
  readonly credential: CredentialRequest;
  readonly signed: SignedCall;
}

/** A credential; if a code was sent, with the bundle to whose key the client encrypts it. */
export interface CredentialView {
  readonly credential: WalletCredential;
  readonly bundle: string | null;
}

export interface CreateCredentialPorts extends OtpPorts, SignedRetryPorts {
  readonly units: UnitOfWork;
  readonly sealer: Sealer;
  readonly custody: Custody;
  readonly identityTokens: IdentityTokens;
  readonly passkeys: Passkeys;
  readonly custodyKey: () => Promise<Result<HeldKey>>;
}

export interface PreparedCredential {
  readonly input: NewCredential;
  /**
   * What the token or attestation proves. Null for codes, and for the second call of OAUTH or PASSKEY: the first call
   * has checked it.
   */
  readonly proof: CredentialProof | null;
  readonly target: { readonly bundle: string; readonly handle: string } | null;
}

export const isOtp = (type: CredentialType): type is OtpType => type === 'EMAIL_OTP' || type === 'SMS_OTP';

/**
 * Adds a credential to a wallet. The first one is added at once; an active session of the wallet signs every other one.
 * A new EMAIL_OTP or SMS_OTP credential is sent a code.
 * 404 REFERENCE_NOT_FOUND; 400 INVALID_INPUT, MISSING_MANDATORY_USER_INFO, EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS,
 * SMS_OTP_CREDENTIAL_ALREADY_EXISTS, PASSKEY_CREDENTIAL_ALREADY_EXISTS; 409 EMAIL_OTP_EMAIL_ALREADY_EXISTS; 401
 * INVALID_SIGNATURE for a token that its issuer has not signed; 403 USER_NOT_READY for a closed account; 503 SERVICE_UNAVAILABLE
 * while custody does not answer.
 */
export function createCredential(
  ports: CreateCredentialPorts,
): PreparedUseCase<NewCredential, PreparedCredential, Signed<CredentialView>> {
  return {
    async prepare(ctx, input) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const account = await ports.units.read(ctx.tenant, (reads) =>
        findWalletAccount(reads, input.accountId, 'accountId'),
      );
      if (!account.ok) return account;
      const { credential } = input;
      if (isOtp(credential.type)) {
        const signedBy = await ports.custodyKey();
        if (!signedBy.ok) return signedBy;
        const envelope = { organizationId: account.value.id, signedBy: signedBy.value };
        const target = await ports.custody.createTarget(envelope);
        return target.ok ? ok({ input, proof: null, target: target.value }) : target;
      }
      if (retry.value !== null) return ok({ input, proof: null, target: null });
      const proof =
        credential.type === 'OAUTH'
          ? await readIdentity(ports.identityTokens, ctx, credential.oidcToken)
          : await readAttestation(ports.passkeys, credential as Extract<CredentialRequest, { type: 'PASSKEY' }>);
      return proof.ok ? ok({ input, proof: proof.value, target: null }) : proof;
    },

    async finish(tx, ctx, { input, proof: proven, target }) {
      const retry = retryOf(input.signed);
      if (!retry.ok) return retry;
      const account = await findWalletAccount(tx, input.accountId, 'accountId');
      if (!account.ok) return account;
      if (account.value.status === 'CLOSED') return err('USER_NOT_READY', 'the account is closed');
      const { id: accountId, customerId } = account.value;
      const { type } = input.credential;
      const wallet = await walletOf(tx, accountId);
      const shown = isOtp(type) ? await otpProof(tx, type, customerId) : ok(proven);
      if (!shown.ok) return shown;
      // The signature covers the e-mail address or phone number that receives the codes, because the platform can
      // change it in the customer's record without the owner.
      const contact = shown.value?.contact ?? undefined;
      const operation = {
        operation: 'credential.create',
        path: '',
        account: accountId,
        body: { accountId, ...input.credential, contact },
        type,
        ...(contact !== undefined && { binds: { contact } }),
      } as const;

      let proof = shown.value;
      if (retry.value !== null) {
        const redeemed = await redeem(ports, tx, ctx, operation, retry.value);
        if (!redeemed.ok) return redeemed;
        proof ??= (redeemed.value.pending.state?.['proof'] ?? null) as CredentialProof | null;
      }
      if (proof === null) return err('WALLET_SIGNATURE_INVALID');
      const taken = await takenBy(tx, accountId, proof);
      if (taken !== null) return fail(taken);
      if (retry.value === null && wallet !== null && wallet.credentials > 0) {
        return ok(challenge(ports, tx, ctx, operation, { proof: proven }));
      }

      const id = ports.ids.next('AuthMethod');
      const credential = addCredential(tx, ctx, {
        id,
        accountId,
        proof,
        otpTarget: target === null ? null : keepHandle(ports.sealer, target.handle, otpTargetOf(id)),
      });
      countCredential(tx, ctx, accountId, wallet, 1);
      if (target !== null) {
        const issued = await issueOtp(ports, tx, ctx, credential);
        if (!issued.ok) return issued;
      }
      return ok(done({ credential, bundle: target?.bundle ?? null }));
    },
  };
}

async function readAttestation(
  passkeys: Passkeys,
  { nickname, challenge: text, attestation }: Extract<CredentialRequest, { type: 'PASSKEY' }>,
): Promise<Result<CredentialProof>> {
  const registered: Result<Passkey> = await passkeys.register(attestation, text);
  if (!registered.ok) return registered;
  return ok({
    type: 'PASSKEY',
    nickname,
    contact: null,
    identity: null as WalletIdentity | null,
    passkey: registered.value,
  });
}
