import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { type Instant, newRecord, type Random, type Reads, sealedPlace, type Sealer } from '../kernel/index.js';
import { HOST_KEYS, type HostKey } from '../platforms/index.js';
import { HOST } from './segment.js';

const KEY_ID = 'event-archive';
const PLACE = sealedPlace(HOST_KEYS, KEY_ID, 'sealedPrivateKey');
const KEY_BYTES = 32;

/**
 * Creates the key that encrypts the files of the archive. It is sealed with the master key and resealed when that is
 * rotated, so that files never have to be written again.
 */
export function newArchiveKey(random: Random, sealer: Sealer, now: Instant): HostKey {
  const secret = bytesToHex(random.bytes(KEY_BYTES));
  return {
    // A symmetric key has no public half; this column holds a fingerprint instead.
    publicKey: bytesToHex(sha256(utf8ToBytes(`corridor archive key ${secret}`))).slice(0, 16),
    sealedPrivateKey: sealer.seal(secret, PLACE),
    ...newRecord(KEY_ID, { tenant: HOST, now }),
  };
}

export const storedArchiveKey = (reads: Reads): Promise<HostKey | null> => reads.get(HOST_KEYS, KEY_ID);

/** The key in bytes. Throws if it was sealed with another master key. */
export const openArchiveKey = (sealer: Sealer, { sealedPrivateKey }: HostKey): Uint8Array =>
  hexToBytes(sealer.open(sealedPrivateKey, PLACE));
