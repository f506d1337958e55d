import {
  type CredentialChallenge,
  type CredentialView,
  type ExportedAccount,
  type SessionView,
  toIso,
} from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { DelegatedKey, WalletCredential, WalletSession } from '@corridor/core/records';
import type { Signed } from '@corridor/core/internal';
import { serializeChallenge } from '../../kit/signed-retry.js';
import type { Wire } from '../../kit/wire.js';
import type {
  accountExport,
  authMethod,
  authMethodResponse,
  authSession,
  authSignedRequestChallenge,
  credentialChallenge,
  delegatedKey,
} from './schemas.js';

/**
 * A challenge, or the result in its own form, for a signed operation on a credential. The challenge names the type of
 * the credential.
 */
export const serializeSignedOfCredential =
  <T, W>(done: (value: T) => W) =>
  (output: Signed<T>): W | Wire<typeof authSignedRequestChallenge> => {
    if (output.kind !== 'challenge') return done(output.value);
    if (output.type === null) throw new Bug(`the request ${output.requestId} names no credential`);
    return { type: output.type, ...serializeChallenge(output) };
  };

export const serializeCredential = (credential: WalletCredential): Wire<typeof authMethod> => ({
  id: credential.id,
  accountId: credential.accountId,
  type: credential.type,
  credentialId: credential.passkey?.credentialId,
  nickname: credential.nickname,
  createdAt: toIso(credential.createdAt),
  updatedAt: toIso(credential.updatedAt),
});

export const serializeCredentialView = ({ credential, bundle }: CredentialView): Wire<typeof authMethodResponse> => ({
  ...serializeCredential(credential),
  otpEncryptionTargetBundle: bundle ?? undefined,
});

export const serializeCredentialChallenge = (answer: CredentialChallenge): Wire<typeof credentialChallenge> =>
  answer.kind === 'code'
    ? serializeCredentialView(answer)
    : {
        ...serializeCredential(answer.credential),
        challenge: answer.challenge,
        requestId: answer.requestId,
        expiresAt: toIso(answer.expiresAt),
      };

export const serializeSession = (session: WalletSession): Wire<typeof authSession> => ({
  id: session.id,
  accountId: session.accountId,
  type: session.type,
  credentialId: session.passkeyId ?? undefined,
  nickname: session.nickname,
  createdAt: toIso(session.createdAt),
  updatedAt: toIso(session.updatedAt),
  expiresAt: toIso(session.expiresAt),
});

/** A session with the key that was created for the client. The key is shown only in this response. */
export const serializeSessionView = ({ session, encryptedKey }: SessionView): Wire<typeof authSession> => ({
  ...serializeSession(session),
  encryptedSessionSigningKey: encryptedKey ?? undefined,
});

export const serializeExport = ({ id, encryptedWalletCredentials }: ExportedAccount): Wire<typeof accountExport> => ({
  id,
  encryptedWalletCredentials,
});

export const serializeDelegatedKey = (key: DelegatedKey): Wire<typeof delegatedKey> => ({
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
