import type { BaseRecord, KindOf, UnitOfWork } from '../kernel/index.js';
import { fileNameOf, segmentId, type Stream } from './segment.js';
import type { SegmentFiles, SegmentOfFile } from './segment-file.js';

/**
 * Deletes the file of a host that was not the first to archive, because a record of it may have been erased meanwhile.
 * Another host that has written the same file either has named it in the segment, or fails as well.
 */
export async function dropUnnamed<T extends SegmentOfFile & BaseRecord>(
  { units, store }: SegmentFiles & { readonly units: UnitOfWork },
  kind: KindOf<T>,
  written: SegmentOfFile,
  stream: Stream,
): Promise<void> {
  const named = await units.read(null, (reads) => reads.get(kind, segmentId(written.number, stream)));
  const name = fileNameOf(written, stream);
  if (named === null || fileNameOf(named, stream) !== name) await store.remove(name);
}
