import { type ApiToken, type IssuedToken, toIso } from '@corridor/core';

export const serializeToken = (token: ApiToken): object => ({
  id: token.id,
  name: token.name,
  permissions: token.permissions,
  clientId: token.clientId,
  createdAt: toIso(token.createdAt),
  updatedAt: toIso(token.updatedAt),
});

/** The one answer that shows the secret. */
export const serializeIssuedToken = ({ token, clientSecret }: IssuedToken): object => ({
  ...serializeToken(token),
  clientSecret,
});
