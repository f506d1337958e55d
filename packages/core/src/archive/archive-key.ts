import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  type Clock,
  domainError,
  type Instant,
  newRecord,
  ok,
  type Random,
  type Reads,
  sealedPlace,
  type Sealer,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
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

export const RACED = domainError(
  'CONFLICT',
  'another host has archived the same records, or one of them has changed, at the same time; the next run continues',
);

/** Returns false if another host was faster, or a record has changed since it was read. */
export async function committed(units: UnitOfWork, work: (tx: Tx) => void): Promise<boolean> {
  const done = await units.run(null, async (tx) => ok(work(tx)));
  if (done.ok || done.error.code === RACED.code) return done.ok;
  throw new Error(`nothing was archived: ${done.error.message}`);
}

/** Creates the key before the first file, so that a run that is repeated writes the same file again. */
export async function createdKey(
  units: UnitOfWork,
  { random, sealer, clock }: { readonly random: Random; readonly sealer: Sealer; readonly clock: Clock },
): Promise<HostKey> {
  const key = newArchiveKey(random, sealer, clock.now());
  if (await committed(units, (tx) => tx.add(HOST_KEYS, key, { conflicts: { id: RACED } }))) return key;
  return (await units.read(null, storedArchiveKey))!;
}
