import type { CredentialRequest } from '@corridor/core';
import type * as z from 'zod';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { signedStatus } from '../../kit/signed-retry.js';
import {
  ASSERTION,
  ATTESTATION,
  challengeOf,
  CLIENT_KEY,
  EMAIL,
  EMAIL_WITH_TARGET,
  ENCRYPTED_CODE,
  IDENTITY_TOKEN,
  OAUTH,
  PASSKEY,
  PASSKEY_CHALLENGE,
  PHONE_WITH_TARGET,
  SESSION,
  SESSION_WITH_KEY,
  UNCOMPRESSED_CLIENT_KEY,
  VERIFICATION_TOKEN,
} from './examples.js';
import {
  accountQuery,
  authMethodResponse,
  authSession,
  authSignedRequestChallenge,
  credentialChallenge,
  credentialChallengeRequest,
  credentialCreateRequest,
  credentialList,
  credentialVerifyRequest,
} from './schemas.js';
import {
  serializeCredential,
  serializeCredentialChallenge,
  serializeCredentialView,
  serializeSessionView,
  serializeSignedOfCredential,
} from './serialize.js';
import {
  AUTH,
  SIGNED,
  TWO_CALLS,
  TO_SIGN,
  SIGNED_REFUSALS,
  SIGNED_BODY_REFUSALS,
  CLOSED,
  ofAccount,
} from './signed-calls.js';

const TOO_MANY_CODES =
  'Five codes were sent within an hour to the address or for the credential, or the token has used up its requests. `Retry-After` names the seconds to wait.';

const LOCKED =
  'No code is sent, because the customer is locked after failed attempts at strong customer authentication.';

const NO_MESSAGES =
  'The operator has not configured a provider of messages for this channel, or the host is starting, stopping or overloaded.';

const NO_ISSUER =
  "The keys of the identity token's issuer cannot be fetched now, or the host is starting, stopping or overloaded.";

const credentialId = pathId('AuthMethod', 'REFERENCE_NOT_FOUND');

function toCredential(body: z.output<typeof credentialCreateRequest>): CredentialRequest {
  if (body.type === 'OAUTH') return { type: body.type, oidcToken: body.oidcToken };
  if (body.type !== 'PASSKEY') return { type: body.type };
  const { type, nickname, challenge, attestation } = body;
  return { type, nickname, challenge, attestation: { ...attestation, transports: attestation.transports ?? [] } };
}

/** The credentials with which the owner of a wallet signs in. */
export const credentialOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/auth/credentials',
    operationId: 'listAuthCredentials',
    tag: AUTH,
    summary: 'List the credentials of an Embedded Wallet',
    description: `The ways in which the owner can sign in, oldest first. A new wallet has one credential of type \`EMAIL_OTP\` on the
customer's email address, or none if the customer has no address. All of them are returned at once.`,
    permission: 'VIEW',
    query: accountQuery,
    responses: { 200: credentialList },
    outcomes: { 200: 'Every credential that is not revoked.' },
    examples: [{ title: 'List the credentials of a wallet', query: ofAccount, status: 200, answer: { data: [EMAIL] } }],
    reads: (core) => core.wallets.listCredentials,
    input: (request) => request.query,
    serialize: (credentials) => ({ data: credentials.map(serializeCredential) }),
  }),
  prepared({
    method: 'POST',
    path: '/auth/credentials',
    operationId: 'createAuthCredential',
    tag: AUTH,
    summary: 'Add a credential',
    description: `Adds a way for the owner to sign in. A wallet has at most one credential of type \`EMAIL_OTP\` and one of type
\`SMS_OTP\`, on the address and number in the customer's record; it can have several passkeys and identities. For both
types of codes, a code is sent at once, and the response contains the key to encrypt it to.

The first credential of a wallet is added in one call (201), because no session exists that could sign. Every other one
needs a session of the wallet.

${TWO_CALLS}`,
    permission: 'MANAGE',
    headers: SIGNED,
    body: credentialCreateRequest,
    responses: { 201: authMethodResponse, 202: authSignedRequestChallenge },
    outcomes: { 201: 'The credential was added; its owner can sign in with it.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_SIGNATURE:
        'The identity token is not signed by a configured issuer, or is older than 60 seconds; or the scheme or the key of the stamp is wrong.',
      INVALID_INPUT:
        'The account is not an Embedded Wallet, the attestation does not answer the challenge, or the identity is a credential of the wallet already.',
      MISSING_MANDATORY_USER_INFO: 'The customer has no email address or phone number to send codes to.',
      EMAIL_OTP_CREDENTIAL_ALREADY_EXISTS: 'The wallet has a credential of type `EMAIL_OTP`.',
      SMS_OTP_CREDENTIAL_ALREADY_EXISTS: 'The wallet has a credential of type `SMS_OTP`.',
      PASSKEY_CREDENTIAL_ALREADY_EXISTS: 'The passkey is a credential of the wallet already.',
      EMAIL_OTP_EMAIL_ALREADY_EXISTS: 'The email address signs in to another wallet of the platform.',
      USER_NOT_READY: CLOSED,
      REFERENCE_NOT_FOUND: 'No account has the `accountId`.',
      ACCOUNT_LOCKED: LOCKED,
      RATE_LIMITED: TOO_MANY_CODES,
      SERVICE_UNAVAILABLE: `No provider of messages is configured for this channel. ${NO_ISSUER}`,
    },
    examples: [
      {
        title: 'Add the first credential',
        status: 201,
        body: { type: 'EMAIL_OTP', ...ofAccount },
        answer: EMAIL_WITH_TARGET,
      },
      {
        title: 'Add a phone number: first call',
        status: 202,
        body: { type: 'SMS_OTP', ...ofAccount },
        answer: { type: 'SMS_OTP', ...challengeOf('credential.create', null, { contact: '+15555550123' }) },
      },
      {
        title: 'Add a phone number: second call',
        status: 201,
        body: { type: 'SMS_OTP', ...ofAccount },
        answer: PHONE_WITH_TARGET,
      },
      {
        title: 'Add a passkey: second call',
        status: 201,
        body: {
          type: 'PASSKEY',
          ...ofAccount,
          nickname: "Ada's phone",
          challenge: 'YSBjaGFsbGVuZ2Ugb2YgdGhlIHBsYXRmb3Jt',
          attestation: ATTESTATION,
        },
        answer: PASSKEY,
      },
      {
        title: 'Add an identity of an issuer: second call',
        status: 201,
        body: { type: 'OAUTH', ...ofAccount, oidcToken: IDENTITY_TOKEN },
        answer: OAUTH,
      },
    ],
    useCase: (core) => core.wallets.createCredential,
    input: ({ body, signed }) => ({ accountId: body.accountId, credential: toCredential(body), signed }),
    status: signedStatus(201),
    serialize: serializeSignedOfCredential(serializeCredentialView),
  }),
  command({
    method: 'DELETE',
    path: '/auth/credentials/{id}',
    operationId: 'revokeAuthCredential',
    tag: AUTH,
    summary: 'Revoke a credential',
    description: `The owner can no longer sign in with the credential, and its sessions end at once. A session of *another* credential
must sign, so that a stolen credential cannot lock the owner out. The last credential of a wallet stays.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: credentialId },
    headers: SIGNED,
    responses: { 202: authSignedRequestChallenge, 204: null },
    outcomes: { 202: TO_SIGN, 204: 'Second call: the credential and its sessions have ended.' },
    refusals: {
      ...SIGNED_REFUSALS,
      WALLET_SIGNATURE_INVALID: `${SIGNED_REFUSALS.WALLET_SIGNATURE_INVALID} The same if only sessions of the credential itself have signed.`,
      INVALID_INPUT: 'It is the last credential of the wallet.',
    },
    examples: [
      {
        title: 'Revoke a credential: first call',
        params: { id: exampleId('AuthMethod', 2) },
        status: 202,
        answer: { type: 'SMS_OTP', ...challengeOf('credential.revoke', exampleId('AuthMethod', 2)) },
      },
      { title: 'Revoke a credential: second call', params: { id: exampleId('AuthMethod', 2) }, status: 204 },
    ],
    useCase: (core) => core.wallets.revokeCredential,
    input: ({ params, signed }) => ({ id: params.id, signed }),
    status: signedStatus(204),
    serialize: serializeSignedOfCredential(() => null),
  }),
  prepared({
    method: 'POST',
    path: '/auth/credentials/{id}/verify',
    operationId: 'verifyAuthCredential',
    tag: AUTH,
    summary: 'Verify a credential and open a session',
    description: `Signs the owner in: for 15 minutes, a key of the client signs for the wallet. \`type\` must be that of the credential.

- A **code** takes two calls. The first one, with the encrypted code, uses the code up and answers 202; \`payloadToSign\`
  is then a token (JWT) which the client signs with the \`public_key\` that it sent inside the bundle. The second call
  repeats the body, with the stamp and the \`Request-Id\`. After five wrong tries a code is void.
- A **passkey** takes one call, with the \`requestId\` of \`challengeAuthCredential\` in \`Request-Id\`, and no stamp.
- An **identity token** takes one call without these headers.

A compressed client key becomes the key of the session. For an uncompressed one the response contains a new session key,
encrypted to it, in \`encryptedSessionSigningKey\`.`,
    permission: 'MANAGE',
    params: { id: credentialId },
    headers: SIGNED,
    body: credentialVerifyRequest,
    responses: { 200: authSession, 202: authSignedRequestChallenge },
    outcomes: {
      200: 'The session is open; its key can sign for the wallet.',
      202: 'The code is right: sign `payloadToSign` with the key that was sent with the code, and repeat the request.',
    },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT:
        'The code is wrong, has expired or was used up, or the bundle cannot be opened; or `type` is not that of the credential.',
      INVALID_SIGNATURE:
        'The identity token or the assertion proves nothing: wrong issuer, nonce, challenge, origin or signature counter, or a token older than 60 seconds. Also for a stamp with another scheme or an invalid key.',
      REQUEST_ID_MISSING:
        'A passkey was sent without the `requestId` of its challenge, or a stamp without `Request-Id`.',
      WALLET_SIGNATURE_INVALID:
        'No challenge with this `Request-Id` is open for the credential, or the token was not signed with the key that was sent with the code.',
      SERVICE_UNAVAILABLE: NO_ISSUER,
    },
    examples: [
      {
        title: 'Send the encrypted code: first call',
        status: 202,
        body: { type: 'EMAIL_OTP', encryptedOtpBundle: ENCRYPTED_CODE },
        answer: {
          type: 'EMAIL_OTP',
          payloadToSign: VERIFICATION_TOKEN,
          requestId: exampleId('Request'),
          expiresAt: '2026-01-05T10:05:00.000Z',
        },
      },
      {
        title: 'Open a session with a code: second call',
        status: 200,
        body: { type: 'EMAIL_OTP', encryptedOtpBundle: ENCRYPTED_CODE },
        answer: SESSION,
      },
      {
        title: 'Open a session with a passkey',
        params: { id: exampleId('AuthMethod', 2) },
        status: 200,
        body: { type: 'PASSKEY', assertion: ASSERTION },
        answer: { ...SESSION, type: 'PASSKEY', credentialId: PASSKEY.credentialId, nickname: PASSKEY.nickname },
      },
      {
        title: 'Open a session with an identity token',
        params: { id: exampleId('AuthMethod', 2) },
        status: 200,
        body: { type: 'OAUTH', oidcToken: IDENTITY_TOKEN, clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: { ...SESSION_WITH_KEY, type: 'OAUTH' },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.wallets.verifyCredential,
    input: ({ params, body, signed }) => ({ id: params.id, proof: body, signed }),
    status: signedStatus(200),
    serialize: serializeSignedOfCredential(serializeSessionView),
  }),
  prepared({
    method: 'POST',
    path: '/auth/credentials/{id}/challenge',
    operationId: 'challengeAuthCredential',
    tag: AUTH,
    summary: 'Send a new code, or get the challenge for a passkey',
    description: `The first step of a sign-in. For a code: sends a new one to the email address or phone, valid for 10 minutes by
default, which makes the previous one void; the client encrypts it to the key in \`otpEncryptionTargetBundle\`. In the
sandbox the code is \`000000\` and no message is needed. For a passkey: returns the challenge to sign, bound to
\`clientPublicKey\`, and sends nothing. An identity token needs no challenge. Continue with \`verifyAuthCredential\`.`,
    permission: 'MANAGE',
    params: { id: credentialId },
    body: credentialChallengeRequest,
    bodyRequired: false,
    responses: { 200: credentialChallenge },
    outcomes: { 200: 'The code is on its way, or the response contains the challenge for the passkey.' },
    refusals: {
      INVALID_INPUT: 'The credential is of type `OAUTH`, or `clientPublicKey` is missing or invalid for a passkey.',
      ACCOUNT_LOCKED: LOCKED,
      RATE_LIMITED: TOO_MANY_CODES,
      SERVICE_UNAVAILABLE: NO_MESSAGES,
    },
    examples: [
      { title: 'Send a new code', status: 200, body: {}, answer: EMAIL_WITH_TARGET },
      {
        title: 'Get the challenge for a passkey',
        params: { id: exampleId('AuthMethod', 2) },
        status: 200,
        body: { clientPublicKey: CLIENT_KEY },
        answer: PASSKEY_CHALLENGE,
      },
    ],
    useCase: (core) => core.wallets.challengeCredential,
    input: ({ params, body }) => ({ id: params.id, clientPublicKey: body.clientPublicKey }),
    serialize: serializeCredentialChallenge,
  }),
];
