import {
  type Challenge,
  type CredentialChallenge,
  type CredentialView,
  type DelegatedKey,
  type ExportedAccount,
  type SessionView,
  type Signed,
  toIso,
  type WalletCredential,
  type WalletSession,
} from '@corridor/core';

/** The status of a signed operation: 202 while its owner has to sign, else this one. */
export const signedStatus =
  (status: number) =>
  (output: Signed<unknown>): number =>
    output.kind === 'challenge' ? 202 : status;

/** A challenge, or what was done in the form of its own. */
export const serializeSigned =
  <T>(done: (value: T) => object | null) =>
  (output: Signed<T>): object | null =>
    output.kind === 'challenge' ? serializeChallenge(output) : done(output.value);

const serializeChallenge = ({ type, payloadToSign, requestId, expiresAt }: Challenge): object => ({
  type: type ?? undefined,
  payloadToSign,
  requestId,
  expiresAt: toIso(expiresAt),
});

export const serializeCredential = (credential: WalletCredential): object => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  credentialId: credential.passkey?.credentialId,
  nickname: credential.nickname,
  createdAt: toIso(credential.createdAt),
  updatedAt: toIso(credential.updatedAt),
});

export const serializeCredentialView = ({ credential, bundle }: CredentialView): object => ({
  ...serializeCredential(credential),
  otpEncryptionTargetBundle: bundle ?? undefined,
});

export const serializeCredentialChallenge = (answer: CredentialChallenge): object =>
  answer.kind === 'code'
    ? serializeCredentialView(answer)
    : {
        ...serializeCredential(answer.credential),
        challenge: answer.challenge,
        requestId: answer.requestId,
        expiresAt: toIso(answer.expiresAt),
      };

export const serializeSession = (session: WalletSession): object => ({
  id: session.id,
  accountId: session.accountId,
  type: session.type,
  credentialId: session.passkeyId ?? undefined,
  nickname: session.nickname,
  createdAt: toIso(session.createdAt),
  updatedAt: toIso(session.updatedAt),
  expiresAt: toIso(session.expiresAt),
});

/** With the key that was made for the client, shown this once. */
export const serializeSessionView = ({ session, encryptedKey }: SessionView): object => ({
  ...serializeSession(session),
  encryptedSessionSigningKey: encryptedKey ?? undefined,
});

export const serializeExport = ({ id, encryptedWalletCredentials }: ExportedAccount): object => ({
  id,
  encryptedWalletCredentials,
});

export const serializeDelegatedKey = (key: DelegatedKey): object => ({
  id: key.id,
  cardId: key.cardId,
  fundingSourceId: key.fundingSourceId,
  accountId: key.accountId,
  publicKey: key.publicKey,
  nickname: key.nickname,
  status: key.status,
  createdAt: toIso(key.createdAt),
  updatedAt: toIso(key.updatedAt),
});
