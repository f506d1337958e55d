import { prepared, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { PROVIDER_ACCOUNT_EXAMPLE, STABLECOIN_EXAMPLE } from './examples.js';
import {
  linkRequest,
  providerAccount,
  providerAccountFilter,
  providerAccountList,
  registerRequest,
  stablecoin,
  stablecoinFilter,
  stablecoinList,
} from './schemas.js';
import { serializeProviderAccount, serializeStablecoin } from './serialize.js';
import { TAG, stablecoinId, UNUSABLE_LINK, UNREACHED_ISSUER } from './refusals.js';

/** Linked accounts at issuers, and the stablecoins registered with them. */
export const registrationOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/stablecoin-provider-accounts',
    operationId: 'listStablecoinProviderAccounts',
    tag: TAG,
    summary: 'List linked issuer accounts',
    description: `The accounts at stablecoin issuers whose credentials your platform has linked in this environment, newest first. A link
that is not \`ACTIVE\` cannot mint or burn until it is linked again with \`linkStablecoinProviderAccount\`.`,
    permission: 'VIEW',
    query: providerAccountFilter,
    responses: { 200: providerAccountList },
    outcomes: { 200: 'One page of links, without their credentials.' },
    examples: [
      {
        title: 'List the links that work',
        status: 200,
        query: { status: 'ACTIVE' },
        answer: { data: [PROVIDER_ACCOUNT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.stablecoins.listLinks,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeProviderAccount),
  }),
  prepared({
    method: 'POST',
    path: '/stablecoin-provider-accounts',
    operationId: 'linkStablecoinProviderAccount',
    tag: TAG,
    summary: 'Link an issuer account; its credentials are encrypted and never returned',
    description: `Asks the issuer to verify the credentials, and stores them encrypted if it accepts them. Refused credentials are not
stored. No money moves, and no event follows. Afterwards register the tokens of the account with \`registerStablecoin\`.

A link that became \`INVALID\` or \`REVOKED\` is renewed by the same call: it keeps its id and becomes \`ACTIVE\`, and mints
and burns that waited for it continue. The sandbox accepts all credentials of \`BRALE\`, unless \`apiClientId\` ends in \`002\`.`,
    permission: 'MANAGE',
    keyRequired: true,
    body: linkRequest,
    responses: { 201: providerAccount },
    outcomes: { 201: 'The link is `ACTIVE` and can be used at once.' },
    refusals: {
      STABLECOIN_PROVIDER_ACCOUNT_INVALID:
        'The issuer refuses the credentials, or they are not of `providerAccountId`. Nothing was stored.',
      STABLECOIN_PROVIDER_ACCOUNT_REVOKED: 'The issuer reports that access was withdrawn. Nothing was stored.',
      ...UNREACHED_ISSUER,
      CONFLICT: 'The account is linked and `ACTIVE`, or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Link an account at Brale',
        status: 201,
        body: { provider: 'BRALE', apiClientId: 'client-5d41402a', apiClientSecret: 'the secret that Brale has shown' },
        answer: PROVIDER_ACCOUNT_EXAMPLE,
      },
    ],
    useCase: (core) => core.stablecoins.link,
    input: ({ body }) => body,
    serialize: serializeProviderAccount,
  }),
  query({
    method: 'GET',
    path: '/stablecoin-provider-accounts/{stablecoinProviderAccountId}',
    operationId: 'getStablecoinProviderAccount',
    tag: TAG,
    summary: 'Read a linked issuer account',
    description: `Shows whether the credentials of a linked account still work: \`status\` changes to \`INVALID\` or \`REVOKED\` when the issuer
refuses them in a later call. No event reports this change, so read the link when mints or burns are refused.`,
    permission: 'VIEW',
    params: {
      stablecoinProviderAccountId: pathId('StablecoinProviderAccount', 'STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND'),
    },
    responses: { 200: providerAccount },
    outcomes: { 200: 'The link, without its credentials.' },
    examples: [{ title: 'Read a link', status: 200, answer: PROVIDER_ACCOUNT_EXAMPLE }],
    reads: (core) => core.stablecoins.getLink,
    input: ({ params }) => ({ id: params.stablecoinProviderAccountId }),
    serialize: serializeProviderAccount,
  }),
  query({
    method: 'GET',
    path: '/stablecoins',
    operationId: 'listStablecoins',
    tag: TAG,
    summary: 'List registered stablecoins',
    description: `The tokens that your platform has registered in this environment, newest first. Use \`svcOperationsStatus=ENABLED\` for
those that can be minted and burned now.`,
    permission: 'VIEW',
    query: stablecoinFilter,
    responses: { 200: stablecoinList },
    outcomes: { 200: 'One page of registered tokens.' },
    examples: [
      {
        title: 'List the tokens that can be minted',
        status: 200,
        query: { svcOperationsStatus: 'ENABLED' },
        answer: { data: [STABLECOIN_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.stablecoins.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeStablecoin),
  }),
  prepared({
    method: 'POST',
    path: '/stablecoins',
    operationId: 'registerStablecoin',
    tag: TAG,
    summary: 'Register a token of an issuer',
    description: `Makes a token known to Corridor. The issuer states its name, symbol, base currency and decimals; they do not change
afterwards. Nothing is minted.

A token that the issuer has set up is \`ENABLED\` at once. While the issuer still reviews or sets it up, the token is
\`NOT_ENABLED\`: Corridor keeps asking, and no event reports the change, so read the token until \`svcOperationsStatus\` is
\`ENABLED\`. Internal accounts can hold a token whose symbol and decimals are those of a crypto currency of Corridor; any other
token is minted to external wallets only.`,
    permission: 'MANAGE',
    keyRequired: true,
    body: registerRequest,
    responses: { 201: stablecoin },
    outcomes: { 201: 'The token is registered; `svcOperationsStatus` says whether it can be minted already.' },
    refusals: {
      ...UNUSABLE_LINK,
      ...UNREACHED_ISSUER,
      STABLECOIN_PROVIDER_ACCOUNT_SELECTION_REQUIRED:
        '`stablecoinProviderAccountId` is absent, and several links are `ACTIVE`.',
      STABLECOIN_PROVIDER_ACCOUNT_NOT_FOUND: 'The named link does not exist, or no account is linked.',
      INVALID_INPUT:
        'The request breaks a rule, or the issuer does not know the token or will not issue it; `details.errors` names ' +
        'every invalid field.',
      CONFLICT: 'The token is registered for this link, or the idempotency key was used for another request.',
    },
    examples: [
      {
        title: 'Register a token',
        status: 201,
        body: {
          providerTokenIdentifier: STABLECOIN_EXAMPLE.providerTokenIdentifier,
          networkTokenIdentifier: STABLECOIN_EXAMPLE.networkTokenIdentifier,
          network: 'SPARK',
          stablecoinProviderAccountId: exampleId('StablecoinProviderAccount'),
        },
        answer: STABLECOIN_EXAMPLE,
      },
    ],
    useCase: (core) => core.stablecoins.register,
    input: ({ body }) => body,
    serialize: serializeStablecoin,
  }),
  query({
    method: 'GET',
    path: '/stablecoins/{stablecoinId}',
    operationId: 'getStablecoin',
    tag: TAG,
    summary: 'Read a stablecoin',
    description: `Shows how far the issuer is with a token, and whether it can be minted and burned: only while \`svcOperationsStatus\` is
\`ENABLED\`. The supply is not part of the answer.`,
    permission: 'VIEW',
    params: { stablecoinId },
    responses: { 200: stablecoin },
    outcomes: { 200: 'The token as it is now.' },
    examples: [{ title: 'Read a token', status: 200, answer: STABLECOIN_EXAMPLE }],
    reads: (core) => core.stablecoins.get,
    input: ({ params }) => ({ id: params.stablecoinId }),
    serialize: serializeStablecoin,
  }),
];
