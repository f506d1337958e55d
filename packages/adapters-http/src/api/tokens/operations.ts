import { invalidInNewToken } from '@corridor/core/internal';
import { command, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { TOKEN_EXAMPLE } from './examples.js';
import { apiToken, tokenCreateRequest, tokenFilter, tokenList } from './schemas.js';
import { serializeIssuedToken, serializeToken } from './serialize.js';

const TAG = 'API Tokens';
const tokenId = pathId('Token', 'TOKEN_NOT_FOUND');

export const tokenOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/tokens',
    operationId: 'listTokens',
    tag: TAG,
    summary: 'List API tokens',
    description: `Returns the tokens of the platform in the environment of the calling token, newest first. Secrets are
never part of it. Use it to find tokens that are no longer needed, and delete them.`,
    permission: 'VIEW',
    query: tokenFilter,
    responses: { 200: tokenList },
    outcomes: { 200: 'A page of tokens, without their secrets.' },
    examples: [
      {
        title: 'Find a token by its label',
        query: { name: 'reporting' },
        status: 200,
        answer: { data: [TOKEN_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
    reads: (core) => core.platforms.listTokens,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeToken),
  }),
  command({
    method: 'POST',
    path: '/tokens',
    operationId: 'createToken',
    tag: TAG,
    summary: 'Create an API token; its secret is shown only in this response',
    description: `Issues a credential for the platform and the environment of the calling token. Store \`clientSecret\`
at once: the service keeps only a digest of it. Give each program a token of its own with the fewest permissions that
it needs, so that you can delete one without stopping the others. To replace a token, create the new one, deploy it,
then delete the old one.`,
    permission: 'MANAGE',
    secretAnswer: true,
    body: tokenCreateRequest,
    responses: { 201: apiToken },
    outcomes: { 201: 'The token with its secret. It can be used at once.' },
    refusals: {
      FORBIDDEN:
        'The calling token does not have the permission `MANAGE`, or lacks a permission that the new token should have.',
    },
    examples: [
      {
        title: 'Create a token that can read only',
        status: 201,
        body: { name: 'reporting', permissions: ['VIEW'] },
        answer: { ...TOKEN_EXAMPLE, clientSecret: 'vJ2mWq8Zr0sTn5xYb7cDf1gHk3LpQ9uE4iAo6RtSwXy' },
      },
      {
        title: 'Create a token that moves money',
        status: 201,
        body: { name: 'payout service', permissions: ['TRANSACT'] },
        answer: {
          ...TOKEN_EXAMPLE,
          id: exampleId('Token', 2),
          name: 'payout service',
          permissions: ['TRANSACT'],
          clientSecret: 'vJ2mWq8Zr0sTn5xYb7cDf1gHk3LpQ9uE4iAo6RtSwXy',
        },
      },
    ],
    useCase: (core) => core.platforms.createToken,
    input: ({ body }) => body,
    invalid: invalidInNewToken,
    serialize: serializeIssuedToken,
  }),
  query({
    method: 'GET',
    path: '/tokens/{tokenId}',
    operationId: 'getTokenById',
    tag: TAG,
    summary: 'Read an API token',
    description: `Returns label and permissions of a token. A secret that was lost cannot be read: create a new token
and delete this one.`,
    permission: 'VIEW',
    params: { tokenId },
    responses: { 200: apiToken },
    outcomes: { 200: 'The token, without its secret.' },
    examples: [{ title: 'Read a token', status: 200, answer: TOKEN_EXAMPLE }],
    reads: (core) => core.platforms.getToken,
    input: ({ params }) => ({ id: params.tokenId }),
    serialize: serializeToken,
  }),
  command({
    method: 'DELETE',
    path: '/tokens/{tokenId}',
    operationId: 'deleteTokenById',
    tag: TAG,
    summary: 'Delete an API token; every host refuses it within a second',
    description: `Ends a credential for good: requests with it are 401 from then on, at once on the host that deletes
it and within a second on others of the same database. Requests that are running end normally. A token can delete
itself, and the last one with \`MANAGE\` cannot be deleted.`,
    permission: 'MANAGE',
    params: { tokenId },
    responses: { 204: null },
    outcomes: { 204: 'The token no longer authenticates.' },
    refusals: {
      INVALID_INPUT: 'It is the last token with `MANAGE`: without it the settings could no longer be changed.',
    },
    examples: [{ title: 'Delete a token', status: 204 }],
    useCase: (core) => core.platforms.deleteToken,
    input: ({ params }) => ({ id: params.tokenId }),
    serialize: () => null,
  }),
];
