import { err, ok, type Result } from '../kernel/index.js';
import { clientKey, isHex } from './p256.js';

/** The proof of a call, as its headers state it. */
export interface SignedCall {
  /** `Svc-Wallet-Signature` */
  readonly stamp?: string | undefined;
  /** `Request-Id` */
  readonly requestId?: string | undefined;
}

export const UNSIGNED: SignedCall = {};

/** The content of a stamp: a public key (compressed hex) and a signature (DER in hex). */
export interface Stamp {
  readonly publicKey: string;
  readonly signature: string;
}

export const STAMP_SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';
const MAX_STAMP_LENGTH = 4096;

/**
 * Reads a stamp: a JSON object with `publicKey`, `scheme` and `signature`, in base64 or base64url, with or without
 * padding. WALLET_SIGNATURE_MALFORMED if it cannot be read; INVALID_SIGNATURE for another scheme or a key that is not
 * on the curve.
 */
export function readStamp(header: string): Result<Stamp> {
  const fields = decode(header);
  if (fields === null) return err('WALLET_SIGNATURE_MALFORMED');
  const { publicKey, scheme, signature } = fields;
  if (typeof publicKey !== 'string' || typeof scheme !== 'string' || typeof signature !== 'string') {
    return err('WALLET_SIGNATURE_MALFORMED', 'publicKey, scheme and signature must be strings');
  }
  if (!isHex(signature)) return err('WALLET_SIGNATURE_MALFORMED', 'signature must be hexadecimal');
  if (scheme !== STAMP_SCHEME) return err('INVALID_SIGNATURE', `scheme must be ${STAMP_SCHEME}`);
  const key = clientKey(publicKey);
  if (key === null) return err('INVALID_SIGNATURE', 'publicKey must be a P-256 public key in hexadecimal');
  return ok({ publicKey: key.compressed, signature });
}

function decode(header: string): Readonly<Record<string, unknown>> | null {
  const text = header.length > MAX_STAMP_LENGTH ? null : decodeBase64(header.trim());
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>> | null)
      : null;
  } catch {
    return null;
  }
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const FORM = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** One character for each byte, because a stamp is ASCII. Null if the text is not base64. */
function decodeBase64(text: string): string | null {
  if (!FORM.test(text)) return null;
  const digits = text.replaceAll('=', '').replaceAll('-', '+').replaceAll('_', '/');
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
