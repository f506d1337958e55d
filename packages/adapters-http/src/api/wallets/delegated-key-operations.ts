import { command, prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { serializeSigned, signedRequestChallenge, signedStatus } from '../../kit/signed-retry.js';
import { challengeOf, DELEGATED_KEY_EXAMPLE } from './examples.js';
import { delegatedKey, delegatedKeyCreateRequest, delegatedKeyFilter, delegatedKeyList } from './schemas.js';
import { serializeDelegatedKey } from './serialize.js';
import { AUTH, SIGNED, TO_STAMP, SIGNED_BODY_REFUSALS, CLOSED, ofAccount } from './signed-calls.js';

const NEW_KEY = {
  cardId: exampleId('Card'),
  internalAccountId: exampleId('InternalAccount'),
  nickname: 'Everyday card',
} as const;

const delegatedKeyId = pathId('DelegatedKey', 'REFERENCE_NOT_FOUND');

/** Keys that sign for the owner of a wallet. */
export const delegatedKeyOperations: readonly Operation[] = [
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
