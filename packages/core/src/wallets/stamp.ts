import { err, ok, type Result } from '../kernel/index.js';
import { clientKey, isHex } from './p256.js';

/** The proof of a call, as its headers came. */
export interface SignedCall {
  /** `Svc-Wallet-Signature` */
  readonly stamp?: string | undefined;
  /** `Request-Id` */
  readonly requestId?: string | undefined;
}

export const UNSIGNED: SignedCall = {};

/** What a stamp says once it could be read: a key of the curve, in compressed hex, and hex of a DER signature. */
export interface Stamp {
  readonly publicKey: string;
  readonly signature: string;
}

export const STAMP_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';
const MAX_STAMP_LENGTH = 4096;

/**
 * Reads a stamp: base64 or base64url, padded or not, of a JSON object with `publicKey`, `scheme` and `signature`.
 * WALLET_SIGNATURE_MALFORMED where it cannot be read, INVALID_SIGNATURE for another scheme or a key off the curve.
 */
export function readStamp(header: string): Result<Stamp> {
  const fields = decode(header);
  if (fields === null) return err('WALLET_SIGNATURE_MALFORMED');
  const { publicKey, scheme, signature } = fields;
  if (typeof publicKey !== 'string' || typeof scheme !== 'string' || typeof signature !== 'string') {
    return err('WALLET_SIGNATURE_MALFORMED', 'publicKey, scheme and signature must be texts');
  }
  if (!isHex(signature)) return err('WALLET_SIGNATURE_MALFORMED', 'signature must be hexadecimal');
  if (scheme !== STAMP_SCHEME) return err('INVALID_SIGNATURE', `the scheme must be ${STAMP_SCHEME}`);
  const key = clientKey(publicKey);
  if (key === null) return err('INVALID_SIGNATURE', 'publicKey is no point of P-256');
  return ok({ publicKey: key.compressed, signature });
}

function decode(header: string): Readonly<Record<string, unknown>> | null {
  const text = header.length > MAX_STAMP_LENGTH ? null : decodeBase64(header.trim());
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const FORM = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** One character for each byte: everything in a stamp is ASCII. Null where the text is no base64. */
function decodeBase64(text: string): string | null {
  if (!FORM.test(text)) return null;
  const digits = text.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (digits.length % 4 === 1) return null;
  let decoded = '';
  let bits = 0;
  let held = 0;
  for (const digit of digits) {
    held = ((held << 6) | ALPHABET.indexOf(digit)) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      decoded += String.fromCharCode((held >> bits) & 0xff);
    }
  }
  return decoded;
}
