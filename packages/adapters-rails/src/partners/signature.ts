import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Instant } from '@corridor/core';

/** How old a signature may be, and how far in the future, because clocks differ. */
export const TOLERANCE_SECONDS = 300;
const LONGEST_ID = 255;
/** More signatures than secrets in use; the rest of a longer list is not computed. */
const MOST_SIGNATURES = 10;

const SECRET = /^whsec_([A-Za-z0-9+/]+={0,2})$/;
const KEY_BYTES = { least: 24, most: 64 } as const;

/** The key of a Standard Webhooks secret, `whsec_` and base64; null if it is malformed, too short or too long. */
export function signingKey(secret: string): Uint8Array | null {
  const [, text] = SECRET.exec(secret) ?? [];
  if (text === undefined) return null;
  const key = Buffer.from(text, 'base64');
  return key.length >= KEY_BYTES.least && key.length <= KEY_BYTES.most ? key : null;
}

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

const macOf = (key: Uint8Array, id: string, timestamp: string, body: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();

/** Signs with every key, so that the receiver needs only one of them while secrets are exchanged. */
export function sign(keys: readonly Uint8Array[], id: string, now: Instant, body: string | Uint8Array): SignedHeaders {
  const timestamp = String(Math.floor(now / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${macOf(key, id, timestamp, body).toString('base64')}`).join(' '),
  };
}

/** A fault of the clock, and not of the secret. */
export const OFF_TIME = 'its timestamp is more than 5 minutes off';

/** Why the signature of a message is refused; null if one of the keys made it within the tolerance. */
export function signatureFault(
  keys: readonly Uint8Array[],
  headers: Readonly<Record<string, string>>,
  now: Instant,
  body: string | Uint8Array,
): string | null {
  const id = headers['webhook-id'] ?? '';
  const timestamp = headers['webhook-timestamp'] ?? '';
  if (id.length === 0 || id.length > LONGEST_ID || !/^[0-9]{1,12}$/.test(timestamp)) return 'it is not signed';
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return OFF_TIME;
  const given = (headers['webhook-signature'] ?? '')
    .split(' ', MOST_SIGNATURES)
    .filter((part) => part.startsWith('v1,'))
    .map((part) => Buffer.from(part.slice('v1,'.length), 'base64'));
  const isValid = keys.some((key) => {
    const mac = macOf(key, id, timestamp, body);
    return given.some((signature) => signature.length === mac.length && timingSafeEqual(signature, mac));
  });
  return isValid ? null : 'its signature is wrong';
}
