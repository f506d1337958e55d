export { createArchiver, type ArchivedEvents, type ArchiveEventsPorts, NOTHING_ARCHIVED } from './archive-events.js';
export { archivedUnits } from './archived-units.js';
export { listSegments, newestSegment, verifyArchive } from './read-archive.js';
export { inspectArchive } from './inspect-archive.js';
export { lastSegment } from './last-segment.js';
export type { ArchiveStore } from './ports.js';
export { ARCHIVE_SEGMENTS, type ArchiveSegment, fileNameOf } from './segment.js';
export { createSegmentReader, type SegmentReader } from './segment-reader.js';
