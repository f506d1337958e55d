import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Instant, newRecord, type Random, type Reads, sealedPlace, type Sealer } from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from '../platforms/index.js';
import { HOST, type SealHead } from './seal.js';

const KEY_ID = 'journal-seals';
const PLACE = sealedPlace(HOST_KEYS, KEY_ID, 'sealedPrivateKey');
const KEY_BYTES = 32;

/** Signs seals and the end of their chain, each in a way that does not pass for the other. */
export interface SealKey {
  seal(digest: string): string;
  head(head: Pick<SealHead, 'number' | 'digest' | 'postings' | 'events'>): string;
}

/** The secret is sealed with the master key like the other keys of the host, and goes along when that is rotated. */
export function newSealKey(random: Random, sealer: Sealer, now: Instant): HostKey {
  const secret = bytesToHex(random.bytes(KEY_BYTES));
  return {
    // There is no public half; what stands in its place names the key.
    publicKey: bytesToHex(sha256(utf8ToBytes(`corridor seal key ${secret}`))).slice(0, 16),
    sealedPrivateKey: sealer.seal(secret, PLACE),
    ...newRecord(KEY_ID, { tenant: HOST, now }),
  };
}

export const storedSealKey = (reads: Reads): Promise<HostKey | null> => reads.get(HOST_KEYS, KEY_ID);

/** Throws where the master key is another one than it was sealed with. */
export function openSealKey(sealer: Sealer, { sealedPrivateKey }: HostKey): SealKey {
  const key = hexToBytes(sealer.open(sealedPrivateKey, PLACE));
  const mac = (what: string, text: string): string => bytesToHex(hmac(sha256, key, utf8ToBytes(`${what}\n${text}`)));
  return {
    seal: (digest) => mac('seal', digest),
    head: ({ number, digest, postings, events }) => mac('head', JSON.stringify([number, digest, postings, events])),
  };
}
