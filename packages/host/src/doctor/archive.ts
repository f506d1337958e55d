import { nodeCrypto } from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { archiveFileNameOf, newestArchiveSegment } from '@corridor/core/internal';
import type { Configuration } from '../settings/configuration.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'archive';

/** Looks for the newest file of the archive of events, which shows whether this host has its folder. */
export async function examineArchive({ archive }: Configuration, { units }: Storage): Promise<readonly Finding[]> {
  const segment = await newestArchiveSegment(units);
  if (segment === null) return [];
  const name = archiveFileNameOf(segment);
  const content = createFileArchive(archive.directory).read(name);
  if (content !== null && nodeCrypto.digest.sha256(content) === segment.digest)
    return [ok(ABOUT, `the newest file ${name} is in ${archive.directory}`)];
  return [
    problem(
      ABOUT,
      content === null
        ? `the newest file ${name} is not in ${archive.directory}`
        : `the newest file ${name} in ${archive.directory} was changed`,
      'set CORRIDOR_ARCHIVE_DIR to the folder of the archive and mount it on every host, or restore the file from a backup',
    ),
  ];
}
