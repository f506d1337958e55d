import type { CredentialRequest } from '@corridor/core';
import type * as z from 'zod';
import { WALLET_EXAMPLE } from '../accounts/examples.js';
import { internalAccount } from '../accounts/schemas.js';
import { serializeInternalAccountView } from '../accounts/serialize.js';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { serializeSigned, signedRequestChallenge, signedStatus } from '../../kit/signed-retry.js';
import {
  ASSERTION,
  ATTESTATION,
  challengeOf,
  CLIENT_KEY,
  DELEGATED_KEY_EXAMPLE,
  EMAIL,
  EMAIL_WITH_TARGET,
  ENCRYPTED_CODE,
  EXPORT_BUNDLE,
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
  accountExport,
  accountExportRequest,
  accountQuery,
  accountUpdateRequest,
  authMethodResponse,
  authSession,
  authSignedRequestChallenge,
  credentialChallenge,
  credentialChallengeRequest,
  credentialCreateRequest,
  credentialList,
  credentialVerifyRequest,
  delegatedKey,
  delegatedKeyCreateRequest,
  delegatedKeyFilter,
  delegatedKeyList,
  sessionList,
  sessionRefreshRequest,
} from './schemas.js';
import {
  serializeCredential,
  serializeCredentialChallenge,
  serializeCredentialView,
  serializeDelegatedKey,
  serializeExport,
  serializeSession,
  serializeSessionView,
  serializeSignedOfCredential,
} from './serialize.js';

const ACCOUNTS = 'Internal Accounts';
const AUTH = 'Embedded Wallet Auth';
const SIGNED = ['Wallet-Signature', 'Request-Id'] as const;

/** How the owner of a wallet signs a request. */
const TO_STAMP = `The client of the owner signs the UTF-8 bytes of \`payloadToSign\` with the key of an active session of the
wallet. Repeat the request within five minutes with the same body, the stamp in \`…-Wallet-Signature\`, and \`requestId\`
in \`Request-Id\`. A stamp is base64url of the JSON
\`{"publicKey", "scheme": "SIGNATURE_SCHEME_TK_API_P256", "signature"}\`: ECDSA on P-256 with SHA-256, DER in hexadecimal.`;
const TWO_CALLS = `**Two calls:** the first one answers 202 and changes nothing. ${TO_STAMP}`;
const TO_SIGN = 'First call: nothing has changed yet. The owner signs `payloadToSign`, then the request is repeated.';

/** Refusals of the second call, without a body and with one. */
const SIGNED_REFUSALS: Refusals = {
  WALLET_SIGNATURE_MISSING: 'The request has a `Request-Id`, but no stamp.',
  REQUEST_ID_MISSING: 'The request has a stamp, but no `Request-Id`.',
  WALLET_SIGNATURE_MALFORMED:
    'The stamp is not base64 of a JSON with `publicKey`, `scheme` and a hexadecimal `signature`.',
  INVALID_SIGNATURE: 'The scheme of the stamp is another one, or its key is not a P-256 key.',
  WALLET_SIGNATURE_INVALID:
    'No call with this `Request-Id` waits for a signature (it is unknown, older than five minutes, done, or for another operation), or no active session of the wallet has signed `payloadToSign`.',
};
const SIGNED_BODY_REFUSALS: Refusals = {
  ...SIGNED_REFUSALS,
  WALLET_SIGNATURE_BODY_MISMATCH: 'The body differs from that of the first call.',
};
const CLOSED = 'The customer of the wallet was deleted, so the account is closed.';
const TOO_MANY_CODES =
  'Five codes were sent within an hour to the address or for the credential, or the token has used up its requests. `Retry-After` names the seconds to wait.';
const LOCKED =
  'No code is sent, because the customer is locked after failed attempts at strong customer authentication.';
const NO_MESSAGES =
  'The operator has not configured a provider of messages for this channel, or the host is starting, stopping or overloaded.';
const NO_ISSUER =
  "The keys of the identity token's issuer cannot be fetched now, or the host is starting, stopping or overloaded.";

const NEW_KEY = {
  cardId: exampleId('Card'),
  internalAccountId: exampleId('InternalAccount'),
  nickname: 'Everyday card',
} as const;
const ofAccount = { accountId: exampleId('InternalAccount') } as const;

const accountId = pathId('InternalAccount', 'REFERENCE_NOT_FOUND');
const credentialId = pathId('AuthMethod', 'REFERENCE_NOT_FOUND');
const sessionId = pathId('Session', 'REFERENCE_NOT_FOUND');
const delegatedKeyId = pathId('DelegatedKey', 'REFERENCE_NOT_FOUND');

function toCredential(body: z.output<typeof credentialCreateRequest>): CredentialRequest {
  if (body.type === 'OAUTH') return { type: body.type, oidcToken: body.oidcToken };
  if (body.type !== 'PASSKEY') return { type: body.type };
  const { type, nickname, challenge, attestation } = body;
  return { type, nickname, challenge, attestation: { ...attestation, transports: attestation.transports ?? [] } };
}

export const walletOperations: readonly Operation[] = [
  command({
    method: 'PATCH',
    path: '/internal-accounts/{id}',
    operationId: 'updateInternalAccount',
    tag: ACCOUNTS,
    summary: 'Change an Embedded Wallet',
    description: `Stores whether the owner wants the wallet to be private. It has no effect on money, and no event is sent. Other
accounts than Embedded Wallets cannot be changed.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: accountId },
    headers: SIGNED,
    body: accountUpdateRequest,
    responses: { 200: internalAccount, 202: signedRequestChallenge },
    outcomes: { 200: 'Second call: the choice is stored.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT: 'The account is not an Embedded Wallet, or `privateEnabled` is missing.',
    },
    examples: [
      {
        title: 'Ask for privacy: first call',
        status: 202,
        body: { privateEnabled: true },
        answer: challengeOf('account.update', exampleId('InternalAccount')),
      },
      {
        title: 'Ask for privacy: second call',
        status: 200,
        body: { privateEnabled: true },
        answer: { ...WALLET_EXAMPLE, privateEnabled: true },
      },
    ],
    useCase: (core) => core.wallets.updateAccount,
    input: ({ params, body, signed }) => ({ id: params.id, privateEnabled: body.privateEnabled, signed }),
    status: signedStatus(200),
    serialize: serializeSigned(serializeInternalAccountView),
  }),
  prepared({
    method: 'POST',
    path: '/internal-accounts/{id}/export',
    operationId: 'exportInternalAccount',
    tag: ACCOUNTS,
    summary: 'Export the keys of an Embedded Wallet to its owner',
    description: `Returns the mnemonic of the wallet (BIP-39, twelve words), encrypted by HPKE to a key of the owner's client, so that
neither you nor the network can read it. With it the owner can move the money in other wallet software, outside of this
service. The export itself changes nothing: balance, credentials and sessions stay. The signature covers
\`clientPublicKey\`.

HPKE (RFC 9180) in base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM, \`info\` \`turnkey_hpke\`, and as
additional data the encapsulated key followed by the client's key, both uncompressed.

${TWO_CALLS}`,
    permission: 'MANAGE',
    params: { id: accountId },
    headers: SIGNED,
    body: accountExportRequest,
    responses: { 200: accountExport, 202: signedRequestChallenge },
    outcomes: { 200: 'Second call: the encrypted mnemonic.', 202: TO_SIGN },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT: 'The account is not an Embedded Wallet, or `clientPublicKey` is compressed or not on the curve.',
    },
    examples: [
      {
        title: 'Export the mnemonic: first call',
        status: 202,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: challengeOf('account.export', exampleId('InternalAccount'), {
          targetPublicKey: UNCOMPRESSED_CLIENT_KEY,
        }),
      },
      {
        title: 'Export the mnemonic: second call',
        status: 200,
        body: { clientPublicKey: UNCOMPRESSED_CLIENT_KEY },
        answer: { id: exampleId('InternalAccount'), encryptedWalletCredentials: EXPORT_BUNDLE },
      },
    ],
    secretAnswer: true,
    useCase: (core) => core.wallets.exportAccount,
    input: ({ params, body, signed }) => ({ id: params.id, clientPublicKey: body.clientPublicKey, signed }),
    status: signedStatus(200),
    serialize: serializeSigned(serializeExport),
  }),
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
  query({
    method: 'GET',
    path: '/auth/delegated-keys',
    operationId: 'listDelegatedKeys',
    tag: AUTH,
    summary: 'List delegated signing keys',
    description: `The keys with which cards spend from a wallet, oldest first and including revoked ones. Name the wallet, the funding
source, or both. All keys are returned at once.`,
    permission: 'VIEW',
    query: delegatedKeyFilter,
    responses: { 200: delegatedKeyList },
    outcomes: { 200: 'Every key that matches, in any status.' },
    refusals: {
      INVALID_INPUT: 'Neither `accountId` nor `fundingSourceId` is given, or one is not an id of an account.',
    },
    examples: [
      { title: 'List the keys of a wallet', query: ofAccount, status: 200, answer: { data: [DELEGATED_KEY_EXAMPLE] } },
    ],
    reads: (core) => core.wallets.listDelegatedKeys,
    input: (request) => request.query,
    serialize: (keys) => ({ data: keys.map(serializeDelegatedKey) }),
  }),
  prepared({
    method: 'POST',
    path: '/auth/delegated-keys',
    operationId: 'createDelegatedKey',
    tag: AUTH,
    summary: 'Create a delegated signing key for a card',
    description: `Lets one card spend from an Embedded Wallet without a signature for each purchase. The key stays in custody and signs
only what its card spends; a card without an \`ACTIVE\` key is declined. No money moves. A card has at most one active key
for a funding source, and the key ends with the card or the account.

**Three calls** with the same body, because the owner signs twice: the first one answers 202 with the creation to sign and
changes nothing, the second one 202 with the policy to sign (from now on the key is \`PENDING\`), the third one 201 with the
\`ACTIVE\` key. Each 202 has its own \`requestId\`. ${TO_STAMP}`,
    permission: 'MANAGE',
    headers: SIGNED,
    body: delegatedKeyCreateRequest,
    responses: { 201: delegatedKey, 202: signedRequestChallenge },
    outcomes: {
      201: 'Third call: the key is `ACTIVE` and the card can spend from the wallet.',
      202: 'First and second call: the owner signs `payloadToSign`, then the request is repeated.',
    },
    refusals: {
      ...SIGNED_BODY_REFUSALS,
      INVALID_INPUT: 'The account is not an Embedded Wallet, or the card does not spend from it.',
      USER_NOT_READY: CLOSED,
      REFERENCE_NOT_FOUND: 'The account or the card does not exist.',
      CARD_NOT_MUTABLE: 'The card is closed.',
      CONFLICT:
        'The card has an active key for this funding source, the key was revoked between the calls, or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Ask for the key: first call',
        status: 202,
        body: NEW_KEY,
        answer: challengeOf('delegated-key.create'),
      },
      {
        title: 'Sign the creation: second call',
        status: 202,
        body: NEW_KEY,
        answer: challengeOf('delegated-key.create', null, {
          delegatedKeyId: DELEGATED_KEY_EXAMPLE.id,
          delegatedPublicKey: DELEGATED_KEY_EXAMPLE.publicKey,
          cardId: DELEGATED_KEY_EXAMPLE.cardId,
          fundingSourceId: DELEGATED_KEY_EXAMPLE.fundingSourceId,
        }),
      },
      { title: 'Sign the policy: third call', status: 201, body: NEW_KEY, answer: DELEGATED_KEY_EXAMPLE },
    ],
    useCase: (core) => core.wallets.createDelegatedKey,
    input: ({ body, signed }) => ({ ...body, signed }),
    status: signedStatus(201),
    serialize: serializeSigned(serializeDelegatedKey),
  }),
  query({
    method: 'GET',
    path: '/auth/delegated-keys/{id}',
    operationId: 'getDelegatedKeyById',
    tag: AUTH,
    summary: 'Read a delegated signing key',
    description: `Shows whether the card of the key can spend from its wallet at this moment (\`ACTIVE\`). A revoked key can still be
read.`,
    permission: 'VIEW',
    params: { id: delegatedKeyId },
    responses: { 200: delegatedKey },
    outcomes: { 200: 'The key with its present status.' },
    examples: [{ title: 'Read the key of a card', status: 200, answer: DELEGATED_KEY_EXAMPLE }],
    reads: (core) => core.wallets.getDelegatedKey,
    input: ({ params }) => ({ id: params.id }),
    serialize: serializeDelegatedKey,
  }),
  command({
    method: 'DELETE',
    path: '/auth/delegated-keys/{id}',
    operationId: 'revokeDelegatedKey',
    tag: AUTH,
    summary: 'Revoke a delegated signing key',
    description: `From now on the card can no longer spend from the wallet. The owner's signature is not needed, because a revocation only
removes power. Revoking a revoked key changes nothing. A new key needs the signatures of the owner.`,
    permission: 'MANAGE',
    params: { id: delegatedKeyId },
    responses: { 204: null },
    outcomes: { 204: 'The key is revoked. The response has no body.' },
    examples: [{ title: 'Revoke the key of a card', status: 204 }],
    useCase: (core) => core.wallets.revokeDelegatedKey,
    input: ({ params }) => ({ id: params.id }),
    serialize: () => null,
  }),
];
