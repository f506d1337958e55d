export interface Credential {
  readonly username: string;
  readonly secret: string;
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+=*) *$/i;

/**
 * The credential of an `Authorization: Basic` header, or null without one. It is split at the last colon, because a
 * token id, which is also accepted as username, contains a colon; secrets contain none.
 */
export function basicCredential(header: string | undefined): Credential | null {
  const encoded = header === undefined ? undefined : BASIC.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.lastIndexOf(':');
  return colon < 1 ? null : { username: text.slice(0, colon), secret: text.slice(colon + 1) };
}

const BEARER = /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i;

/** The token of an `Authorization: Bearer` header, or null without one. */
export const bearerToken = (header: string | undefined): string | null =>
  (header === undefined ? null : BEARER.exec(header)?.[1]) ?? null;
