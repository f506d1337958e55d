import { createHmac, timingSafeEqual } from 'node:crypto';

/** What opens the page of a card: which card, of whom, until when in the time of its platform, and under which number. */
export interface RevealToken {
  readonly cardId: string;
  readonly tenant: string;
  readonly expiresAt: number;
  /** Every token has another one: that it was used is noted under it. */
  readonly nonce: string;
}

const signatureOf = (key: Uint8Array, payload: string): Buffer =>
  createHmac('sha256', key).update(`card reveal\n${payload}`).digest();

export function signToken(key: Uint8Array, { cardId, tenant, expiresAt, nonce }: RevealToken): string {
  const payload = Buffer.from(JSON.stringify([cardId, tenant, expiresAt, nonce])).toString('base64url');
  return `${payload}.${signatureOf(key, payload).toString('base64url')}`;
}

/** Null for a text that this issuer has not signed. */
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
