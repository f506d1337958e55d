import { p256 } from '@noble/curves/nist.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

const COMPRESSED = /^0[23][0-9a-f]{64}$/i;
const UNCOMPRESSED = /^04[0-9a-f]{128}$/i;
const HEX = /^(?:[0-9a-f]{2})+$/i;
const SHA256 = /^[0-9a-f]{64}$/;

/** A public key of a client, in hex of either form; `isCompressed` tells how it was sent. */
export interface ClientKey {
  readonly isCompressed: boolean;
  /** 33 bytes: the form in which keys are compared. */
  readonly compressed: string;
  /** 65 bytes: the form to which something is encrypted. */
  readonly uncompressed: string;
}

/** Null where the text is no hex of either form, or no point of the curve. */
export function clientKey(hex: string): ClientKey | null {
  const isCompressed = COMPRESSED.test(hex);
  if (!isCompressed && !UNCOMPRESSED.test(hex)) return null;
  try {
    const point = p256.Point.fromHex(hex.toLowerCase());
    return { isCompressed, compressed: point.toHex(true), uncompressed: point.toHex(false) };
  } catch {
    return null;
  }
}

export const isHex = (text: string): boolean => HEX.test(text);

/**
 * Whether a signature (hex of DER) is one of these UTF-8 bytes under SHA-256. High S is as good as low S: half of all
 * signers make it.
 */
export const verifies = (signature: string, text: string, publicKey: string): boolean =>
  isSignature(signature, utf8ToBytes(text), publicKey, true);

/** The same of a text of which the SHA-256 (hex) is known alone; never of what is no SHA-256. */
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

/** The same signature as a JWT carries it: r and s, 32 bytes each. */
export const compactSignature = (der: string): Uint8Array =>
  p256.Signature.fromBytes(hexToBytes(der), 'der').toBytes('compact');
