import {
  type BaseRecord,
  type Clock,
  erase,
  type KindOf,
  type Random,
  type Tx,
  type UnitOfWork,
} from '../kernel/index.js';
import { addErasure, ERASURE_RACED, isCommitted, type SealErasure } from '../seals/index.js';
import { ARCHIVE_REMOVALS, removalOf, WRITTEN_WITHIN_MS } from './removal.js';
import { fileNameOf, type Stream } from './segment.js';
import { packSegmentFile, type SegmentFiles, type SegmentOfFile, storeSegmentFile } from './segment-file.js';

export interface ReplaceFilePorts extends SegmentFiles {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly random: Random;
}

interface Replacement<T> {
  readonly kind: KindOf<T & BaseRecord>;
  readonly stream: Stream;
  /** As it was read with the records of its file. */
  readonly segment: T;
  readonly records: readonly object[];
  readonly erasures: readonly SealErasure[];
}

/**
 * Replaces the file of a segment by one with other records. The new file is written, read again and compared before the
 * unit that names it in the segment; the former one is deleted after it (`removeReplacedFiles`). If the host dies before
 * that unit, the former file is whole, and the new one is deleted later; if it dies after it, the former file is. Returns
 * false if another host was faster.
 */
export async function replaceFile<T extends SegmentOfFile & BaseRecord & { readonly rewrite: string | null }>(
  ports: ReplaceFilePorts,
  key: Uint8Array,
  { kind, stream, segment, records, erasures }: Replacement<T>,
): Promise<boolean> {
  const { units, clock, random } = ports;
  const rewrite = Array.from(random.bytes(8), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const packed = packSegmentFile(ports, key, segment.number, records, stream, rewrite);
  const written = removalOf(packed.name, clock, WRITTEN_WITHIN_MS);
  const isNoted = await isCommitted(units, (tx) =>
    tx.add(ARCHIVE_REMOVALS, written, { conflicts: { id: ERASURE_RACED } }),
  );
  if (!isNoted) return false;
  await storeSegmentFile(ports, key, packed, records, stream);
  const named = { digest: packed.segment.digest, rewrite } as Partial<T>;
  return isCommitted(units, (tx: Tx) => {
    erase<T>(tx, kind as KindOf<T>, segment, named, ERASURE_RACED);
    for (const erasure of erasures) addErasure(tx, erasure);
    tx.remove(ARCHIVE_REMOVALS, written, ERASURE_RACED);
    tx.add(ARCHIVE_REMOVALS, removalOf(fileNameOf(segment, stream), clock, 0));
  });
}
