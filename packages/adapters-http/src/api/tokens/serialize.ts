import { type IssuedToken, toIso } from '@corridor/core';
import type { ApiToken } from '@corridor/core/records';
import type { Wire } from '../../kit/wire.js';
import type { apiToken } from './schemas.js';

export const serializeToken = (token: ApiToken): Wire<typeof apiToken> => ({
  id: token.id,
  name: token.name,
  permissions: token.permissions,
  clientId: token.clientId,
  createdAt: toIso(token.createdAt),
  updatedAt: toIso(token.updatedAt),
});

/** The only response that contains the secret. */
export const serializeIssuedToken = ({ token, clientSecret }: IssuedToken): Wire<typeof apiToken> => ({
  ...serializeToken(token),
  clientSecret,
});
