import { invalidInNewToken } from '@corridor/core/internal';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
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
    permission: 'VIEW',
    query: tokenFilter,
    responses: { 200: tokenList },
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
    permission: 'MANAGE',
    secretAnswer: true,
    body: tokenCreateRequest,
    responses: { 201: apiToken },
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
    permission: 'VIEW',
    params: { tokenId },
    responses: { 200: apiToken },
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
    permission: 'MANAGE',
    params: { tokenId },
    responses: { 204: null },
    useCase: (core) => core.platforms.deleteToken,
    input: ({ params }) => ({ id: params.tokenId }),
    serialize: () => null,
  }),
];
