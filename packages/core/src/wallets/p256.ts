import { p256 } from '@noble/curves/nist.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const COMPRESSED = /^0[23][0-9a-f]{64}$/i;
const UNCOMPRESSED = /^04[0-9a-f]{128}$/i;
const HEX = /^(?:[0-9a-f]{2})+$/i;
const SHA256 = /^[0-9a-f]{64}$/;

/** A client's public key. `isCompressed` says in which form the client sent it. */
export interface ClientKey {
  readonly isCompressed: boolean;
  /** 33 bytes in hex: the form for comparing keys. */
  readonly compressed: string;
  /** 65 bytes in hex: the form for encryption. */
  readonly uncompressed: string;
}

/** Null if the text is not hex in one of the two forms, or not a point on the curve. */
export function clientKey(hex: string): ClientKey | null {
  const isCompressed = COMPRESSED.test(hex);
  if (!isCompressed && !UNCOMPRESSED.test(hex)) return null;
  try {
    const point = p256.Point.fromHex(hex);
    return { isCompressed, compressed: point.toHex(true), uncompressed: point.toHex(false) };
  } catch {
    return null;
  }
}

export const isHex = (text: string): boolean => HEX.test(text);

/**
 * Whether the signature (DER in hex) is an ECDSA signature with SHA-256 over the UTF-8 bytes of the text. Both high S
 * and low S are accepted: half of all signers produce high S.
 */
export const verifies = (signature: string, text: string, publicKey: string): boolean =>
  isSignature(signature, utf8ToBytes(text), publicKey, true);

/** Whether a signature is valid for the text whose SHA-256 is `digest` (hex). False if `digest` is not a SHA-256. */
export const verifiesDigest = (signature: string, digest: string, publicKey: string): boolean =>
  SHA256.test(digest) && isSignature(signature, hexToBytes(digest), publicKey, false);

function isSignature(signature: string, message: Uint8Array, publicKey: string, prehash: boolean): boolean {
  try {
    const options = { format: 'der', lowS: false, prehash } as const;
    return p256.verify(hexToBytes(signature), message, hexToBytes(publicKey), options);
  } catch {
    return false;
  }
}

/** Converts a DER signature to the form of a JWT: r and s, 32 bytes each. */
export const compactSignature = (der: string): Uint8Array =>
  p256.Signature.fromBytes(hexToBytes(der), 'der').toBytes('compact');
