import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  canonicalText,
  type Instant,
  newRecord,
  type Random,
  type Reads,
  sealedPlace,
  type Sealer,
} from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from '../platforms/index.js';
import { HEAD_FORM, HOST, type SealHead } from './seal.js';
import { erasureText } from './seal-erasure.js';

const KEY_ID = 'journal-seals';
const PLACE = sealedPlace(HOST_KEYS, KEY_ID, 'sealedPrivateKey');
const KEY_BYTES = 32;

/** Signs seals, the head of the chain, and erasures; a signature of one kind is not valid as another. */
export interface SealKey {
  seal(digest: string): string;
  erasure(erasure: Parameters<typeof erasureText>[0]): string;
  /** Null for a form of the head that is not known. */
  head(head: Pick<SealHead, 'number' | 'digest' | 'form' | 'ends'>): string | null;
}

/** Creates a key. The secret is sealed with the master key, like other host keys, and resealed when that is rotated. */
export function newSealKey(random: Random, sealer: Sealer, now: Instant): HostKey {
  const secret = bytesToHex(random.bytes(KEY_BYTES));
  return {
    // A symmetric key has no public half; this column holds a fingerprint instead.
    publicKey: bytesToHex(sha256(utf8ToBytes(`corridor seal key ${secret}`))).slice(0, 16),
    sealedPrivateKey: sealer.seal(secret, PLACE),
    ...newRecord(KEY_ID, { tenant: HOST, now }),
  };
}

export const storedSealKey = (reads: Reads): Promise<HostKey | null> => reads.get(HOST_KEYS, KEY_ID);

/** Throws if the key was sealed with another master key. */
export function openSealKey(sealer: Sealer, { sealedPrivateKey }: HostKey): SealKey {
  const key = hexToBytes(sealer.open(sealedPrivateKey, PLACE));
  const mac = (what: string, text: string): string => bytesToHex(hmac(sha256, key, utf8ToBytes(`${what}\n${text}`)));
  return {
    seal: (digest) => mac('seal', digest),
    erasure: (erasure) => mac('erasure', erasureText(erasure)),
    head({ number, digest, form, ends }) {
      if (form === 1) return mac('head', JSON.stringify([number, digest, ends['postings'], ends['events']]));
      return form === HEAD_FORM ? mac('head', canonicalText([form, number, digest, ends])) : null;
    },
  };
}
