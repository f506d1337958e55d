import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { serializeSigned, signedRequestChallenge, signedStatus } from '../../kit/signed-retry.js';
import { challengeOf, SESSION, SESSION_WITH_KEY, UNCOMPRESSED_CLIENT_KEY } from './examples.js';
import {
  accountQuery,
  authSession,
  authSignedRequestChallenge,
  sessionList,
  sessionRefreshRequest,
} from './schemas.js';
import { serializeSession, serializeSessionView, serializeSignedOfCredential } from './serialize.js';
import { AUTH, SIGNED, TWO_CALLS, TO_SIGN, SIGNED_REFUSALS, SIGNED_BODY_REFUSALS, ofAccount } from './signed-calls.js';

const sessionId = pathId('Session', 'REFERENCE_NOT_FOUND');

/** The sessions of owners of wallets. */
export const sessionOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listAuthSessions',
    tag: AUTH,
    summary: 'List the active sessions of an Embedded Wallet',
    description: `Shows where the owner is signed in, oldest session first. Sessions that were revoked or have expired are left out,
and keys are never shown here.`,
    permission: 'VIEW',
    query: accountQuery,
    responses: { 200: sessionList },
    outcomes: { 200: 'Every session whose key can sign now.' },
    examples: [{ title: 'List the sessions of a wallet', query: ofAccount, status: 200, answer: { data: [SESSION] } }],
    reads: (core) => core.wallets.listSessions,
    input: (request) => request.query,
    serialize: (sessions) => ({ data: sessions.map(serializeSession) }),
  }),
  command({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    operationId: 'revokeAuthSession',
    tag: AUTH,
    summary: 'Revoke a session',
    description: `Signs the owner out: the key of the session no longer signs. Any active session of the wallet can sign the request, also
the one that ends. The credential stays and can open new sessions.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: sessionId },
    headers: SIGNED,
    responses: { 202: authSignedRequestChallenge, 204: null },
    outcomes: { 202: TO_SIGN, 204: 'Second call: the session has ended.' },
    refusals: {
      ...SIGNED_REFUSALS,
      REFERENCE_NOT_FOUND: 'The session is unknown, was revoked or has expired.',
    },
    examples: [
      {
        title: 'Revoke a session: first call',
        params: { id: exampleId('Session') },
        status: 202,
        answer: { type: 'EMAIL_OTP', ...challengeOf('session.revoke', exampleId('Session')) },
      },
      { title: 'Revoke a session: second call', params: { id: exampleId('Session') }, status: 204 },
    ],
    useCase: (core) => core.wallets.revokeSession,
    input: ({ params, signed }) => ({ id: params.id, signed }),
    status: signedStatus(204),
    serialize: serializeSignedOfCredential(() => null),
  }),
  prepared({
    method: 'POST',
    path: '/auth/sessions/{id}/refresh',
    operationId: 'refreshAuthSession',
    tag: AUTH,
    summary: 'Refresh a session: a new key and a later expiry',
    description: `Keeps the owner signed in without a new code: the session keeps its id, gets another 15 minutes from now and the new key
of the client, and its previous key no longer signs. The present key of this same session must sign the request, so
refresh it before it expires.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: sessionId },
    headers: SIGNED,
    body: sessionRefreshRequest,
    responses: { 201: authSession, 202: signedRequestChallenge },
    outcomes: { 201: 'Second call: the session has its new key and expiry.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      WALLET_SIGNATURE_INVALID: `${SIGNED_REFUSALS.WALLET_SIGNATURE_INVALID} The same if another session has signed.`,
      REFERENCE_NOT_FOUND: 'The session is unknown, was revoked or has expired.',
    },
    examples: [
      {
        title: 'Refresh a session: first call',
        status: 202,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: challengeOf('session.refresh', exampleId('Session'), { targetPublicKey: UNCOMPRESSED_CLIENT_KEY }),
      },
      {
        title: 'Refresh a session: second call',
        status: 201,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: { ...SESSION_WITH_KEY, updatedAt: '2026-01-05T10:10:00.000Z', expiresAt: '2026-01-05T10:25:00.000Z' },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.wallets.refreshSession,
    input: ({ params, body, signed }) => ({ id: params.id, clientPublicKey: body.clientPublicKey, signed }),
    status: signedStatus(201),
    serialize: serializeSigned(serializeSessionView),
  }),
];
