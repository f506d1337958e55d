import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

const CLIENT_KEY = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

export const walletRequests: Requests = {
  updateInternalAccount: {
    method: 'PATCH',
    path: `/internal-accounts/${idOf('InternalAccount')}`,
    body: { privateEnabled: true },
  },
  exportInternalAccount: {
    method: 'POST',
    path: `/internal-accounts/${idOf('InternalAccount')}/export`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthCredentials: { method: 'GET', path: `/auth/credentials?accountId=${idOf('InternalAccount')}`, body: null },
  createAuthCredential: {
    method: 'POST',
    path: '/auth/credentials',
    body: {
      type: 'PASSKEY',
      accountId: idOf('InternalAccount'),
      nickname: 'Phone',
      challenge: 'Y2hhbGxlbmdl',
      attestation: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        attestationObject: 'oA',
        transports: ['internal'],
      },
    },
  },
  revokeAuthCredential: { method: 'DELETE', path: `/auth/credentials/${idOf('AuthMethod')}`, body: null },
  verifyAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/verify`,
    body: {
      type: 'PASSKEY',
      assertion: {
        credentialId: 'Y3JlZGVudGlhbA',
        clientDataJson: 'e30',
        authenticatorData: 'AA',
        signature: 'AA',
        userHandle: 'AA',
      },
    },
  },
  challengeAuthCredential: {
    method: 'POST',
    path: `/auth/credentials/${idOf('AuthMethod')}/challenge`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listAuthSessions: { method: 'GET', path: `/auth/sessions?accountId=${idOf('InternalAccount')}`, body: null },
  revokeAuthSession: { method: 'DELETE', path: `/auth/sessions/${idOf('Session')}`, body: null },
  refreshAuthSession: {
    method: 'POST',
    path: `/auth/sessions/${idOf('Session')}/refresh`,
    body: { clientPublicKey: CLIENT_KEY },
  },
  listDelegatedKeys: { method: 'GET', path: `/auth/delegated-keys?accountId=${idOf('InternalAccount')}`, body: null },
  createDelegatedKey: {
    method: 'POST',
    path: '/auth/delegated-keys',
    body: { cardId: idOf('Card'), internalAccountId: idOf('InternalAccount'), nickname: 'Card' },
  },
  getDelegatedKeyById: { method: 'GET', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
  revokeDelegatedKey: { method: 'DELETE', path: `/auth/delegated-keys/${idOf('DelegatedKey')}`, body: null },
};
