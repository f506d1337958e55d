import { type UnitOfWork, readAll } from '../kernel/index.js';
import { inspectArchive, type InspectArchivePorts } from './inspect-archive.js';
import { lastSegment } from './last-segment.js';
import { ARCHIVE_SEGMENTS, type ArchiveSegment, fileNameOf } from './segment.js';

/** All segments, oldest first. */
export const listSegments = (units: UnitOfWork): Promise<readonly ArchiveSegment[]> =>
  units.read(null, (reads) => readAll(reads, ARCHIVE_SEGMENTS), 'long');

/** The newest segment; null if nothing is archived. */
export const newestSegment = (units: UnitOfWork): Promise<ArchiveSegment | null> => units.read(null, lastSegment);

export interface VerifiedArchive {
  /** One sentence for each contradiction between files and database. */
  readonly findings: readonly string[];
  readonly segments: number;
  readonly rows: number;
  /** The names of files that the database does not name: of an interrupted run, or of another copy of the database. */
  readonly unnamed: readonly string[];
}

/** Reads every file of the archive and compares it with the database. */
export async function verifyArchive(units: UnitOfWork, ports: InspectArchivePorts): Promise<VerifiedArchive> {
  const found = await units.read(null, (reads) => inspectArchive(reads, ports), 'long');
  const names = await ports.store.names();
  const named = new Set((await listSegments(units)).map(fileNameOf));
  return { ...found, unnamed: names.filter((name) => !named.has(name)) };
}
