import { p256 } from '@noble/curves/nist.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  base64,
  type Digest,
  err,
  type KeyPairs,
  ok,
  type Random,
  type SealedPlace,
  type Sealer,
} from '../kernel/index.js';
import type { BlobStore, ContentInspector } from '../verification/index.js';

export const sha256Digest: Digest = {
  sha256: (data) => bytesToHex(sha256(typeof data === 'string' ? utf8ToBytes(data) : data)),
};

/** Seals by reversing, so that tests can distinguish sealed from unsealed values. */
const reversed = (text: string): string => [...text].reverse().join('');
const sealedFor = ({ table, row, column }: SealedPlace): string => `sealed:${table}/${row}/${column}:`;

/** Not secret, but it binds a text to its record and column, like the sealer of a host. */
export const openSealer: Sealer = {
  seal: (plaintext, place) => sealedFor(place) + reversed(plaintext),
  open: (sealed, place) => {
    const mark = sealedFor(place);
    if (!sealed.startsWith(mark)) throw new Error(`not sealed for ${mark}`);
    return reversed(sealed.slice(mark.length));
  },
  renew: (sealed, place) => {
    if (!sealed.startsWith(sealedFor(place))) throw new Error('not sealed here');
    return sealed;
  },
};

/** What precedes the point of a key on P-256 in a SubjectPublicKeyInfo (RFC 5480). */
const SPKI = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');
/** What precedes the number of a private key in PKCS#8 (RFC 5958, RFC 5915), and the point behind it. */
const PKCS8 = hexToBytes('308187020100301306072a8648ce3d020106082a8648ce3d030107046d306b0201010420');
const POINT = hexToBytes('a144034200');

const pem = (label: string, ...parts: Uint8Array[]): string =>
  [`-----BEGIN ${label}-----`, ...base64(concatBytes(...parts)).match(/.{1,64}/g)!, `-----END ${label}-----`, ''].join(
    '\n',
  );

/** Key pairs from the values of `random`, so that a run with a seed makes the same keys. */
export const nobleKeyPairs = (random: Random): KeyPairs => ({
  generateP256: () => {
    const secret = p256.utils.randomSecretKey(random.bytes(48));
    const point = p256.getPublicKey(secret, false);
    return {
      publicKey: pem('PUBLIC KEY', SPKI, point),
      privateKey: pem('PRIVATE KEY', PKCS8, secret, POINT, point),
    };
  },
});

/** Documents in memory: they end with the process. */
export function memoryBlobs(): BlobStore {
  const contents = new Map<string, Uint8Array>();
  return {
    put: async (tenant, key, content) => void contents.set(`${tenant}\n${key}`, content.slice()),
    get: async (tenant, key) => contents.get(`${tenant}\n${key}`)?.slice() ?? null,
    delete: async (tenant, key) => void contents.delete(`${tenant}\n${key}`),
  };
}

const SIGNATURES = [
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
] as const;

/** Recognizes documents by their first bytes. It does not decode them, so it does not detect forged ones. */
export const documentTypes: ContentInspector = {
  inspect: async (content) => {
    const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, at) => content[at] === byte));
    return found === undefined ? err('UNSUITABLE_DOCUMENT', 'content is not a PDF, JPEG or PNG file') : ok(found[0]);
  },
};
