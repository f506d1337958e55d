import { createHmac, timingSafeEqual } from 'node:crypto';

/** The content of a token that opens the page of a card. `expiresAt` is in the time of the card's platform. */
export interface RevealToken {
  readonly cardId: string;
  readonly tenant: string;
  readonly expiresAt: number;
  /** Unique for each token: the vault records under it that the token was used. */
  readonly nonce: string;
}

const signatureOf = (key: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', key).update(`card reveal\n${payload}`).digest();

export function signToken(key: Uint8Array, { cardId, tenant, expiresAt, nonce }: RevealToken): string {
  const payload = Buffer.from(JSON.stringify([cardId, tenant, expiresAt, nonce])).toString('base64url');
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

/** The verified token; null for a text that this issuer did not sign. */
export function readToken(key: Uint8Array, token: string): RevealToken | null {
  const [payload = '', signature = '', ...rest] = token.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(key, payload);
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [cardId, tenant, expiresAt, nonce] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
    string,
    string,
    number,
    string,
  ];
  return { cardId, tenant, expiresAt, nonce };
}
