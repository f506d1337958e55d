import type { Reads } from '../kernel/index.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment } from './segment.js';

/** The newest segment; null if nothing is archived. */
export async function lastSegment(reads: Reads): Promise<ArchiveSegment | null> {
  const { rows } = await reads.list(ARCHIVE_SEGMENTS, { order: 'desc', limit: 1, counted: false });
  return rows[0] ?? null;
}
