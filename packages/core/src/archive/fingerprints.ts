import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base64url, fromBase64url } from '../kernel/index.js';

/** Bytes of one fingerprint: among a thousand resources, one lookup in four million meets a wrong one. */
const BYTES = 4;

function fingerprintOf(text: string): number {
  const [a, b, c, d] = sha256(utf8ToBytes(text));
  return ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> 0;
}

/** The fingerprints of texts, sorted and each once, as base64url of 4 bytes each. */
export function fingerprintsOf(texts: Iterable<string>): string {
  const sorted = [...new Set(Array.from(texts, fingerprintOf))].sort((one, other) => one - other);
  const bytes = new Uint8Array(sorted.length * BYTES);
  const view = new DataView(bytes.buffer);
  sorted.forEach((fingerprint, at) => view.setUint32(at * BYTES, fingerprint));
  return base64url(bytes);
}

/** Texts that are looked for in the fingerprints of many segments. */
export const soughtIn = (texts: Iterable<string>): ReadonlySet<number> => new Set(Array.from(texts, fingerprintOf));

/** Whether one of the texts may be among those of the fingerprints; false is certain. */
export function mayContainOne(fingerprints: string, sought: ReadonlySet<number>): boolean {
  const bytes = fromBase64url(fingerprints) ?? new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + BYTES <= bytes.byteLength; at += BYTES) if (sought.has(view.getUint32(at))) return true;
  return false;
}

/** Whether a text may be among those of the fingerprints; false is certain. A malformed text has none. */
export function mayContain(fingerprints: string, text: string): boolean {
  const bytes = fromBase64url(fingerprints) ?? new Uint8Array();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wanted = fingerprintOf(text);
  let [low, high] = [0, Math.floor(bytes.byteLength / BYTES)];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = view.getUint32(middle * BYTES);
    if (found === wanted) return true;
    if (found < wanted) low = middle + 1;
    else high = middle;
  }
  return false;
}
